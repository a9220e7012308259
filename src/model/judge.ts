/**
 * Judges a value against its field: the one law that form, API and import apply alike.
 * Answers the value as it is stored, or says what is wrong in both languages.
 */
import { idCardProblem } from '#base/idCard.ts'
import { isId } from '#base/id.ts'
import { isWebAddress, PATTERNS, wholeColour, WORDS } from '#base/rules.ts'
import type { Text } from '#base/text.ts'
import { fileLimit, isList, type CodeField, type Field, type Fields, type RichField, type SpanField } from './field.ts'
import type { FieldProblem } from './error.ts'

export type Verdict = { ok: unknown } | { problem: Text } | { problems: FieldProblem[] }
/** A law judges a whole list; it is named in the definition and given here, so that definitions stay data. */
export type Laws = Record<string, (value: Record<string, unknown>[]) => Text | null>

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
/** How many of a list may be chosen. */
const MANY = 99

const wrong = (field: Field, ...[zh, en]: Text): Verdict => ({
  problem: [`${field.label[0]}${zh}`, `${field.label[1]} ${en}`],
})
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/
// NUL and lone surrogates: PostgreSQL refuses the former, UTF-8 cannot carry the latter.
export const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export function judge(field: Field, given: unknown, laws: Laws = {}): Verdict {
  const asWritten = field.kind === 'secret' || field.kind === 'code'
  const value = typeof given === 'string' && !asWritten ? given.trim() : given
  if (isEmpty(value) || (field.kind === 'rich' && isBlank(value))) {
    if (!field.required) return { ok: null }
    if (field.kind === 'text' && field.pattern === 'idCard') return { problem: idCardProblem('')! }
    if (given !== '' && !isEmpty(given)) return wrong(field, ...WORDS.whitespace())
    return {
      problem: [`${PICKED.has(field.kind) ? '请选择' : '请输入'}${field.label[0]}`, `${field.label[1]} is required`],
    }
  }
  switch (field.kind) {
    case 'text':
      return judgeText(field, value)
    case 'secret':
      if (typeof value !== 'string' || UNSTORABLE.test(value)) return wrong(field, '格式错误', 'is not a valid string')
      return value.length > (field.max ?? 128)
        ? wrong(field, ...WORDS.textLength(undefined, field.max ?? 128))
        : { ok: value }
    case 'integer': {
      const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
      if (!Number.isSafeInteger(number)) return wrong(field, '不是有效的整数', 'is not a valid integer')
      if (field.min !== undefined && (number as number) < field.min) return wrong(field, ...WORDS.tooSmall(field.min))
      if (field.max !== undefined && (number as number) > field.max) return wrong(field, ...WORDS.tooLarge(field.max))
      return { ok: number }
    }
    case 'decimal': {
      const shape = new RegExp(`^-?\\d{1,12}(\\.\\d{1,${field.scale}})?$`)
      const digits = typeof value === 'number' ? String(value) : value
      return typeof digits === 'string' && shape.test(digits)
        ? { ok: digits }
        : wrong(field, `应为最多${field.scale}位小数的数字`, `must be a number with at most ${field.scale} decimals`)
    }
    case 'fen': {
      const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
      return typeof digits === 'string' && /^-?\d{1,15}$/.test(digits)
        ? { ok: digits }
        : wrong(field, '不是有效的金额', 'is not a valid amount')
    }
    case 'flag':
      if (value === true || value === 'true' || value === 1) return { ok: true }
      if (value === false || value === 'false' || value === 0) return { ok: false }
      return wrong(field, '应为是或否', 'must be true or false')
    case 'instant': {
      const at = typeof value === 'string' && INSTANT.test(value) ? new Date(value) : null
      return at && !Number.isNaN(at.getTime())
        ? { ok: at.toISOString() }
        : wrong(field, '不是有效的时间', 'is not a valid time')
    }
    case 'day': {
      const ok =
        typeof value === 'string' &&
        /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) &&
        new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)
      return ok ? { ok: value } : wrong(field, '不是有效的日期', 'is not a valid date')
    }
    case 'clock':
      return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(value)
        ? { ok: value }
        : wrong(field, '不是有效的时刻', 'is not a valid time of day')
    case 'place': {
      const { lng, lat } = value as { lng?: unknown; lat?: unknown }
      const ok = typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90
      return ok ? { ok: { lng, lat } } : wrong(field, '不是有效的坐标', 'is not a valid position')
    }
    case 'choice': {
      const wires = Object.values(field.values).map(entry => entry[0])
      const one = (item: unknown) =>
        wires.find(wire => wire === item || (typeof item === 'string' && String(wire) === item))
      const chosen = field.many ? (Array.isArray(value) ? value.map(one) : [undefined]) : one(value)
      if (Array.isArray(chosen) && chosen.length > MANY) return wrong(field, ...WORDS.tooMany(MANY))
      const known = Array.isArray(chosen) ? !chosen.includes(undefined) : chosen !== undefined
      return known ? { ok: Array.isArray(chosen) ? [...new Set(chosen)] : chosen } : wrong(field, ...WORDS.oneOf(wires))
    }
    case 'ref':
      if (field.many)
        return Array.isArray(value) && value.length <= 1000 && value.every(isId)
          ? { ok: [...new Set(value)] }
          : wrong(field, '不是有效的编号', 'is not a list of valid ids')
      return isId(value) ? { ok: value } : wrong(field, '不是有效的编号', 'is not a valid id')
    case 'file': {
      const ids = Array.isArray(value) ? value : [value]
      if (!ids.every(id => typeof id === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(id)))
        return wrong(field, '不是有效的文件', 'is not a valid file')
      return ids.length > fileLimit(field)
        ? wrong(field, `最多${fileLimit(field)}个文件`, `cannot be more than ${fileLimit(field)} files`)
        : { ok: ids }
    }
    case 'list': {
      if (!Array.isArray(value)) return wrong(field, '应为列表', 'is not an array')
      if (value.length < (field.min ?? 0)) return wrong(field, ...WORDS.tooFew(field.min!))
      if (value.length > field.max) return wrong(field, ...WORDS.tooMany(field.max))
      const rows: Record<string, unknown>[] = []
      for (const [index, item] of value.entries()) {
        const judged = judgeAll(field.of, item, laws)
        if ('problems' in judged)
          return {
            problem: [
              `${field.label[0]}第${index + 1}项：${judged.problems[0]!.text[0]}`,
              `${field.label[1]}, item ${index + 1}: ${judged.problems[0]!.text[1]}`,
            ],
          }
        rows.push(judged.ok)
      }
      const broken = field.law ? laws[field.law]?.(rows) : null
      return broken ? { problem: broken } : { ok: rows }
    }
    case 'group': {
      const judged = judgeAll(field.of, value, laws)
      return 'problems' in judged ? { problem: judged.problems[0]!.text } : { ok: judged.ok }
    }
    case 'rich':
    case 'code':
      return judgeLong(field, value)
    case 'colour':
      return typeof value === 'string' && PATTERNS.colour[0].test(value)
        ? { ok: wholeColour(value) }
        : wrong(field, ...PATTERNS.colour[1])
    case 'icon':
      return typeof value === 'string' && /^[a-z][a-z0-9-]{0,63}$/.test(value)
        ? { ok: value }
        : wrong(field, '不是有效的图标', 'is not a valid icon')
    case 'span':
      return judgeSpan(field, value, laws)
    case 'dictionary': {
      const items: unknown[] = Array.isArray(value) ? value : [value]
      if (items.length > MANY) return wrong(field, ...WORDS.tooMany(MANY))
      const words = items.map(item => (typeof item === 'number' ? String(item) : item))
      if (!words.every(word => typeof word === 'string' && word.length <= 255 && !UNSTORABLE.test(word)))
        return wrong(field, '不是有效的选项', 'is not a valid option')
      if (!isList(field) && words.length > 1) return wrong(field, ...WORDS.tooMany(1))
      return { ok: isList(field) ? [...new Set(words)] : words[0] }
    }
    case 'branch':
    case 'custom':
    case 'json':
      return typeof value === 'object' ? { ok: value } : wrong(field, '格式错误', 'is not valid')
  }
}

