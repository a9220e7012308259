/** Turns the cells of one row into what the operation takes, and whatever stopped a row into problems of its columns. */
import { FAILURES, type FieldProblem } from '#model/error.ts'
import { judgeAll } from '#model/judge.ts'
import type { Ctx } from '../ctx.ts'
import { grownNoun } from '../crud/grownNoun.ts'
import type { NounIndex } from '../crud/references.ts'
import { refusalOf } from '../http/failure.ts'
import type { Half, Input } from '../parts.ts'
import { cellValue, words } from './cell.ts'
import { importColumns, REASON_COLUMN, type Heading } from './columns.ts'
import type { FileRow } from './fileRows.ts'
import type { ReferenceBook } from './references.ts'

/** Answers the input, or every problem of the row at once. */
export async function rowInput(
  ctx: Ctx,
  half: Half,
  nouns: NounIndex,
  heading: Heading,
  row: FileRow,
  book: ReferenceBook,
): Promise<{ input: Input } | { problems: FieldProblem[] }> {
  const noun = await grownNoun(ctx, half)
  const columns = new Map(importColumns(noun).map(column => [column.name, column.field]))
  const input: Input = {}
  const problems: FieldProblem[] = []
  for (const [index, text] of row.cells.entries()) {
    const name = heading[index]
    if (name === REASON_COLUMN || (!name && text === '')) continue
    const field = name ? columns.get(name) : undefined
    if (!name || !field) {
      problems.push({
        field: '',
        text: [`第${index + 1}列“${text}”没有标题`, `Column ${index + 1}, "${text}", has no heading`],
      })
      continue
    }
    const target = field.kind === 'ref' ? nouns.get(field.to) : undefined
    if (field.kind === 'ref' && target && text !== '') {
      const found = []
      for (const word of field.many ? words(text) : [text]) found.push(await book.find(ctx, target, field.label, word))
      const missing = found.find(one => 'problem' in one)
      if (missing && 'problem' in missing) problems.push({ field: name, text: missing.problem })
      const ids = found.flatMap(one => ('id' in one ? [one.id] : []))
      input[name] = field.many ? ids : ids[0]
    } else {
      const cell = cellValue(field, text)
      if ('problem' in cell) problems.push({ field: name, text: cell.problem })
      else input[name] = cell.value
    }
  }
  // Judged before anything is written, so that everything wrong with the row is said together.
  const judged = judgeAll(noun.fields, half.accept?.(input) ?? input, half.laws)
  const named = new Set(problems.map(problem => problem.field))
  if ('problems' in judged) problems.push(...judged.problems.filter(problem => !named.has(problem.field)))
  return problems.length ? { problems } : { input }
}

/** Why the operation refused the row; null when it was not the row's fault. */
export function problemsOf(thrown: unknown): FieldProblem[] | null {
  const refusal = refusalOf(thrown)
  if (!refusal) return [{ field: '', text: FAILURES.failed.text }]
  if (refusal.failure === 'unavailable' || refusal.failure === 'conflict') return null
  const { problems } = (refusal.data ?? {}) as { problems?: FieldProblem[] }
  if (problems) return problems
  return [{ field: '', text: refusal.text }]
}
