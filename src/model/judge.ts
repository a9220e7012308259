/**
 * Judges a value against its field: form, API and import apply the same checks.
 * Returns the value as it is stored, or the problem in both languages.
 */
import { idCardProblem } from '#base/idCard.ts'
import { WORDS } from '#base/rules.ts'
import type { Text } from '#base/text.ts'
import type { BranchField, Field, Fields, ListField, SpanField } from './field.ts'
import type { FieldProblem } from './error.ts'
import { judgeScalar } from './judgeScalar.ts'
import { normalised } from './normalised.ts'
import type { Input } from './row.ts'
import { isEmpty, wrong, type Verdict } from './verdict.ts'

/**
 * A check of a whole list, after each of its items is judged; named in the definition and implemented by the server half, so
 * that definitions stay data. Each receives the items of its own list.
 */
export type ListChecks = Record<string, (items: never[]) => Text | null>

const PICKED = new Set<Field['kind']>([
  'choice',
  'ref',
  'file',
  'instant',
  'day',
  'clock',
  'place',
  'flag',
  'span',
  'dictionary',
  'colour',
  'icon',
])

export function judge(field: Field, given: unknown, listChecks: ListChecks = {}): Verdict {
  const asWritten = field.kind === 'secret' || field.kind === 'code'
  const value = typeof given === 'string' && !asWritten ? normalised(field, given).trim() : given
  if (isEmpty(value) || (field.kind === 'rich' && isBlank(value))) return judgeEmpty(field, given)
  switch (field.kind) {
    case 'list':
      return judgeList(field, value, listChecks)
    case 'group': {
      const judged = judgeAll(field.of, value, listChecks)
      return 'problems' in judged ? { problem: judged.problems[0]!.text } : { ok: judged.ok }
    }
    case 'span':
      return judgeSpan(field, value, listChecks)
    default:
      return judgeScalar(field, value)
  }
}

function judgeEmpty(field: Field, given: unknown): Verdict {
  if (!field.required) return { ok: null }
  if (field.kind === 'text' && field.pattern === 'idCard') return { problem: idCardProblem('')! }
  if (given !== '' && !isEmpty(given)) return wrong(field, ...WORDS.whitespace())
  return {
    problem: [`${PICKED.has(field.kind) ? '请选择' : '请输入'}${field.label[0]}`, `${field.label[1]} is required`],
  }
}

/** Whether markup contains neither text nor pictures. */
const isBlank = (html: unknown): boolean =>
  typeof html === 'string' && !/<(img|hr)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''

function judgeList(field: ListField, value: unknown, listChecks: ListChecks): Verdict {
  if (!Array.isArray(value)) return wrong(field, '应为列表', 'is not an array')
  if (value.length < (field.min ?? 0)) return wrong(field, ...WORDS.tooFew(field.min!))
  if (value.length > field.max) return wrong(field, ...WORDS.tooMany(field.max))
  const rows: Input[] = []
  for (const [index, item] of value.entries()) {
    const judged = judgeAll(field.of, item, listChecks)
    if ('problems' in judged)
      return {
        problem: [
          `${field.label[0]}第${index + 1}项：${judged.problems[0]!.text[0]}`,
          `${field.label[1]}, item ${index + 1}: ${judged.problems[0]!.text[1]}`,
        ],
      }
    rows.push(judged.ok)
  }
  const broken = field.check ? listChecks[field.check]?.(rows as never[]) : null
  return broken ? { problem: broken } : { ok: rows }
}

function judgeSpan(field: SpanField, value: unknown, listChecks: ListChecks): Verdict {
  const end = { kind: field.of, label: field.label, required: true } as const
  const { from, to } = value as { from?: unknown; to?: unknown }
  const [first, last] = [judge(end, from, listChecks), judge(end, to, listChecks)]
  if (!('ok' in first)) return first
  if (!('ok' in last)) return last
  // A span of hours may run past midnight, such as 22:00 to 06:00; days and moments must not run backwards.
  return field.of !== 'clock' && String(first.ok) > String(last.ok)
    ? wrong(field, '的结束不能早于开始', 'must not end before it begins')
    : { ok: { from: first.ok, to: last.ok } }
}

