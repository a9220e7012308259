/** Judges texts by the patterns of customers, once everything else about them is right. */
import { WORDS } from '#base/rules.ts'
import type { FieldProblem } from '#model/error.ts'
import type { Field, Fields } from '#model/field.ts'
import type { Input } from '#model/row.ts'
import { fitsWhole, linearProblem } from '../linearPattern.ts'

export const patternProblems = (fields: Fields, values: Input): FieldProblem[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const field = fields[name]
    const text = field && typeof value === 'string' ? problemOf(field, value) : null
    return text ? [{ field: name, text }] : []
  })

function problemOf(field: Field, value: string): FieldProblem['text'] | null {
  if (field.kind !== 'text' || field.customPattern === undefined) return null
  const { label, customPattern } = field
  // Stored before such patterns were refused: nothing is accepted in their place until somebody corrects the template.
  const problem = linearProblem(customPattern, field.max ?? 255)
  if (problem) return [`${label[0]}的${problem[0]}`, `${label[1]}: ${problem[1]}`]
  if (fitsWhole(customPattern, value)) return null
  const [zh, en] = WORDS.mismatch(value, customPattern)
  return [`${label[0]}${zh}`, `${label[1]} ${en}`]
}
