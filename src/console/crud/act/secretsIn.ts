/** What an answer may contain: a secret, which is shown only once, or a job that has begun. */
import type { Params } from '#model/row.ts'

export const secrets: readonly string[] = ['secret', 'appSecret', 'password']

/** The labels of an answer that contains a secret. */
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

/** The job has said so itself. */
export const isBulkJob = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'bulk'
