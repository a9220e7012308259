/** What the parameters of an action say that no device carries out. */
import { judgeAll } from '#model/judge.ts'
import type { Params } from '#model/row.ts'
import type { Channel } from '#modules/notices/channel.rules.ts'
import { NOTIFY, RAISE_ALARM } from './linkage.rules.ts'
import { PLATFORM_ACTS } from './platformActs.rules.ts'

const read = (act: string, params: Params | null | undefined): Params | null => {
  const judged = judgeAll(PLATFORM_ACTS.get(act)!.input, params ?? {})
  return 'problems' in judged ? null : (judged.ok as Params)
}
/** Whether the action can be carried out with these parameters. */
export const isComplete = (act: string, params: Params | null | undefined): boolean => read(act, params) !== null

/** The alarm that the parameters of an action describe; null when they describe none. */
export function alarmIn(params: Params | null | undefined): { name: string; level: number } | null {
  const given = read(RAISE_ALARM, params)
  return given && { name: String(given.name), level: Number(given.level) }
}
/** The notice that the parameters of an action describe; null when they describe none. */
export function noticeIn(
  params: Params | null | undefined,
): { accountIds: readonly string[]; by: Channel; body: string } | null {
  const given = read(NOTIFY, params)
  return (
    given && {
      accountIds: given.accountIds as unknown as readonly string[],
      by: given.by as Channel,
      body: String(given.text),
    }
  )
}
