/** The columns of a lens as a table takes them: widths, alignment and look follow from the kind of each field. */
import type { Field } from '#model/field.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import type { Row } from '#console/crud/Row.ts'
import { shownValue, type Say } from '#console/crud/shownValue.tsx'
import type { Column } from '#console/kit/column.ts'

export type ColumnChanges = Readonly<Record<string, Partial<Column<Row>>>>

/** In px; without one a column shares what is left. */
const widthOf = (field: Field): number | undefined => {
  switch (field.kind) {
    case 'instant': return 172
    case 'day': return 108
    case 'clock': case 'flag': return 88
    case 'integer': case 'decimal': case 'fen': return 88
    case 'choice': return field.many ? undefined : 104
    case 'text': return field.mono ? 168 : field.pattern === 'phone' ? 116 : undefined
    case 'list': return 96
    default: return undefined
  }
}

const isNumber = (field: Field): boolean => field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'fen'

export const columnsOf = (noun: Noun, lens: Lens, say: Say, changes: ColumnChanges = {}): readonly Column<Row>[] => {
  const known = lens.columns.flatMap((name): Column<Row>[] => {
    const field = fieldOf(noun, name)
    if (!field) return []
    const width = widthOf(field)
    const last = lens.columns.length - 1
    const at = lens.columns.indexOf(name)
    return [{
      key: name, label: field.label, ...(width === undefined ? {} : { width }), ...(isNumber(field) ? { align: 'right' as const } : {}),
      ...(field.sort || name === 'createdAt' || name === 'updatedAt' ? { sort: true } : {}),
      // The first and what states how things are stay in narrow tables.
      priority: at === 0 || name === 'state' || name === 'status' || name === 'online' ? 1 : at > 5 && at !== last ? 3 : 2,
      render: (row) => shownValue({ field, name, row, say }),
      ...changes[name],
    }]
  })
  const added = Object.entries(changes).filter(([name, column]) => !lens.columns.includes(name) && column.label !== undefined).map(([key, column]): Column<Row> => ({ key, label: key, ...column }))
  // One column at least takes what the others leave.
  const all = [...known, ...added]
  return all.some((column) => column.width === undefined) ? all : all.map((column, at) => (at === 0 ? (({ width: _width, ...rest }) => rest)(column) : column))
}