function judgeText(field: Extract<Field, { kind: 'text' }>, value: unknown): Verdict {
  if (typeof value !== 'string') return wrong(field, '不是有效的文本', 'is not a valid string')
  if (UNSTORABLE.test(value)) return wrong(field, '包含无法保存的字符', 'holds characters that cannot be stored')
  const max = field.max ?? 255
  const length = [...value].length
  if (length > max || length < (field.min ?? 0))
    return wrong(field, ...WORDS.textLength(field.min, field.max ?? (length > max ? max : Infinity)))
  if (field.pattern === 'idCard') {
    const problem = idCardProblem(value)
    return problem ? { problem } : { ok: value.toUpperCase() }
  }
  const pattern = field.pattern && PATTERNS[field.pattern]
  if (pattern && !pattern[0].test(value)) return wrong(field, ...pattern[1])
  if (field.pattern === 'url' && !isWebAddress(value)) return wrong(field, '不是有效的网址', 'is not a valid url')
  if (field.matches !== undefined && !new RegExp(field.matches, 'u').test(value))
    return wrong(field, ...WORDS.mismatch(value, field.matches))
  return { ok: value }
}

/** Markup without a word or a picture in it. */
const isBlank = (html: unknown): boolean =>
  typeof html === 'string' && !/<(img|hr)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''

