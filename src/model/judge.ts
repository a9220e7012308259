/**
 * Judges a value against its field: the one law that form, API and import apply alike.
 * Answers the value as it is stored, or says what is wrong in both languages.
 */
import { idCardProblem } from '#base/idCard.ts'
import { isId } from '#base/id.ts'
import type { Text } from '#base/text.ts'
import type { Field, Fields, Pattern } from './field.ts'
import type { FieldProblem } from './error.ts'

export type Verdict = { ok: unknown } | { problem: Text } | { problems: FieldProblem[] }
/** A law judges a whole list; it is named in the definition and given here, so that definitions stay data. */
export type Laws = Record<string, (value: Record<string, unknown>[]) => Text | null>

const PATTERNS: Record<Exclude<Pattern, 'idCard'>, [RegExp, Text]> = {
  phone: [/^1\d{10}$/, ['格式错误', 'is not a valid mobile number']],
  url: [/^https?:\/\/\S+$/, ['必须以 http 或 https 开头', 'must start with http or https']],
  email: [/^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/, ['不是有效的邮箱', 'is not a valid email']],
  username: [
    /^[一-龥A-Za-z0-9_-]{5,16}$/,
    ['应为5到16位的中文、字母、数字、下划线或短横线', 'must be 5 to 16 Chinese characters, letters, digits, _ or -'],
  ],
  code: [/^[A-Za-z0-9_-]+$/, ['只能包含字母、数字、下划线和短横线', 'may hold letters, digits, _ and - only']],
  serial: [
    /^[A-Za-z0-9_-]{4,64}$/,
    ['应为4到64位的字母、数字、下划线或短横线', 'must be 4 to 64 letters, digits, _ or -'],
  ],
  colour: [/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, ['不是有效的颜色', 'is not a valid colour']],
}
const PICKED = new Set(['choice', 'ref', 'file', 'instant', 'day', 'clock', 'place', 'flag'])

const wrong = (field: Field, zh: string, en: string): Verdict => ({
  problem: [`${field.label[0]}${zh}`, `${field.label[1]} ${en}`],
})
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/
// NUL and lone surrogates: PostgreSQL refuses the former, UTF-8 cannot carry the latter.
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export function judge(field: Field, given: unknown, laws: Laws = {}): Verdict {
  const value = typeof given === 'string' && field.kind !== 'secret' ? given.trim() : given
  if (isEmpty(value)) {
    if (!field.required) return { ok: null }
    if (field.kind === 'text' && field.pattern === 'idCard') return { problem: idCardProblem('')! }
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
        ? wrong(field, `不能超过${field.max ?? 128}个字符`, `cannot be longer than ${field.max ?? 128} characters`)
        : { ok: value }
    case 'integer': {
      const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
      if (!Number.isSafeInteger(number)) return wrong(field, '不是有效的整数', 'is not a valid integer')
      if (field.min !== undefined && (number as number) < field.min)
        return wrong(field, `不能小于${field.min}`, `cannot be less than ${field.min}`)
      if (field.max !== undefined && (number as number) > field.max)
        return wrong(field, `不能大于${field.max}`, `cannot be greater than ${field.max}`)
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
      const known = Array.isArray(chosen) ? !chosen.includes(undefined) && chosen.length <= 99 : chosen !== undefined
      return known
        ? { ok: Array.isArray(chosen) ? [...new Set(chosen)] : chosen }
        : wrong(field, `必须是${wires.join('、')}之一`, `must be one of ${wires.join(', ')}`)
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
      return ids.length > (field.count ?? 1)
        ? wrong(field, `最多${field.count ?? 1}个文件`, `cannot be more than ${field.count ?? 1} files`)
        : { ok: ids }
    }
    case 'list': {
      if (!Array.isArray(value)) return wrong(field, '应为列表', 'is not an array')
      if (value.length > field.max)
        return wrong(field, `不能超过${field.max}项`, `cannot have more than ${field.max} items`)
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
  if ([...value].length > max) return wrong(field, `不能超过${max}个字符`, `cannot be longer than ${max} characters`)
  if (field.pattern === 'idCard') {
    const problem = idCardProblem(value)
    return problem ? { problem } : { ok: value.toUpperCase() }
  }
  if (field.pattern === 'email' && value.length >= 255) return wrong(field, '不是有效的邮箱', 'is not a valid email')
  const pattern = field.pattern && PATTERNS[field.pattern]
  if (pattern && !pattern[0].test(value)) return wrong(field, pattern[1][0], pattern[1][1])
  return { ok: value }
}

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
    const verdict = judge(field, has ? source[name] : undefined, laws)
    if ('ok' in verdict) ok[name] = verdict.ok
    else if ('problem' in verdict) problems.push({ field: name, text: verdict.problem })
    else problems.push(...verdict.problems)
  }
  return problems.length ? { problems } : { ok }
}
