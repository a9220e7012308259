/** Begins an act: asks for its input or its confirmation, runs it and reports the outcome. */
import type { Act } from '#console/crud/act/actsOf.ts'
import { failAct } from '#console/crud/act/failAct.ts'
import { isReported, secretsIn } from '#console/crud/act/secretsIn.ts'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { toast } from '#console/kit/overlay/toast.ts'

const confirmed = async (act: Act): Promise<boolean> =>
  !(act.confirm || act.danger) ||
  confirm({
    message: act.confirm ?? [
      `确定${act.label[0]}${act.subject ? `“${act.subject}”` : ''}吗？`,
      `${act.label[1]}${act.subject ? ` ${act.subject}` : ''}?`,
    ],
    danger: act.danger ?? false,
  })

/** Opens the dialog if the action has input; otherwise runs it, after a confirmation if one is required. */
export async function beginAct(act: Act, ask: (act: Act) => void): Promise<void> {
  if (act.reason || Object.keys(act.input ?? {}).length) {
    ask(act)
    return
  }
  if (!(await confirmed(act))) return
  try {
    const answer = await act.run({})
    if (!isReported(answer)) toast.ok(['操作成功', 'Done'])
    const shownOnce = secretsIn(answer)
    if (shownOnce) ask({ ...act, shownOnce })
  } catch (error) {
    failAct(error)
  }
}
