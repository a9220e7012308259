/** The action of a rule that no device carries out: it opens an alarm of the chosen device. */
import { choice, text, type Fields } from '#model/field.ts'
import { judgeAll } from '#model/judge.ts'
import type { Params } from '#model/row.ts'
import { ALARM_LEVELS } from '#modules/devices/alarm/alarmLevels.rules.ts'

export const RAISE_ALARM_INPUT = {
  name: text(['告警', 'What happened'], { required: true, max: 50 }),
  level: choice(['级别', 'Level'], ALARM_LEVELS, { required: true }),
} satisfies Fields

/** The alarm that the parameters of an action describe; null when they describe none. */
export function alarmIn(params: Params | null | undefined): { name: string; level: number } | null {
  const judged = judgeAll(RAISE_ALARM_INPUT, params ?? {})
  return 'problems' in judged ? null : { name: String(judged.ok.name), level: Number(judged.ok.level) }
}
