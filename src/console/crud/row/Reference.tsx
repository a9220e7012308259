/** The name of a row that opens that row beside the list around it (`followReference`); plain text for users who may not view it. */
import type { ReactNode } from 'react'
import { can } from '#console/data/me.ts'

export type ReferenceProps = {
  /** The key of the noun. */
  to: string
  id: string
  /** In a table, where rows and not their references are stops of the Tab key. */
  skipped?: boolean
  children: ReactNode
}

export const Reference = ({ to, id, skipped, children }: ReferenceProps) =>
  can(`${to}:view`) ? (
    <button type="button" className="crud-ref" data-ref={`${to}.${id}`} tabIndex={skipped ? -1 : 0}>
      {children}
    </button>
  ) : (
    children
  )
