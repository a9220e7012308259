/** Outcomes of a delivery: the kinds of failures, and when it is tried again. */

/** Why the delivery of one item failed. */
export type FailureKind = 'refused' | 'busy' | 'full' | 'lost'
/** The kind of a cancelled delivery: it is not tried again until somebody asks for it. */
export const CANCELLED = 'cancelled'
/** Failures shown to people; the other kinds are only waiting. */
export const FAILURES: readonly string[] = ['refused', 'full', 'busy', 'lost', CANCELLED]

/** Seconds before the next attempt, by kind of failure and number of attempts; null waits for a change of the desired state. */
const retryAfterS = (kind: FailureKind, tries: number): number | null =>
  kind === 'refused' || kind === 'full' ? null : Math.min(3600, 2 ** Math.min(tries, 12))

/** The time of the next attempt; null when it waits for a change. */
export function retryAt(kind: FailureKind, tries: number, now: Date): Date | null {
  const waitS = retryAfterS(kind, tries)
  return waitS === null ? null : new Date(now.getTime() + waitS * 1000)
}

/** Result codes of devices: 4290 is busy, 4130 is full, others are refused. */
const kindOfCode = (code: number): 'busy' | 'full' | 'refused' =>
  code === 4290 || code === 429 ? 'busy' : code === 4130 ? 'full' : 'refused'

/** What a finished command says about one item. */
export interface FinishedCommand {
  /** As in `devices.command`: 3 done, 4 failed, 5 timed out, 6 cancelled. */
  state: number
  code: number | null
  message: string | null
}
/** Why the delivery of one item failed; `code` and `message` are null when the device did not answer. */
export interface Failure {
  kind: FailureKind
  code: number | null
  message: string | null
}
/** Null when it succeeded. `result` is the device's answer about this item, if the answer names items. */
export function failureOf(
  command: FinishedCommand | undefined,
  result: { code: number; message: string | null } | undefined,
  named: boolean,
): Failure | null {
  const code = result ? result.code : (command?.code ?? null)
  if (command?.state === 3 && named && (code === 0 || code === 200)) return null
  if (command?.state === 5 || command?.state === 6 || (command?.state === 4 && command.code === null))
    return { kind: 'lost', code: null, message: command.message }
  if (command?.state === 3 && !named) return { kind: 'lost', code: null, message: '设备的答复中没有此人' }
  return { kind: kindOfCode(code ?? 0), code, message: result ? result.message : (command?.message ?? null) }
}
