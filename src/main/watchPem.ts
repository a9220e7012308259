/** A certificate that is renewed on disk is served without a restart; a broken one is logged, and the one before stays. */
import { X509Certificate } from 'node:crypto'
import type { FrontOptions, Pem } from '#model/protocol.ts'
import { judgePem, readPem, type PemFiles } from './pem.ts'

type Tls = NonNullable<FrontOptions['tls']>
interface Watching {
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** Ends it. */
  signal: AbortSignal
  lookMs?: number
}

/** The contents are compared: in mounted secrets and behind links, neither times nor events of files can be relied on. */
const LOOK_MS = 5000

/** What the files contain now, and from then on whatever they are renewed to. Rejects where they cannot be read. */
export async function watchPem(files: PemFiles, { log, signal, lookMs = LOOK_MS }: Watching): Promise<Tls> {
  const first = await readPem(files)
  const cert = files.cert
  let serve: (pem: Pem) => void = () => {}
  let served = textOf(first)
  /** What was wrong at the last look; logged at the second, because certificate and key are written one after the other. */
  let wrong = { what: '', times: 0 }
  const look = async (): Promise<void> => {
    let text = ''
    try {
      const pem = await readPem(files)
      text = textOf(pem)
      if (text !== served) {
        judgeRenewed(pem)
        serve(pem)
        served = text
        log.info({ cert }, 'tls: the renewed certificate is served')
      }
      wrong = { what: '', times: 0 }
    } catch (error) {
      const { message } = error as Error
      const what = `${message}\n${text}`
      wrong = { what, times: wrong.what === what ? wrong.times + 1 : 1 }
      if (wrong.times === 2)
        log.warn({ cert, error: message }, 'tls: the new certificate is broken; the one before stays')
    }
  }
  // One after the other: a look that was overtaken would serve the files as they were.
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(() => void look().then(() => signal.aborted || wait()), lookMs).unref()
  }
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  wait()
  return { ...first, onRenewed: renewed => (serve = renewed) }
}

function judgeRenewed(pem: Pem): void {
  judgePem(pem)
  const { validTo, validToDate } = new X509Certificate(pem.cert)
  if (validToDate.getTime() < Date.now()) throw new Error(`it was valid until ${validTo}`)
}

const textOf = ({ cert, key, ca }: Pem): string => [cert, key, ca].join('\0')
