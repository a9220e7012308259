/** Judges a value of a field without nested fields: its format, its bounds and, for a choice, that it is one of the options. */
import { isId } from '#base/id.ts'
import { documentProblem, isDocument } from '#base/idDocument.ts'
import { isWebAddress, PATTERNS, wholeColour, WORDS } from '#base/rules.ts'
import { fileLimit, isList, type CodeField, type Field, type RichField } from './field.ts'
import { UNSTORABLE, wrong, type Verdict } from './verdict.ts'

type Of<K extends Field['kind']> = Extract<Field, { kind: K }>
/** Fields with nested fields are judged by `judge`. */
type Nested = 'list' | 'group' | 'span'
/** The maximum number of options chosen in one field. */
const MANY = 99
/** The maximum number of references in one field, unless it states another. */
export const MOST_REFERENCES = 1000
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/

const anyJson = (field: Field, value: unknown): Verdict =>
  typeof value === 'object' ? { ok: value } : wrong(field, '格式错误', 'is not valid')

const JUDGES: { [K in Exclude<Field['kind'], Nested>]: (field: Of<K>, value: unknown) => Verdict } = {
  text: judgeText,
  secret: judgeSecret,
  integer: judgeInteger,
  decimal: judgeDecimal,
  fen: judgeFen,
  flag: judgeFlag,
  instant: judgeInstant,
  day: judgeDay,
  clock: judgeClock,
  place: judgePlace,
  choice: judgeChoice,
  ref: judgeRef,
  file: judgeFile,
  rich: judgeLong,
  code: judgeLong,
  colour: judgeColour,
  icon: judgeIcon,
  dictionary: judgeDictionary,
  branch: anyJson,
  custom: anyJson,
  json: judgeJson,
}

type ScalarField = Exclude<Field, { kind: Nested }>
/** Judges a value that is not empty. */
export const judgeScalar = (field: ScalarField, value: unknown): Verdict =>
  (JUDGES[field.kind] as (field: ScalarField, value: unknown) => Verdict)(field, value)

/** Objects and lists always; plain values only where the schema names their type. */
function judgeJson(field: Extract<Field, { kind: 'json' }>, value: unknown): Verdict {
  const types: readonly unknown[] = Array.isArray(field.schema?.type) ? field.schema.type : []
  if (typeof value === 'object' || !types.includes(typeof value)) return anyJson(field, value)
  return typeof value === 'string' ? judgeText({ kind: 'text', label: field.label }, value) : { ok: value }
}

function judgeText(field: Extract<Field, { kind: 'text' }>, value: unknown): Verdict {
  if (typeof value !== 'string') return wrong(field, '不是有效的文本', 'is not a valid string')
  if (UNSTORABLE.test(value)) return wrong(field, '包含无法保存的字符', 'contains characters that cannot be stored')
  const max = field.max ?? 255
  const length = [...value].length
  if (length > max || length < (field.min ?? 0))
    return wrong(field, ...WORDS.textLength(field.min, field.max ?? (length > max ? max : Infinity)))
  if (isDocument(field.pattern)) {
    const problem = documentProblem(field.pattern, value)
    return problem ? { problem } : { ok: value }
  }
  const pattern = field.pattern && PATTERNS[field.pattern]
  if (pattern && !pattern[0].test(value)) return wrong(field, ...pattern[1])
  if (field.pattern === 'url' && !isWebAddress(value)) return wrong(field, '不是有效的网址', 'is not a valid url')
  if (field.matches !== undefined && !new RegExp(field.matches, 'u').test(value))
    return wrong(field, ...WORDS.mismatch(value, field.matches))
  return { ok: value }
}

function judgeSecret(field: Of<'secret'>, value: unknown): Verdict {
  if (typeof value !== 'string' || UNSTORABLE.test(value)) return wrong(field, '格式错误', 'is not a valid string')
  const { min, max } = field.digits ?? { min: 0, max: 0 }
  // What was given is never repeated.
  if (field.digits && (!/^[0-9]+$/.test(value) || value.length < min || value.length > max))
    return wrong(field, `应为${min}到${max}位数字`, `must be ${min} to ${max} digits`)
  return value.length > (field.max ?? 128)
    ? wrong(field, ...WORDS.textLength(undefined, field.max ?? 128))
    : { ok: value }
}

function judgeInteger(field: Of<'integer'>, value: unknown): Verdict {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (!Number.isSafeInteger(number)) return wrong(field, '不是有效的整数', 'is not a valid integer')
  if (field.min !== undefined && (number as number) < field.min) return wrong(field, ...WORDS.tooSmall(field.min))
  if (field.max !== undefined && (number as number) > field.max) return wrong(field, ...WORDS.tooLarge(field.max))
  return { ok: number }
}

