/** The life of a process under the supervisor: it is given its configuration, says when it is ready, and drains when asked. */
import type { Database } from '#server/sql/databaseUrl.ts'
import type { Config } from '../config.ts'

export type ChildName = 'server' | 'worker' | 'demo'

export type ChildConfig = Config & {
  secret: string
  /** For `openDb` and `openClient`. */
  connection: Database
  child: ChildName
  /** Differs between all processes on the database: for `idSource`, and the name of the sessions it holds. */
  node: number
}

export type Given = {
  config: ChildConfig
  /** Has the supervisor print a line to the person at the terminal, such as the first password. */
  notice: (line: string) => void
}

/** `drain` stops accepting and finishes what was begun; after 10 s the process ends all the same. */
export type Running = { drain: () => Promise<void> }

const DRAIN_MS = 10_000

/**
 * Runs an entry file. `start` resolves when the process does its work. SIGTERM, SIGINT and the supervisor's own end
 * each start the same single drain, however often they come; then the process exits 0. A failing start exits 1.
 */
export async function supervised(start: (given: Given) => Promise<Running>): Promise<void> {
  const json = process.env.PORTICO_CONFIG
  if (!json || !process.send) {
    console.error('this process is started by the supervisor: npm start')
    process.exit(1)
  }
  // What this process may start itself gets no secrets.
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
  // A line of the log that finds no room on the disk is lost, and must not take the process with it.
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
