/** The columns of an import: fields that fit into one cell, their headings, and how a heading row is read. */
import { invalidFields, type FieldProblem, type Refusal } from '#model/error.ts'
import type { Field } from '#model/field.ts'
import { ref } from '#model/field.ts'
import { importNames, PARENT } from '#model/importNames.ts'
import type { Noun } from '#model/noun.ts'
import type { Language, Text } from '#base/text.ts'
import { quoted } from './quoted.ts'

export interface ImportColumn {
  name: string
  field: Field
}
/** Field names in the order of the file's columns: `REASON_COLUMN` only explains, null has no heading. */
export type Heading = (string | null)[]
export const REASON_COLUMN = '#reason'

/** The column added to files of failed rows; it may stay in the corrected file. */
export const REASON: Text = ['失败原因', 'Reason']

export function importColumns(noun: Noun): ImportColumn[] {
  const parent = ref([`上级${noun.label[0]}`, `Parent ${noun.label[1].toLowerCase()}`], noun.key)
  return importNames(noun).map(name => ({ name, field: name === PARENT && noun.tree ? parent : noun.fields[name]! }))
}

/** The heading of a required column has an asterisk. */
export const headingOf = ({ field }: ImportColumn, language: Language): string =>
  `${field.label[language === 'zh' ? 0 : 1]}${field.required ? '*' : ''}`

const plain = (text: string): string => text.replace(/[\s*＊]/g, '').toLowerCase()

/** The maximum number of problems of a heading row that are reported. */
const MAX_PROBLEMS = 20

/** Reads a heading row in either language, or by field names. Refuses unknown, duplicate and missing columns by name. */
export function readHeading(noun: Noun, cells: readonly string[]): Heading {
  const columns = importColumns(noun)
  const words = new Map<string, string>(REASON.map(reason => [plain(reason), REASON_COLUMN]))
  for (const { name, field } of columns)
    for (const label of [name, ...field.label]) if (!words.has(plain(label))) words.set(plain(label), name)
  const problems: FieldProblem[] = []
  const times = new Map<string, number>()
  const heading = cells.map((cell, index): string | null => {
    const word = plain(cell)
    if (word === '') return null
    const name = words.get(word) ?? null
    if (name) times.set(name, (times.get(name) ?? 0) + 1)
    else {
      const shown = quoted(cell)
      problems.push(
        aboutColumn(shown, `第${index + 1}列“${shown}”无法识别`, `Column ${index + 1}, "${shown}", is unknown`),
      )
    }
    return name
  })
  for (const { name, field } of columns) {
    const count = times.get(name) ?? 0
    const [zh, en] = field.label
    if (count > 1) problems.push(aboutColumn(name, `“${zh}”列出现了${count}次`, `Column "${en}" occurs ${count} times`))
    if (count === 0 && field.required)
      problems.push(aboutColumn(name, `缺少必填列“${zh}”`, `The required column "${en}" is missing`))
  }
  if (problems.length) throw headingRefusal(problems)
  return heading
}

const aboutColumn = (field: string, zh: string, en: string): FieldProblem => ({ field, text: [zh, en] })

/** One message that names the columns, and one problem per column for programs. */
function headingRefusal(problems: readonly FieldProblem[]): Refusal {
  const named = problems.slice(0, MAX_PROBLEMS)
  const more = problems.length - named.length
  const together: Text = [
    named.map(({ text }) => text[0]).join('；') + (more ? `；另有${more}处` : ''),
    named.map(({ text }) => text[1]).join('; ') + (more ? `; and ${more} more` : ''),
  ]
  return invalidFields([{ field: '', text: together }, ...named])
}
