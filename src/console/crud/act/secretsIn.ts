/** Recognises two kinds of answers: those with a secret, which is shown only once, and started jobs. */
import type { Params } from '#model/row.ts'

export const secrets: readonly string[] = ['secret', 'appSecret', 'password']

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

/** Whether the answer is a job on many rows, whose start `startBulk` has already announced. */
export const isBulkJob = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'bulk'