/** Whether a row is refused while this field is empty; forms mark such fields with an asterisk. */
export const isAsked = (field: Field, values: Readonly<Input>, isNew: boolean): boolean =>
  field.required === true || (field.filledBy !== undefined && (!isNew || isEmpty(values[field.filledBy])))

/** Judges the fields that the choice field beside them selects. */
function judgeBranch(fields: Fields, name: string, field: BranchField, source: Input, listChecks: ListChecks): Judged {
  const chosen = field.of[String(source[field.on])]
  if (!chosen) {
    const [zh, en] = fields[field.on]?.label ?? [field.on, field.on]
    return { problems: [{ field: field.on, text: [`请选择${zh}`, `${en} is required`] }] }
  }
  const judged = judgeAll(chosen, source[name] ?? {}, listChecks)
  return 'problems' in judged
    ? { problems: judged.problems.map(problem => ({ ...problem, field: `${name}.${problem.field}` })) }
    : judged
}

export interface JudgeOptions {
  /** Only the fields that are given. */
  partial?: boolean
  /** The stored row, whose values count where none are given. */
  beside?: Readonly<Input>
}

/** With the pattern that the choice beside the field asks for. */
function patterned(field: Field, row: Readonly<Input>): Field {
  if (field.kind !== 'text' || !field.patternWith) return field
  const [pattern] = Object.entries(field.patternWith).flatMap(([on, of]) => of[Number(row[on])] ?? [])
  return pattern ? { ...field, pattern } : field
}

/** A value that was judged by another pattern than the one that the choice beside it asks for now. */
function outdated(
  fields: Fields,
  name: string,
  source: Readonly<Input>,
  { partial, beside }: JudgeOptions,
): Text | null {
  const field = fields[name]!
  if (!partial || !beside || field.kind !== 'text' || isEmpty(beside[name])) return null
  const kindIn = (row: Readonly<Input>, one: string): number => Number(row[one] ?? fields[one]!.initial)
  const on = Object.keys(field.patternWith ?? {}).find(
    one => Object.hasOwn(source, one) && kindIn(source, one) !== kindIn(beside, one),
  )
  if (on === undefined) return null
  const [zh, en] = fields[on]!.label
  return [`${zh}已更改，请重新填写${field.label[0]}`, `${en} has changed; enter the ${field.label[1]} again`]
}

type Judged = { ok: Input } | { problems: FieldProblem[] }
/** Judges the fields that users write. Unknown names, and names that only the system writes, are dropped. */
export function judgeAll(
  fields: Fields,
  given: unknown,
  listChecks: ListChecks = {},
  options: JudgeOptions = {},
): Judged {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problems: [{ field: '', text: ['提交的内容有误', 'The request is not valid'] }] }
  const source = given as Input
  const ok: Input = {}
  const problems: FieldProblem[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (field.by && field.by !== 'user') continue
    const has = Object.hasOwn(source, name)
    if (options.partial && !has) {
      const text = outdated(fields, name, source, options)
      if (text) problems.push({ field: name, text })
      continue
    }
    if (field.kind === 'branch') {
      const judged = judgeBranch(fields, name, field, source, listChecks)
      if ('problems' in judged) problems.push(...judged.problems)
      else ok[name] = judged.ok
      continue
    }
    const fitting = patterned(field, { ...options.beside, ...source })
    const asked = isAsked(field, source, !options.partial) ? ({ ...fitting, required: true } as Field) : fitting
    const verdict = judge(asked, has ? source[name] : undefined, listChecks)
    if ('ok' in verdict) ok[name] = verdict.ok
    else if ('problem' in verdict) problems.push({ field: name, text: verdict.problem })
    else problems.push(...verdict.problems)
  }
  return problems.length ? { problems } : { ok }
}
