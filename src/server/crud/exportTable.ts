/** What an export writes of a list: its columns in their order, and each cell as text that no spreadsheet takes for a formula. */
import { showInstant } from '#base/time.ts'
import { flagWord, refName, type Field } from '#model/field.ts'
import { plainText } from '#base/plainText.ts'
import type { Language } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import type { Row } from '../parts.ts'
import { neutral } from '../sheets/formula.ts'

function csvCell(value: string): string {
  const safe = neutral(value)
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function shown(field: Field, name: string, row: Row, english: boolean, zone: string): string {
  const value = row[name]
  if (value === null || value === undefined) return ''
  if (field.kind === 'ref') return String(row[refName(name)] ?? value)
  if (field.kind === 'instant') return showInstant(String(value), zone)
  if (field.kind === 'flag') return flagWord(field, Boolean(value))[english ? 1 : 0]
  if (field.kind === 'choice' && !field.many) {
    const entry = Object.values(field.values).find(([wire]) => wire === value)
    return entry ? entry[english ? 2 : 1] : String(value)
  }
  if (field.kind === 'rich') return plainText(String(value))
  if (field.kind === 'span') {
    const { from, to } = value as { from: string; to: string }
    return field.of === 'instant' ? `${showInstant(from, zone)} ~ ${showInstant(to, zone)}` : `${from} ~ ${to}`
  }
  if (field.kind === 'dictionary' && Array.isArray(value)) return value.join(english ? ', ' : '、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const HISTORY: Record<string, Field> = {
  id: { kind: 'text', label: ['编号', 'Id'] },
  createdAt: { kind: 'instant', label: ['创建时间', 'Created'] },
  updatedAt: { kind: 'instant', label: ['更新时间', 'Updated'] },
}

/** `columns` as they are asked for: a list, or names with commas between them. */
export const askedColumns = (given: unknown): string[] =>
  (Array.isArray(given) ? given.map(String) : typeof given === 'string' ? given.split(',') : []).filter(Boolean)

/** What the list shows, in its order; without a list of columns every field that a cell can hold. */
function columnsOf(noun: Noun, asked: readonly string[]): [string, Field][] {
  const states = Object.entries(noun.states ?? {}).map(([name, machine]): [string, Field] => [
    name,
    { kind: 'choice', label: machine.label, values: machine.states },
  ])
  const fields = Object.entries(noun.fields).filter(
    ([, field]) => field.kind !== 'secret' && field.kind !== 'file' && field.kind !== 'json' && field.kind !== 'custom',
  )
  if (asked.length === 0) return [...fields, ...states]
  const known = new Map<string, Field>([...fields, ...states, ...Object.entries(HISTORY)])
  const names = asked.filter(name => known.has(name))
  return names.length ? names.map(name => [name, known.get(name)!]) : fields
}

/** In whose words, and by which clock. */
export interface Place {
  language: Language
  zone: string
}

export interface ExportTable {
  names: readonly string[]
  heading: string
  line(row: Row): string
}

/** `noun` as it is grown where the export acts. */
export function exportTable(noun: Noun, asked: readonly string[], { language, zone }: Place): ExportTable {
  const english = language === 'en'
  const columns = columnsOf(noun, asked)
  const write = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
  return {
    names: columns.map(([name]) => name),
    // The mark by which spreadsheets know UTF-8.
    heading: `\ufeff${write(columns.map(([, field]) => field.label[english ? 1 : 0]))}`,
    line: row => write(columns.map(([name, field]) => shown(field, name, row, english, zone))),
  }
}
