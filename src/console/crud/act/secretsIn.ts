/** Recognises two kinds of answers: those with a secret, which is shown only once, and those whose outcome is reported. */
import type { Params } from '#model/row.ts'

export const secrets: readonly string[] = ['secret', 'appSecret', 'password', 'pin']

/** The texts of an answer that contains a secret, by name; undefined if it contains none. */
export const secretsIn = (answer: unknown): Readonly<Record<string, string>> | undefined => {
  if (
    typeof answer !== 'object' ||
    answer === null ||
    !secrets.some(name => typeof (answer as Params)[name] === 'string')
  )
    return undefined
  return Object.fromEntries(
    Object.entries(answer).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[0] !== 'id'),
  )
}

/** An act on several rows: a job, whose start `startBulk` has announced, or a few rows, of which `actOnRows` has reported. */
export type Reported = { kind: 'bulk' }
export const isReported = (answer: unknown): boolean =>
  (answer as Partial<Reported> | null | undefined)?.kind === 'bulk'
