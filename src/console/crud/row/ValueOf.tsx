/** What is needed to display a value, and how none is displayed. */
import type { Field } from '#model/field.ts'
import type { Params } from '#model/row.ts'
import type { Words } from '#console/kit/language.tsx'

export type Translate = (words: Words) => string
export type ValueOf = {
  field: Field
  name: string
  row: Readonly<Params>
  translate: Translate
  /** Shows the whole text. In a table it is cut to one line. */ whole?: boolean
  /** References can be followed: pressing one opens its row (`Reference`). */ follows?: boolean
}

export const none = <span className="table-none">—</span>
