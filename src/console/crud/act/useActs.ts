/** The actions on one row, on several, and on the whole list; each opens its dialog before it runs. */
import { useMemo, useState } from 'react'
import type { Lens, Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import { actsOf, type Act, type MatchingRows } from '#console/crud/act/actsOf.ts'
import { mayDo, type Can } from '#console/crud/lensFields.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'

/** Loaded at the first act, and at the first removal. */
const beginning = () => import('#console/crud/act/beginAct.ts')
const removing = () => import('#console/crud/act/removeRows.ts')

export const useActs = (noun: Noun, lens: Lens | undefined, can: Can, onRemoved: (ids: readonly string[]) => void) => {
  /** The act whose dialog is open. */
  const [asking, setAsking] = useState<Act>()
  return useMemo(() => {
    const may = mayDo(noun, lens, can)
    return {
      asking,
      close: () => setAsking(undefined),
      begin: async (act: Act) => (await beginning()).beginAct(act, setAsking),
      remove: async (rows: readonly Row[]) => (await removing()).removeRows(noun, rows, onRemoved),
      removeMatching: async (matching: MatchingRows) => (await removing()).removeMatching(noun, matching, onRemoved),
      ...actsOf(noun, lens, can),
      may,
      mayOn: (row: Row, verb: 'edit' | 'remove'): boolean => may(verb) && allows(noun, row, verb),
    }
  }, [noun, lens, can, asking, onRemoved])
}
export type Acts = ReturnType<typeof useActs>
