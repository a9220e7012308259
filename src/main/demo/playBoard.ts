/** A display board of the demo at the way into a car park: it shows its programmes, and now and then the free spaces. */
import { LedBoard } from '#simulators/LedBoard.ts'
import type { PublicApi } from '#simulators/PublicApi.ts'
import type { Key } from './keyring.ts'

interface Around {
  api: PublicApi | null
  address: { host: string; port: number }
  signal: AbortSignal
  log(line: string): void
}

const EVERY_MS = 180_000
const SPACES = 120

/** Runs until the signal is aborted. Returns at once. */
export function playBoard({ id, deviceName, secret }: Key, appId: () => string | null, around: Around): void {
  const { api, address, signal, log } = around
  const board = new LedBoard({ ...address, serial: deviceName, secret, log })
  let free = 37
  const sendSpaces = async (): Promise<void> => {
    const app = appId()
    if (!api || !app || !board.online) return
    free = Math.min(SPACES, Math.max(0, free + Math.round(Math.random() * 8 - 4)))
    await api.post(`/api/device/control/send?appId=${app}`, {
      ...{ deviceId: id, identifier: 'syncSpace', params: { total: SPACES, remain: free } },
    })
  }
  const timer = setInterval(
    () => sendSpaces().catch((error: Error) => log(`${deviceName}: ${error.message}`)),
    EVERY_MS,
  )
  board.start()
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    void board.stop()
  })
}
