/** The values of a form: how they are sent, checked, and stored as a draft. */
import { folded } from '#base/folded.ts'
import type { Fields } from '#model/field.ts'
import { judgeAll } from '#model/judge.ts'
import { meaningful } from '#model/meaningful.ts'
import type { Input } from '#model/row.ts'
import type { Words } from '#console/kit/language.tsx'

/**
 * The values with which a new row begins: those that its fields declare, the only option of a required choice, and one
 * item of a required list.
 */
export const initialValues = (fields: Fields): Input =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.initial !== undefined) return [[name, field.initial]]
      if (field.kind === 'list' && field.required) return [[name, [initialValues(field.of)]]]
      const wires =
        field.kind === 'choice' && field.required && !field.many
          ? Object.values(field.values).map(([wire]) => wire)
          : []
      return wires.length === 1 ? [[name, wires[0]]] : []
    }),
  )

/** Whether a masked or secret value was left unchanged, so that it is not sent. */
export const untouched = (fields: Fields, name: string, value: unknown, before: Input | undefined): boolean => {
  const field = fields[name]
  if (!before || !field) return false
  if (field.mask) return value === before[name]
  return field.kind === 'secret' ? value === undefined || value === null || value === '' : false
}

/** The values to send: files by id, free JSON parsed, no fields that are only displayed. */
const travelling = (
  fields: Fields,
  values: Input,
  before: Input | undefined,
): { given: Input; broken: Record<string, Words> } => {
  const given: Input = {}
  const broken: Record<string, Words> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (untouched(fields, name, value, before) || (before && field.frozen)) continue
    if (field.kind === 'file')
      given[name] = Array.isArray(value)
        ? value.map(one => (typeof one === 'string' ? one : (one as { id: string }).id))
        : null
    else if (
      (field.kind === 'json' || field.kind === 'custom' || field.kind === 'branch') &&
      typeof value === 'string'
    ) {
      // Text between commas is read as a list, so that card numbers and plates need no quotation marks.
      const words = folded(value).trim()
      if (/^[\p{L}\w:·-]+([,、;\s]+[\p{L}\w:·-]+)*$/u.test(words)) given[name] = words.split(/[,、;\s]+/)
      else
        try {
          given[name] = value.trim() === '' ? null : JSON.parse(value)
        } catch {
          broken[name] = [`${field.label[0]}不是有效的 JSON`, `${field.label[1]} is not valid JSON`]
        }
    } else given[name] = value ?? null
  }
  return { given, broken }
}

/** The changes that may be stored in the browser: no secrets, and no pictures, which exist only in the memory of the page. */
export const keepable = (fields: Fields, values: Input, start: Input): Input =>
  Object.fromEntries(
    Object.entries(values)
      .filter(
        ([name, value]) => fields[name]?.kind !== 'secret' && JSON.stringify(value) !== JSON.stringify(start[name]),
      )
      .map(([name, value]) => [
        name,
        fields[name]?.kind === 'file' && Array.isArray(value)
          ? value.map(one => (typeof one === 'string' ? one : (one as { id: string }).id))
          : value,
      ]),
  )

/** Checks some of the fields. Returns the values to send and the errors; `before` is the edited row. */
export const judgeForm = (
  all: Fields,
  values: Input,
  before: Input | undefined,
): { ok: Input; found: Record<string, Words> } => {
  const fields = meaningful(all, values)
  const { given, broken } = travelling(fields, values, before)
  const asked = Object.entries(fields).filter(([name]) => name in given || !before)
  // What fills a field may be none itself, such as the row above in a tree.
  const sources = Object.fromEntries(
    Object.values(fields).flatMap(({ filledBy }) => (filledBy === undefined ? [] : [[filledBy, values[filledBy]]])),
  ) as Input
  const verdict = judgeAll(
    Object.fromEntries(asked.map(([name, field]) => [name, field.by ? { ...field, by: 'user' as const } : field])),
    { ...sources, ...given },
    {},
    before ? { partial: true, beside: before } : {},
  )
  const found: Record<string, Words> = { ...broken }
  if ('problems' in verdict)
    for (const problem of verdict.problems) found[problem.field.split('.')[0] ?? ''] ??= problem.text
  return { ok: 'problems' in verdict ? {} : verdict.ok, found }
}
