/** What an export writes: the columns in order, and each cell as text, or as a number that can be added up. */
import { translate } from '#base/text.ts'
import { columnOf } from '#model/columnOf.ts'
import type { Field } from '#model/field.ts'
import { historyOf } from '#model/historyOf.ts'
import type { Noun } from '#model/noun.ts'
import type { Row } from '#model/row.ts'
import type { Half } from '../parts.ts'
import type { TableCell } from '../sheets/WorkbookStream.ts'
import { readIn } from '#model/readIn.ts'
import { cellText, type Reading } from './cellText.ts'

const NUMERIC: ReadonlySet<Field['kind']> = new Set(['integer', 'decimal', 'fen'])
/** A spreadsheet keeps 15 digits; a longer number stays text, so that it keeps all. */
const EXACT = /^-?(?=(?:\d\.?){1,15}$)\d+(\.\d+)?$/
const cellOf = (text: string, field: Field): TableCell =>
  NUMERIC.has(field.kind) && EXACT.test(text) ? { text, number: true } : { text }

const ID: Field = { kind: 'text', label: ['编号', 'Id'] }

/** The requested `columns`: a list, or names separated by commas. */
export const askedColumns = (given: unknown): string[] =>
  (Array.isArray(given) ? given.map(String) : typeof given === 'string' ? given.split(',') : []).filter(Boolean)

/** Only `written` makes text of them. */
const NO_TEXT: ReadonlySet<Field['kind']> = new Set(['secret', 'file', 'json', 'custom'])

/** The columns of the list, in its order; without a request, every field that fits into a cell. */
function columnsOf(noun: Noun, asked: readonly string[], written: object): [string, Field][] {
  const states = Object.keys(noun.states ?? {}).map((name): [string, Field] => [name, columnOf(noun, name)!])
  const fields = Object.entries(noun.fields).filter(([name, { kind }]) => !NO_TEXT.has(kind) || name in written)
  if (asked.length === 0) return [...fields, ...states]
  const known = new Map<string, Field>([...fields, ...states, ['id', ID], ...Object.entries(historyOf(noun))])
  const names = asked.filter(name => known.has(name))
  return names.length ? names.map(name => [name, known.get(name)!]) : fields
}

export interface ExportTable {
  names: readonly string[]
  heading: readonly string[]
  cells(row: Row): TableCell[]
}

/** `noun` includes the extension fields of the place where the export acts; `written` is that of its half. */
export function exportTable(
  noun: Noun,
  asked: readonly string[],
  reading: Reading,
  written: Half['written'] = {},
): ExportTable {
  const { language } = reading
  const columns = columnsOf(noun, asked, written)
  return {
    names: columns.map(([name]) => name),
    heading: columns.map(([, field]) => translate(field.label, language)),
    cells: row =>
      columns.map(([name, field]) =>
        cellOf(
          written[name]?.(row, reading) ?? cellText(field, readIn(noun, name, row, language), row, reading),
          field,
        ),
      ),
  }
}
