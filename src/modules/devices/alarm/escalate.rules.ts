/** When the next step of an escalation is due. */

export interface EscalationStep {
  /** Seconds after the alarm was opened. */
  afterS: number
  by: 'console' | 'sms' | 'callback'
  accountIds?: readonly string[] | null
}

/**
 * The step that follows `taken` steps, and when; null when there is none. `steps` are in order of time. After the last
 * one it is repeated every `repeatS` seconds, counted from now.
 */
export function nextStepAt(
  steps: readonly EscalationStep[],
  repeatS: number | null,
  taken: number,
  { openedMs, nowMs }: { openedMs: number; nowMs: number },
): { step: EscalationStep; atMs: number } | null {
  const step = steps[taken]
  if (step) return { step, atMs: openedMs + step.afterS * 1000 }
  const last = steps.at(-1)
  if (!last || repeatS === null) return null
  const lastMs = openedMs + last.afterS * 1000
  const repeats = taken - steps.length + 1
  // In the rhythm of the alarm, but never more than one call for a time that passed while nothing ran.
  const plannedMs = lastMs + repeats * repeatS * 1000
  return { step: last, atMs: plannedMs < nowMs - repeatS * 1000 ? nowMs : plannedMs }
}
