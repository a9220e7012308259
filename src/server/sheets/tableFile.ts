/** The two formats of an export, written row by row: a workbook, and CSV for who asks for it. */
import { invalidFields } from '#model/error.ts'
import { neutral } from './formula.ts'
import { WorkbookStream, type TableCell } from './WorkbookStream.ts'

export const FORMATS = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const
export type Format = keyof typeof FORMATS

/** The `format` of a request; a workbook where it names none. */
export function askedFormat(given: unknown): Format {
  if (given === undefined || given === '') return 'xlsx'
  if (given === 'xlsx' || given === 'csv') return given
  throw invalidFields([{ field: 'format', text: ['格式应为 xlsx 或 csv', 'The format is xlsx or csv'] }])
}

export interface TableFile {
  begin(name: string, heading: readonly string[]): Promise<void>
  rows(rows: readonly (readonly TableCell[])[]): Promise<void>
  end(): Promise<void>
}

export function tableFile(format: Format, write: (bytes: Buffer) => Promise<void>): TableFile {
  if (format === 'csv') return csvFile(write)
  const stream = new WorkbookStream(write)
  return {
    begin: (name, heading) =>
      stream.begin(
        name,
        heading.map(text => ({ text, width: Math.min(40, Math.max(14, text.length * 2 + 2)) })),
      ),
    rows: rows => stream.rows(rows),
    end: () => stream.end(),
  }
}

/** Everything that any spreadsheet takes for a separator is quoted. */
function csvCell({ text, number }: TableCell): string {
  const safe = number ? text : neutral(text)
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const csvLine = (cells: readonly TableCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

const csvFile = (write: (bytes: Buffer) => Promise<void>): TableFile => ({
  // The byte order mark, by which spreadsheets recognise UTF-8.
  begin: (_name, heading) => write(Buffer.from(`\ufeff${csvLine(heading.map(text => ({ text })))}`)),
  rows: rows => write(Buffer.from(rows.map(csvLine).join(''))),
  end: async () => {},
})
