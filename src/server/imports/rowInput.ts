/** Turns the cells of one row into the input of the operation, and errors of a row into problems of its columns. */
import type { Text } from '#base/text.ts'
import { FAILURES, type FieldProblem } from '#model/error.ts'
import type { Field } from '#model/field.ts'
import { UNSTORABLE } from '#model/verdict.ts'
import type { Ctx } from '../ctx.ts'
import { extendedNoun } from '../crud/extendedNoun.ts'
import { accepted } from '../crud/accepted.ts'
import { judgeInput } from '../crud/judgeInput.ts'
import type { NounIndex } from '../crud/references.ts'
import { refusalOf } from '../http/failure.ts'
import type { Input } from '#model/row.ts'
import type { Half } from '../parts.ts'
import { MAX_CELL_CHARACTERS, MAX_COLUMNS } from '../sheets/cellBudget.ts'
import { cellValue, words } from './cell.ts'
import { importColumns, LEFT_OUT, type Heading } from './columns.ts'
import type { FileRow } from './fileRows.ts'
import { quoted } from './quoted.ts'
import type { Missing, ReferenceBook } from './references.ts'

export type RowProblem = FieldProblem & { missing?: Missing }

/** Returns the input, or all problems of the row at once. */
export async function rowInput(
  ctx: Ctx,
  half: Half,
  nouns: NounIndex,
  heading: Heading,
  row: FileRow,
  book: ReferenceBook,
): Promise<{ input: Input } | { problems: RowProblem[] }> {
  const noun = await extendedNoun(ctx, half)
  const columns = new Map(importColumns(noun).map(column => [column.name, column.field]))
  const input: Input = {}
  const problems: RowProblem[] = []
  for (const [index, text] of row.cells.entries()) {
    const name = heading[index]
    if (name === LEFT_OUT || (!name && text === '')) continue
    const field = name ? columns.get(name) : undefined
    if (!name || !field) {
      // Cells beyond the last column are reported as one problem.
      if (!problems.some(problem => problem.field === '')) problems.push({ field: '', text: noHeading(index, text) })
      continue
    }
    const unfit = unfitText(field, text)
    if (unfit) {
      problems.push({ field: name, text: unfit })
      continue
    }
    const target = field.kind === 'ref' ? nouns.get(field.to) : undefined
    if (field.kind === 'ref' && target && text !== '') {
      const found = []
      for (const word of field.many ? words(text) : [text]) found.push(await book.find(ctx, target, field.label, word))
      const missing = found.find(one => 'problem' in one)
      if (missing && 'problem' in missing) {
        const { problem, ...what } = missing
        problems.push({ field: name, text: problem, ...what })
      }
      const ids = found.flatMap(one => ('id' in one ? [one.id] : []))
      input[name] = field.many ? ids : ids[0]
    } else {
      const cell = cellValue(field, text, ctx.zone)
      if ('problem' in cell) problems.push({ field: name, text: cell.problem })
      else input[name] = cell.value
    }
  }
  // Judged before anything is written, so that all problems of the row are reported together.
  const judged = judgeInput(noun.fields, accepted(half, input), half.listChecks)
  const named = new Set(problems.map(problem => problem.field))
  if ('problems' in judged) problems.push(...judged.problems.filter(problem => !named.has(problem.field)))
  return problems.length ? { problems } : { input }
}

function noHeading(index: number, text: string): Text {
  const shown = quoted(text)
  return index < MAX_COLUMNS
    ? [`第${index + 1}列“${shown}”没有标题`, `Column ${index + 1}, "${shown}", has no heading`]
    : [`第${MAX_COLUMNS}列之后的“${shown}”没有标题`, `"${shown}", after column ${MAX_COLUMNS}, has no heading`]
}

/** What a spreadsheet writes where a formula has no result. */
const ERROR_VALUE =
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)$/i

/** Why the text is refused before its field interprets it. */
function unfitText({ label }: Field, text: string): Text | null {
  if (text.length > MAX_CELL_CHARACTERS)
    return [
      `${label[0]}超过${MAX_CELL_CHARACTERS}个字符`,
      `${label[1]} is longer than ${MAX_CELL_CHARACTERS} characters`,
    ]
  if (ERROR_VALUE.test(text))
    return [
      `${label[0]}“${text}”是表格的错误值，请改为实际的值`,
      `${label[1]}: "${text}" is an error of the spreadsheet; enter the value itself`,
    ]
  return UNSTORABLE.test(text)
    ? [`${label[0]}包含无法保存的字符`, `${label[1]} contains characters that cannot be stored`]
    : null
}

/** Why the operation refused the row; null when the row was not the cause. */
export function problemsOf(thrown: unknown): FieldProblem[] | null {
  const refusal = refusalOf(thrown)
  if (!refusal) return [{ field: '', text: FAILURES.failed.text }]
  if (refusal.failure === 'unavailable' || refusal.failure === 'conflict') return null
  const { problems } = (refusal.data ?? {}) as { problems?: FieldProblem[] }
  if (problems) return problems
  return [{ field: '', text: refusal.text }]
}