function judgeLong(field: RichField | CodeField, value: unknown): Verdict {
  if (typeof value !== 'string' || UNSTORABLE.test(value))
    return wrong(field, '不是有效的文本', 'is not a valid string')
  const max = field.max ?? 100_000
  if (value.length > max) return wrong(field, ...WORDS.textLength(undefined, max))
  if (field.kind === 'code' && field.language === 'json')
    try {
      JSON.parse(value)
    } catch {
      return wrong(field, '不是有效的 JSON', 'is not valid JSON')
    }
  return { ok: value }
}

function judgeSpan(field: SpanField, value: unknown, laws: Laws): Verdict {
  const end = { kind: field.of, label: field.label, required: true } as const
  const { from, to } = value as { from?: unknown; to?: unknown }
  const [first, last] = [judge(end, from, laws), judge(end, to, laws)]
  if (!('ok' in first)) return first
  if (!('ok' in last)) return last
  // A night from 22:00 to 06:00 is a span of hours; days and moments do not run backwards.
  return field.of !== 'clock' && String(first.ok) > String(last.ok)
    ? wrong(field, '的结束不能早于开始', 'must not end before it begins')
    : { ok: { from: first.ok, to: last.ok } }
}

/** Whether a row is refused while this field is empty: what a form marks with a star. */
export const isAsked = (field: Field, values: Readonly<Record<string, unknown>>, isNew: boolean): boolean =>
  field.required === true || (field.filledBy !== undefined && (!isNew || isEmpty(values[field.filledBy])))

/** Judges the fields that users write. Unknown names, and names that only the system writes, are left out. */
export function judgeAll(
  fields: Fields,
  given: unknown,
  laws: Laws = {},
  options: { partial?: boolean } = {},
): { ok: Record<string, unknown> } | { problems: FieldProblem[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problems: [{ field: '', text: ['提交的内容有误', 'The request is not valid'] }] }
  const source = given as Record<string, unknown>
  const ok: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (field.by && field.by !== 'user') continue
    const has = Object.hasOwn(source, name)
    if (options.partial && !has) continue
    if (field.kind === 'branch') {
      const chosen = field.of[String(source[field.on])]
      if (!chosen) {
        problems.push({
          field: field.on,
          text: [
            `请选择${fields[field.on]?.label[0] ?? field.on}`,
            `${fields[field.on]?.label[1] ?? field.on} is required`,
          ],
        })
        continue
      }
      const judged = judgeAll(chosen, source[name] ?? {}, laws)
      if ('problems' in judged)
        problems.push(...judged.problems.map(problem => ({ ...problem, field: `${name}.${problem.field}` })))
      else ok[name] = judged.ok
      continue
    }
    const asked = isAsked(field, source, !options.partial) ? ({ ...field, required: true } as Field) : field
    const verdict = judge(asked, has ? source[name] : undefined, laws)
    if ('ok' in verdict) ok[name] = verdict.ok
    else if ('problem' in verdict) problems.push({ field: name, text: verdict.problem })
    else problems.push(...verdict.problems)
  }
  return problems.length ? { problems } : { ok }
}
