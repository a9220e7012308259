/** A process under the supervisor: it receives its configuration, reports when it is ready, and drains when it is to stop. */
import type { Database } from '#server/sql/databaseUrl.ts'
import type { Config } from '../config.ts'

export type ChildName = 'server' | 'worker' | 'demo'

export type ChildConfig = Config & {
  secret: string
  /** For `openDb` and `openClient`. */
  connection: Database
  child: ChildName
  /** Different for all processes on the database: used in ids, and as the name of the process's sessions. */
  node: number
}

export type Given = {
  config: ChildConfig
  /** Makes the supervisor print a line in its terminal, such as the first password. */
  notice: (line: string) => void
}

/** `drain` accepts no more work and finishes what was started; after 10 s the process ends in any case. */
export type Running = { drain: () => Promise<void> }

const DRAIN_MS = 10_000

/**
 * Runs an entry file. `start` resolves when the process is working. SIGTERM, SIGINT and the supervisor's own end
 * each start the same single drain, however often they come; then the process exits with 0. A failing start exits with 1.
 */
export async function supervised(start: (given: Given) => Promise<Running>): Promise<void> {
  const json = process.env.PORTICO_CONFIG
  if (!json || !process.send) {
    console.error('this process is started by the supervisor: npm start')
    process.exit(1)
  }
  // Programs started by this process must not inherit secrets.
  delete process.env.PORTICO_CONFIG
  let running: Running | undefined
  let draining = false
  const stop = async (): Promise<void> => {
    if (draining) return
    draining = true
    setTimeout(() => process.exit(0), DRAIN_MS)
    try {
      await running?.drain()
    } catch (error) {
      console.error('the drain failed', error)
    }
    process.exit(0)
  }
  // A log line for which there is no space on the disk is lost, and must not crash the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => void stop())
  process.on('disconnect', () => void stop())
  const send = (message: object): void => void (process.connected && process.send?.(message, () => {}))
  try {
    running = await start({ config: JSON.parse(json) as ChildConfig, notice: line => send({ notice: line }) })
    if (!draining) send({ ready: true })
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}
