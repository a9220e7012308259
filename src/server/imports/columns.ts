/** The columns of an import: fields that fit into one cell, their headings, and how a heading row is read. */
import { Refusal, type FieldProblem } from '#model/error.ts'
import type { Field } from '#model/field.ts'
import { ref } from '#model/field.ts'
import { importNames, PARENT } from '#model/importNames.ts'
import type { Noun } from '#model/noun.ts'
import { lowered, type Language, type Text } from '#base/text.ts'
import { plainHeading as plain } from '../sheets/fromHeading.ts'
import { quoted } from './quoted.ts'

export interface ImportColumn {
  name: string
  field: Field
}
/** Field names in the order of the file's columns; `LEFT_OUT` is not imported, null has no heading. */
export type Heading = (string | null)[]
export const LEFT_OUT = '#leftOut'
/** What a user decided about headings: the field that each means, or null to leave it out. */
export type ColumnChoices = Readonly<Record<string, string | null>>

/** The column added to files of failed rows; it may stay in the corrected file. */
export const REASON: Text = ['失败原因', 'Reason']

export function importColumns(noun: Noun): ImportColumn[] {
  const parent = ref([`上级${noun.label[0]}`, `Parent ${lowered(noun.label[1])}`], noun.key)
  return importNames(noun).map(name => ({ name, field: name === PARENT && noun.tree ? parent : noun.fields[name]! }))
}

/** The heading of a required column has an asterisk. */
export const headingOf = ({ field }: ImportColumn, language: Language): string =>
  `${field.label[language === 'zh' ? 0 : 1]}${field.required ? '*' : ''}`

/** The maximum number of problems of a heading row that are reported. */
const MAX_PROBLEMS = 20

/** The field of each heading in either language, or of its name. */
function wordsOf(columns: readonly ImportColumn[]): Map<string, string> {
  const words = new Map<string, string>(REASON.map(reason => [plain(reason), LEFT_OUT]))
  for (const { name, field } of columns)
    for (const label of [name, ...field.label]) if (!words.has(plain(label))) words.set(plain(label), name)
  return words
}
/** Headings by which a sheet of this noun is recognised. */
export const knownHeadings = (noun: Noun): string[] => [...wordsOf(importColumns(noun)).keys()]

export interface ReadHeading {
  columns: Heading
  /** Headings that are not imported. */
  leftOut: string[]
  /** Headings that are imported as the user chose. */
  chosen: string[]
}

/**
 * Reads a heading row in either language, or by field names, and as the user chose. What stays unknown is left out, and named.
 * Refuses duplicate and missing columns by name; the refusal has the unknown ones too, because a missing one may be among them.
 */
export function readHeading(noun: Noun, cells: readonly string[], choices: ColumnChoices = {}): ReadHeading {
  const columns = importColumns(noun)
  const words = wordsOf(columns)
  const problems: FieldProblem[] = []
  const given = new Set(cells.map(plain))
  const own = new Set<string>()
  for (const [heading, name] of Object.entries(choices)) {
    if (!given.has(plain(heading))) continue
    if (name !== null) own.add(plain(heading))
    if (name === null || columns.some(column => column.name === name)) words.set(plain(heading), name ?? LEFT_OUT)
    else problems.push(aboutColumn('columns', `没有“${quoted(name)}”这一列`, `There is no column "${quoted(name)}"`))
  }
  const times = new Map<string, number>()
  const leftOut: string[] = []
  const heading = cells.map((cell): string | null => {
    const word = plain(cell)
    if (word === '') return null
    const name = words.get(word) ?? LEFT_OUT
    times.set(name, (times.get(name) ?? 0) + 1)
    if (name === LEFT_OUT && !REASON.some(reason => plain(reason) === word)) leftOut.push(quoted(cell))
    return name
  })
  if (!heading.some(name => name && name !== LEFT_OUT))
    problems.push(aboutColumn('file', '没有可识别的列，请核对标题行', 'No column is known; check the headings'))
  for (const { name, field } of columns) {
    const count = times.get(name) ?? 0
    const [zh, en] = field.label
    if (count > 1) problems.push(aboutColumn(name, `“${zh}”列出现了${count}次`, `Column "${en}" occurs ${count} times`))
    if (count === 0 && field.required)
      problems.push(aboutColumn(name, `缺少必填列“${zh}”`, `The required column "${en}" is missing`))
  }
  const chosen = cells.filter(cell => own.has(plain(cell))).map(quoted)
  if (problems.length) throw headingRefusal(problems, { leftOut, chosen, choices: choicesOf(columns) })
  return { columns: heading, leftOut, chosen }
}

/** The fields that an unknown heading may mean. */
export const choicesOf = (columns: readonly ImportColumn[]): { name: string; label: Text; required: boolean }[] =>
  columns.map(({ name, field }) => ({ name, label: field.label, required: field.required === true }))

const aboutColumn = (field: string, zh: string, en: string): FieldProblem => ({ field, text: [zh, en] })

/** One message that names the columns, and one problem per column for programs. */
function headingRefusal(problems: readonly FieldProblem[], besides: object): Refusal {
  const named = problems.slice(0, MAX_PROBLEMS)
  const more = problems.length - named.length
  const together: Text = [
    named.map(({ text }) => text[0]).join('；') + (more ? `；另有${more}处` : ''),
    named.map(({ text }) => text[1]).join('; ') + (more ? `; and ${more} more` : ''),
  ]
  return new Refusal('invalid', {
    text: together,
    data: { problems: [{ field: '', text: together }, ...named], ...besides },
  })
}
