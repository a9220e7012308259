/** Judges the input of a request, as the browser did, and cleans the markup, which the browser cannot be trusted to do. */
import type { FieldProblem } from '#model/error.ts'
import type { Field, Fields } from '#model/field.ts'
import { judgeAll, type JudgeOptions, type ListChecks } from '#model/judge.ts'
import type { Input } from '#model/row.ts'
import { cleanMarkup } from './cleanMarkup.ts'
import { patternProblems } from './patternProblems.ts'

type Values = Input

export function judgeInput(
  fields: Fields,
  given: unknown,
  listChecks: ListChecks = {},
  options: JudgeOptions = {},
): { ok: Values } | { problems: FieldProblem[] } {
  const judged = judgeAll(fields, given, listChecks, options)
  if ('problems' in judged) return judged
  const problems = patternProblems(fields, judged.ok)
  if (problems.length) return { problems }
  // Judged again, because cleaning may have emptied a required field.
  return hasMarkup(fields) ? judgeAll(fields, cleaned(fields, judged.ok), listChecks, options) : judged
}

const hasMarkup = (fields: Fields): boolean =>
  Object.values(fields).some(
    field =>
      field.kind === 'rich' ||
      ((field.kind === 'list' || field.kind === 'group') && hasMarkup(field.of)) ||
      (field.kind === 'branch' && Object.values(field.of).some(hasMarkup)),
  )

const cleaned = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name]
      return [name, field && value !== null && value !== undefined ? cleanedOne(field, value, values) : value]
    }),
  )

function cleanedOne(field: Field, value: unknown, beside: Values): unknown {
  switch (field.kind) {
    case 'rich':
      return cleanMarkup(String(value))
    case 'list':
      return (value as Values[]).map(item => cleaned(field.of, item))
    case 'group':
      return cleaned(field.of, value as Values)
    case 'branch':
      return cleaned(field.of[String(beside[field.on])] ?? {}, value as Values)
    default:
      return value
  }
}
