/** An application with an alarm host that reports by SIA DC-09 with a key, and the front that receives it. */
import type { Front } from '#model/protocol.ts'
import { startDc09, type Dc09Options } from '#protocols/dc09/startDc09.ts'
import { AlarmPanel, type AlarmPanelOptions } from '#simulators/AlarmPanel.ts'
import { connectDevice, type Credentials } from './device.ts'
import { startPlatform, type TestPlatform } from './platform.ts'
import { pause } from './pause.ts'

export const ACCOUNT = '4F39A0'

export interface AlarmWorld {
  platform: TestPlatform
  front: Front
  /** Of the account `ACCOUNT`, with AES-256. */
  panel: AlarmPanel
  credentials: Credentials
  /** The first bytes of the secret, as the key of the host. */
  keyOf(credentials: Pick<Credentials, 'secret'>, bytes?: number): Buffer
  panelOf(account: string, more?: Partial<AlarmPanelOptions>): AlarmPanel
  connect(sn: string, name: string): Promise<Credentials>
  events(): Promise<any[]>
  alarms(): Promise<any[]>
  /** The lines of the log of a device, of one kind. */
  log(deviceId: string, kind: number): Promise<any[]>
  close(): Promise<void>
}

export async function startAlarmWorld(limits: Dc09Options['limits'] = {}): Promise<AlarmWorld> {
  const platform = await startPlatform()
  const { server, appId, models, ask } = platform
  const front = await startDc09({ host: '127.0.0.1', port: 0, gate: platform.gateway.gate, limits })
  const panels: AlarmPanel[] = []
  const world = {
    ...{ platform, front },
    keyOf: ({ secret }: Pick<Credentials, 'secret'>, bytes = 32) => Buffer.from(secret, 'base64url').subarray(0, bytes),
    panelOf(account: string, more: Partial<AlarmPanelOptions> = {}): AlarmPanel {
      const made = new AlarmPanel({ host: '127.0.0.1', port: front.port, account, ...more })
      panels.push(made)
      return made
    },
    async connect(sn: string, name: string): Promise<Credentials> {
      const made = await connectDevice(server, appId, models.alarmEquipmentClass!, sn, name)
      await pause(1000, 'its times are whole seconds: within this one they are before the application had it')
      return made
    },
    events: async (): Promise<any[]> => (await ask('GET', '/api/device/event/page?size=100')).records,
    alarms: async (): Promise<any[]> => (await ask('GET', '/api/device/alarm/page?size=100')).records,
    async log(deviceId: string, kind: number): Promise<any[]> {
      await platform.gateway.gate.settled()
      return (await ask('GET', `/api/device/log/page?size=100&deviceId=${deviceId}&kind=${kind}`)).records
    },
    async close(): Promise<void> {
      for (const panel of panels) await panel.stop()
      await front.close(1000)
      await platform.close()
    },
  }
  const credentials = await world.connect(ACCOUNT, '厂区报警主机')
  const panel = world.panelOf(ACCOUNT, { key: world.keyOf(credentials) })
  return { ...world, credentials, panel }
}