function judgeDecimal(field: Of<'decimal'>, value: unknown): Verdict {
  const shape = new RegExp(`^-?\\d{1,12}(\\.\\d{1,${field.scale}})?$`)
  const digits = typeof value === 'number' ? String(value) : value
  if (typeof digits !== 'string' || !shape.test(digits))
    return wrong(field, `应为最多${field.scale}位小数的数字`, `must be a number with at most ${field.scale} decimals`)
  if (field.min !== undefined && Number(digits) < field.min) return wrong(field, ...WORDS.tooSmall(field.min))
  if (field.max !== undefined && Number(digits) > field.max) return wrong(field, ...WORDS.tooLarge(field.max))
  return { ok: digits }
}

function judgeFen(field: Of<'fen'>, value: unknown): Verdict {
  const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof digits === 'string' && /^-?\d{1,15}$/.test(digits)
    ? { ok: digits }
    : wrong(field, '不是有效的金额', 'is not a valid amount')
}

function judgeFlag(field: Of<'flag'>, value: unknown): Verdict {
  if (value === true || value === 'true' || value === 1) return { ok: true }
  if (value === false || value === 'false' || value === 0) return { ok: false }
  return wrong(field, '应为是或否', 'must be true or false')
}

function judgeInstant(field: Of<'instant'>, value: unknown): Verdict {
  const at = typeof value === 'string' && INSTANT.test(value) ? new Date(value) : null
  return at && !Number.isNaN(at.getTime())
    ? { ok: at.toISOString() }
    : wrong(field, '不是有效的时间', 'is not a valid time')
}

function judgeDay(field: Of<'day'>, value: unknown): Verdict {
  const ok =
    typeof value === 'string' &&
    /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) &&
    new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)
  return ok ? { ok: value } : wrong(field, '不是有效的日期', 'is not a valid date')
}

function judgeClock(field: Of<'clock'>, value: unknown): Verdict {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(value)
    ? { ok: value }
    : wrong(field, '不是有效的时刻', 'is not a valid time of day')
}

function judgePlace(field: Of<'place'>, value: unknown): Verdict {
  const { lng, lat } = value as { lng?: unknown; lat?: unknown }
  const ok = typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90
  return ok ? { ok: { lng, lat } } : wrong(field, '不是有效的坐标', 'is not a valid position')
}

function judgeChoice(field: Of<'choice'>, value: unknown): Verdict {
  const wires = Object.values(field.values).map(entry => entry[0])
  const one = (item: unknown) =>
    wires.find(wire => wire === item || (typeof item === 'string' && String(wire) === item))
  const chosen = field.many ? (Array.isArray(value) ? value.map(one) : [undefined]) : one(value)
  if (Array.isArray(chosen) && chosen.length > MANY) return wrong(field, ...WORDS.tooMany(MANY))
  const known = Array.isArray(chosen) ? !chosen.includes(undefined) : chosen !== undefined
  return known ? { ok: Array.isArray(chosen) ? [...new Set(chosen)] : chosen } : wrong(field, ...WORDS.oneOf(wires))
}

function judgeRef(field: Of<'ref'>, value: unknown): Verdict {
  if (field.many) {
    const max = field.max ?? MOST_REFERENCES
    if (Array.isArray(value) && value.length > max) return wrong(field, ...WORDS.tooMany(max))
    return Array.isArray(value) && value.every(isId)
      ? { ok: [...new Set(value)] }
      : wrong(field, '不是有效的编号', 'is not a list of valid ids')
  }
  return isId(value) ? { ok: value } : wrong(field, '不是有效的编号', 'is not a valid id')
}

function judgeFile(field: Of<'file'>, value: unknown): Verdict {
  const ids = Array.isArray(value) ? value : [value]
  if (!ids.every(id => typeof id === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(id)))
    return wrong(field, '不是有效的文件', 'is not a valid file')
  return ids.length > fileLimit(field)
    ? wrong(field, `最多${fileLimit(field)}个文件`, `cannot be more than ${fileLimit(field)} files`)
    : { ok: ids }
}

function judgeColour(field: Of<'colour'>, value: unknown): Verdict {
  return typeof value === 'string' && PATTERNS.colour[0].test(value)
    ? { ok: wholeColour(value) }
    : wrong(field, ...PATTERNS.colour[1])
}

function judgeIcon(field: Of<'icon'>, value: unknown): Verdict {
  return typeof value === 'string' && /^[a-z][a-z0-9-]{0,63}$/.test(value)
    ? { ok: value }
    : wrong(field, '不是有效的图标', 'is not a valid icon')
}

function judgeDictionary(field: Of<'dictionary'>, value: unknown): Verdict {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  if (items.length > MANY) return wrong(field, ...WORDS.tooMany(MANY))
  const words = items.map(item => (typeof item === 'number' ? String(item) : item))
  if (!words.every(word => typeof word === 'string' && word.length <= 255 && !UNSTORABLE.test(word)))
    return wrong(field, '不是有效的选项', 'is not a valid option')
  if (!isList(field) && words.length > 1) return wrong(field, ...WORDS.tooMany(1))
  return { ok: isList(field) ? [...new Set(words)] : words[0] }
}

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
