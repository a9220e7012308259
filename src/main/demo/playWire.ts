/** The demo's devices of other wires, by protocol: what happens at them, or nothing besides that they are connected. */
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { WireDevice } from '#simulators/Wire.ts'
import { wires } from '#simulators/wires.ts'
import type { Key } from './keyring.ts'
import type { PlacePlan } from './places/PlacePlan.ts'
import { playBoard } from './playBoard.ts'
import { playCamera } from './playCamera.ts'
import { playPanel } from './playPanel.ts'
import { playReader } from './playReader.ts'

/** What those who play a device may use. */
export interface Around {
  plan: PlacePlan
  api: PublicApi | null
  /** Null until the application is known, or when people removed it. */
  appId(): string | null
  signal: AbortSignal
  log(line: string): void
}
/** `never`: each takes the device of its own wire. */
type Play = (device: never, key: Key, around: Around) => void

const PLAYS: Readonly<Record<string, Play>> = {
  ...{ qrHttp: playReader, ledTcp: playBoard, dc09: playPanel, plateHttp: playCamera },
}

/** Runs until the signal is aborted. Returns at once. */
export function playWire(
  protocol: string,
  key: Key,
  { address, ...around }: Around & { address: { host: string; port: number } },
): void {
  const device: WireDevice = wires.get(protocol)!.make({ ...address, credentials: key, switches: {}, log: around.log })
  PLAYS[protocol]?.(device as never, key, around)
  device.start()
  around.signal.addEventListener('abort', () => void device.stop())
}
