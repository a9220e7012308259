/** A QR reader of the demo: now and then somebody shows a code, mostly a new one, sometimes one that was shown before. */
import type { QrReader } from '#simulators/QrReader.ts'
import type { Key } from './keyring.ts'
import type { Around } from './playWire.ts'

const EVERY_MS = 45_000
/** Screenshots and guesses. */
const WRONG = 0.2

/** Runs until the signal is aborted. Returns at once. */
export function playReader(reader: QrReader, { deviceName }: Key, { api, appId, signal, log }: Around): void {
  let before = 'not a code'
  const scanOne = async (): Promise<void> => {
    const app = appId()
    if (!api || !app) return
    if (Math.random() < WRONG) return void (await reader.scan(before))
    const current = 1 + Math.floor(Math.random() * 50)
    const page = await api.get<{ records: { id: string }[] }>(
      `/api/person/person/page?appId=${app}&size=1&current=${current}&state=0`,
    )
    const [person] = page.records
    if (!person) return
    const { code } = await api.post<{ code: string }>(`/api/person/code/show?appId=${app}`, { personId: person.id })
    await reader.scan(code)
    before = code
  }
  const timer = setInterval(
    () => scanOne().catch((error: Error) => log(`${deviceName}: ${error.message}`)),
    EVERY_MS * (0.75 + Math.random() / 2),
  )
  signal.addEventListener('abort', () => clearInterval(timer))
}
