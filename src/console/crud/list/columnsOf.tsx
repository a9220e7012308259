/** The columns of a lens for a table: widths, alignment and appearance follow from the kind of each field. */
import type { Choices, Field } from '#model/field.ts'
import type { Lens, Noun } from '#model/noun.ts'
import { fieldOf } from '#console/crud/lensFields.ts'
import { readElsewhere } from '#console/crud/nameOf.ts'
import { FaceName } from '#console/crud/row/FaceName.tsx'
import { readIn } from '#model/readIn.ts'
import { currentLanguage } from '#console/kit/language.tsx'
import type { Row } from '#model/row.ts'
import { isStateful } from '#console/crud/row/toneOf.ts'
import { wordsPx } from '#console/crud/list/wordsPx.ts'
import { shownValue } from '#console/crud/row/shownValue.tsx'
import type { Translate } from '#console/crud/row/ValueOf.tsx'
import type { Column } from '#console/kit/table/column.ts'

export type ColumnChanges<R = Row> = Readonly<Record<string, Partial<Column<R>>>>

/** The width in px for the longest of these texts. */
const wordyWidth = (values: Choices, name: string, translate: Translate, head: number): number =>
  Math.min(
    176,
    Math.max(
      head,
      80,
      ...Object.values(values).map(([, zh, en]) => wordsPx(translate([zh, en])) + (isStateful(name) ? 44 : 20)),
    ),
  )

/** The width in px; without one the column shares the remaining width. */
const widthOf = (field: Field, name: string, translate: Translate): number | undefined => {
  const head = wordsPx(translate(field.label)) + (field.sort ? 36 : 20)
  switch (field.kind) {
    case 'instant':
      return Math.max(172, head)
    case 'day':
      return Math.max(108, head)
    case 'icon':
      return Math.max(64, head)
    case 'colour':
      return Math.max(112, head)
    case 'span':
      return field.of === 'instant' ? 320 : field.of === 'day' ? 196 : 132
    case 'clock':
    case 'flag':
      return Math.max(84, head)
    case 'integer':
    case 'decimal':
    case 'fen':
      // The arrow of the order is before a label at the right.
      return Math.max(80, head + (field.sort ? 28 : 16))
    case 'choice':
      return field.many ? undefined : wordyWidth(field.values, name, translate, head)
    case 'text':
      // Addresses differ in the server and the beginning of the path.
      if (field.mono && field.pattern === 'url') return 264
      // The 22 characters of a client id fit.
      if (field.mono) return 176
      if (field.pattern === 'phone') return 116
      if (field.keyOf === 'part' || field.keyOf === 'deviceClass') return Math.max(112, head)
      return field.known && wordyWidth(field.known, name, translate, head)
    case 'list':
      return Math.max(84, head)
    default:
      return undefined
  }
}

const isNumber = (field: Field): boolean => field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'fen'

const number: Field = { kind: 'text', label: ['编号', 'Id'], mono: true }

export const columnsOf = (
  noun: Noun,
  lens: Lens,
  translate: Translate,
  changes: ColumnChanges = {},
): readonly Column<Row>[] => {
  const essential = (name: string): boolean =>
    // What the rows are ordered by in time is looked for beside an open row as well.
    (name === noun.order?.[0] && fieldOf(noun, name)?.kind === 'instant') ||
    (lens.essential?.includes(name) ?? (name === lens.columns[0] || ['state', 'status', 'online'].includes(name)))
  const known = lens.columns.flatMap((name): Column<Row>[] => {
    const field = fieldOf(noun, name)
    if (!field || readElsewhere(noun, name)) return []
    const width = widthOf(field, name, translate)
    const last = lens.columns.length - 1
    const at = lens.columns.indexOf(name)
    return [
      {
        key: name,
        label: field.label,
        // A column that the page lets grow has no fixed width.
        ...(width === undefined || changes[name]?.grow ? {} : { width }),
        // Codes are of any length, and most are short.
        ...(field.kind === 'text' && field.mono ? { least: 112 } : {}),
        // Users look for the name, so its column grows more than the others; so does one with several values or lines.
        ...(name === noun.name || ('many' in field && field.many) || ('lines' in field && field.lines)
          ? { grow: 2 }
          : {}),
        ...(isNumber(field) ? { align: 'right' as const } : {}),
        ...(field.sort ? { sort: true } : {}),
        priority: essential(name) ? 1 : at > 5 && at !== last ? 3 : 2,
        render: row => {
          const value = shownValue({
            field,
            name: readIn(noun, name, row, currentLanguage()),
            row,
            translate,
            follows: true,
          })
          return noun.face && name === noun.name ? (
            <FaceName noun={noun} row={row}>
              {value}
            </FaceName>
          ) : (
            value
          )
        },
        ...changes[name],
      },
    ]
  })
  const added = Object.entries(changes)
    .filter(([name, column]) => !lens.columns.includes(name) && column.label !== undefined)
    .map(([key, column]): Column<Row> => ({ key, label: key, ...column }))
  // Fields that all rows have, hidden until the user shows them.
  const spare = (['id', 'createdAt', 'updatedAt'] as const).flatMap((name): Column<Row>[] => {
    const field = name === 'id' ? number : fieldOf(noun, name)
    return field && !lens.columns.includes(name) && changes[name] === undefined
      ? [
          {
            key: name,
            label: field.label,
            width: 172,
            hidden: true,
            priority: 3,
            ...(name === 'id' ? {} : { sort: true }),
            render: row => shownValue({ field, name, row, translate }),
          },
        ]
      : []
  })
  // At least one column takes the remaining width.
  const all = [...known, ...added, ...spare]
  return all.some(column => column.width === undefined)
    ? all
    : all.map((column, at) => (at === 0 ? (({ width: _width, ...rest }) => rest)(column) : column))
}
