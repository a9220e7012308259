/** The log: one line of JSON per entry; never a query string, a token or personal data. */
import type { Params } from '#model/row.ts'
import type { Log } from '#server/ports.ts'

const LEVELS = { info: 30, warn: 40, error: 50 } as const

export function makeLog(name: string, write: (line: string) => void = line => void process.stdout.write(line)): Log {
  const at =
    (level: keyof typeof LEVELS) =>
    (fields: Params, message: string): void =>
      write(
        `${JSON.stringify({ level: LEVELS[level], time: new Date().toISOString(), name, ...fields, msg: message })}\n`,
      )
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
