/** The actions on one row, on several, and on the whole list; each opens its dialog before it runs. */
import { useMemo, useState } from 'react'
import type { Lens, Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { actsOf, type Act, type MatchingRows } from '#console/crud/act/actsOf.ts'
import { isReported, secretsIn } from '#console/crud/act/secretsIn.ts'
import { failAct } from '#console/crud/act/failAct.ts'
import { mayDo, type Can } from '#console/crud/lensFields.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'
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
async function beginAct(act: Act, ask: (act: Act) => void): Promise<void> {
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

/** Loaded at the first removal. */
const removing = () => import('#console/crud/act/removeRows.ts')

export const useActs = (noun: Noun, lens: Lens | undefined, can: Can, onRemoved: (ids: readonly string[]) => void) => {
  /** The act whose dialog is open. */
  const [asking, setAsking] = useState<Act>()
  return useMemo(() => {
    const may = mayDo(noun, lens, can)
    return {
      asking,
      close: () => setAsking(undefined),
      begin: (act: Act) => beginAct(act, setAsking),
      remove: async (rows: readonly Row[]) => (await removing()).removeRows(noun, rows, onRemoved),
      removeMatching: async (matching: MatchingRows) => (await removing()).removeMatching(noun, matching, onRemoved),
      ...actsOf(noun, lens, can),
      may,
      mayOn: (row: Row, verb: 'edit' | 'remove'): boolean => may(verb) && allows(noun, row, verb),
    }
  }, [noun, lens, can, asking, onRemoved])
}
export type Acts = ReturnType<typeof useActs>
