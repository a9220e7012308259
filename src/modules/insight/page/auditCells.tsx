/** Cells of the audit: what was acted on, with a link to it, and what changed in one line. */
import type { ReactNode } from 'react'
import { verbsOf } from '#model/noun.ts'
import type { RowOf } from '#model/row.ts'
import { Reference } from '#console/crud/row/Reference.tsx'
import { none } from '#console/crud/row/ValueOf.tsx'
import { nounOf } from '#console/data/registry.ts'
import { translateNow } from '#console/kit/language.tsx'
import type { operLog } from '../operLog.noun.ts'
import { linesOf } from './linesOf.ts'

type Entry = RowOf<typeof operLog>

/** The name that it had then; a link for those who may see the row. A removed one has nothing to open. */
export const objectShown = ({ object, objectId, objectName, action }: Entry, whole = false): ReactNode => {
  const name = objectName || (objectId ? <span className="mono">{objectId}</span> : none)
  const noun = nounOf(object)
  const opens = noun && objectId && /^\d+$/.test(objectId) && verbsOf(noun).includes('view') && action !== 'remove'
  return opens ? (
    <Reference to={object} id={objectId} skipped={!whole}>
      {name}
    </Reference>
  ) : (
    name
  )
}

export const ObjectCell = ({ row }: { row: Entry }) => objectShown(row)

/** The names of what changed; their values are in the drawer. */
export const ChangesCell = ({ row }: { row: Entry }) => {
  const labels = [...new Set(linesOf(row).map(line => translateNow(line.label)))]
  return labels.length ? <span className="ellipsis">{labels.join(translateNow(['、', ', ']))}</span> : none
}
