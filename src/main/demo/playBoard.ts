/** A display board of the demo at the way into a car park: it shows its programmes, and now and then the free spaces. */
import type { LedBoard } from '#simulators/LedBoard.ts'
import type { Key } from './keyring.ts'
import type { Around } from './playWire.ts'

const EVERY_MS = 180_000
const SPACES = 120

/** Runs until the signal is aborted. Returns at once. */
export function playBoard(board: LedBoard, { id, deviceName }: Key, { api, appId, signal, log }: Around): void {
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
  signal.addEventListener('abort', () => clearInterval(timer))
}
