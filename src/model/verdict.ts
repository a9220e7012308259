/** The result of judging a value: the value as it is stored, or the problem in both languages. */
import type { Text } from '#base/text.ts'
import type { FieldProblem } from './error.ts'
import type { Field } from './field.ts'

export type Verdict = { ok: unknown } | { problem: Text } | { problems: FieldProblem[] }

export const wrong = (field: Field, ...[zh, en]: Text): Verdict => ({
  problem: [`${field.label[0]}${zh}`, `${field.label[1]} ${en}`],
})

// NUL and lone surrogates: PostgreSQL refuses the former, UTF-8 cannot carry the latter.
export const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
