/** The columns of an import: which fields one cell can hold, what they are called, and what a heading row says of them. */
import { invalidFields, type FieldProblem, type Refusal } from '#model/error.ts'
import type { Field } from '#model/field.ts'
import { ref } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import type { Language, Text } from '#base/text.ts'

export interface ImportColumn {
  name: string
  field: Field
}
/** Field names in the order of the file's columns: `REASON_COLUMN` is one that only explains, null has no heading. */
export type Heading = (string | null)[]
export const REASON_COLUMN = '#reason'

/** `parentId` of a tree is no field of its noun. */
export const PARENT = 'parentId'
/** The column that files of failures add; a corrected file may keep it. */
export const REASON: Text = ['失败原因', 'Reason']

const ONE_CELL = new Set<Field['kind']>([
  ...(['text', 'integer', 'decimal', 'flag', 'instant', 'day', 'choice', 'ref'] as const),
  ...(['clock', 'colour', 'icon', 'code', 'span', 'dictionary'] as const),
])

export function importColumns(noun: Noun): ImportColumn[] {
  const parent = ref([`上级${noun.label[0]}`, `Parent ${noun.label[1].toLowerCase()}`], noun.key)
  const own = Object.entries(noun.fields).filter(
    ([, field]) => ONE_CELL.has(field.kind) && !field.computed && (field.by ?? 'user') === 'user',
  )
  const names = noun.imports ?? [...own.map(([name]) => name), ...(noun.tree ? [PARENT] : [])]
  return names.map(name => ({ name, field: name === PARENT && noun.tree ? parent : noun.fields[name]! }))
}

/** A required column wears a star. */
export const headingOf = ({ field }: ImportColumn, language: Language): string =>
  `${field.label[language === 'zh' ? 0 : 1]}${field.required ? '*' : ''}`

const plain = (text: string): string => text.replace(/[\s*＊]/g, '').toLowerCase()

/** Reads a heading row in either language, or by field names. Names every column that is unknown, doubled or missing. */
export function readHeading(noun: Noun, cells: readonly string[]): Heading {
  const columns = importColumns(noun)
  const problems: FieldProblem[] = []
  const heading = cells.map((cell, index): string | null => {
    const word = plain(cell)
    if (word === '') return null
    if (REASON.some(reason => plain(reason) === word)) return REASON_COLUMN
    const column = columns.find(({ name, field }) => [name, ...field.label].some(label => plain(label) === word))
    if (!column)
      problems.push(
        aboutColumn(cell, `第${index + 1}列“${cell}”无法识别`, `Column ${index + 1}, "${cell}", is not known`),
      )
    return column?.name ?? null
  })
  for (const column of columns) {
    const times = heading.filter(one => one === column.name).length
    const [zh, en] = column.field.label
    if (times > 1)
      problems.push(aboutColumn(column.name, `“${zh}”列出现了${times}次`, `Column "${en}" is there ${times} times`))
    if (times === 0 && column.field.required)
      problems.push(aboutColumn(column.name, `缺少必填列“${zh}”`, `The required column "${en}" is missing`))
  }
  if (problems.length) throw headingRefusal(problems)
  return heading
}

const aboutColumn = (field: string, zh: string, en: string): FieldProblem => ({ field, text: [zh, en] })

/** One message that names every column, and each by itself for programs. */
function headingRefusal(problems: readonly FieldProblem[]): Refusal {
  const together: Text = [
    problems.map(({ text }) => text[0]).join('；'),
    problems.map(({ text }) => text[1]).join('; '),
  ]
  return invalidFields([{ field: '', text: together }, ...problems])
}
