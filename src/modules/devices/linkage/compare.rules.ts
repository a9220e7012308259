/** Comparing a reported value with the one that a rule names, and both in words. */
import { UNITS } from '#base/figureTexts.ts'
import { translate, type Text } from '#base/text.ts'
import { showInstant } from '#base/zonedTime.ts'
import { flagWord, type Choices, type Field } from '#model/field.ts'

export const COMPARE = {
  is: [1, '等于', 'is'],
  isNot: [2, '不等于', 'is not'],
  above: [3, '大于', 'is above'],
  below: [4, '小于', 'is below'],
  among: [5, '属于', 'is one of'],
} as const satisfies Choices

/** The JSON schema of a value to compare with; several only where one of them is enough. */
export const COMPARED = {
  type: ['string', 'number', 'boolean', 'array'],
  items: { type: ['string', 'number', 'boolean'] },
} as const
export type Scalar = string | number | boolean
export type Wanted = Scalar | readonly Scalar[]

/** A value that was not reported is equal to nothing and different from nothing. */
export function holds(op: number, wanted: unknown, seen: unknown): boolean {
  if (seen === null || seen === undefined) return false
  switch (op) {
    case COMPARE.is[0]:
      return seen === wanted
    case COMPARE.isNot[0]:
      return seen !== wanted
    case COMPARE.above[0]:
      return typeof seen === 'number' && typeof wanted === 'number' && seen > wanted
    case COMPARE.below[0]:
      return typeof seen === 'number' && typeof wanted === 'number' && seen < wanted
    case COMPARE.among[0]:
      return Array.isArray(wanted) && wanted.includes(seen as Scalar)
    default:
      return false
  }
}

/** A comparison as part of a sentence. A flag that is set is said by its label alone. */
export function compared(label: Text, op: number, field: Field | undefined, value: unknown, zone: string): Text {
  if (field?.kind === 'flag' && !field.words && op === COMPARE.is[0] && value === true) return label
  const seen: Text = value === undefined || value === null ? ['…', '…'] : valueWords(field, value, zone)
  const zh = op === COMPARE.is[0] ? '为' : op === COMPARE.isNot[0] ? '不为' : wordOf(op)[0]
  return [`${label[0]}${zh}${seen[0]}`, `${label[1]} ${wordOf(op)[1]} ${seen[1]}`]
}
const wordOf = (op: number): Text => {
  const entry = Object.values(COMPARE).find(([wire]) => wire === op)
  return entry ? [entry[1], entry[2]] : ['', '']
}

export const isNumber = (field: Field): field is Extract<Field, { kind: 'integer' | 'decimal' }> =>
  field.kind === 'integer' || field.kind === 'decimal'

/** Why a field cannot be compared like that, or null. */
export function unfit(field: Field, op: number, wanted: unknown): Text | null {
  if (op === COMPARE.among[0])
    return Array.isArray(wanted) && wanted.length > 0 && wanted.length <= 100
      ? null
      : ['请填写一个或多个值', 'Enter one or more values']
  if (wanted === null || wanted === undefined || wanted === '' || Array.isArray(wanted))
    return ['请填写要比较的值', 'Enter the value to compare with']
  if (op === COMPARE.above[0] || op === COMPARE.below[0])
    return isNumber(field) && typeof wanted === 'number'
      ? null
      : ['只有数字可以比较大小', 'Only a number can be above or below']
  if (field.kind === 'flag')
    return typeof wanted === 'boolean' ? null : ['该值只能是“是”或“否”', 'The value must be yes or no']
  if (field.kind === 'choice')
    return Object.values(field.values).some(([wire]) => wire === wanted)
      ? null
      : ['没有这个选项', 'There is no such choice']
  if (isNumber(field)) return typeof wanted === 'number' ? null : ['请填写数字', 'Enter a number']
  return null
}

const oneWord = (field: Field | undefined, value: unknown, zone: string): Text => {
  if (field?.kind === 'choice') {
    const entry = Object.values(field.values).find(([wire]) => wire === value)
    if (entry) return [entry[1], entry[2]]
  }
  if (field?.kind === 'flag' && typeof value === 'boolean') return flagWord(field, value)
  if (field?.kind === 'instant') return [showInstant(String(value), zone), showInstant(String(value), zone)]
  const unit = field && isNumber(field) && field.unit ? UNITS[field.unit] : undefined
  return unit ? [`${String(value)} ${unit[0]}`, `${String(value)} ${unit[1]}`] : [String(value), String(value)]
}
export const valueWords = (field: Field | undefined, value: unknown, zone: string): Text => {
  if (!Array.isArray(value)) return oneWord(field, value, zone)
  const words = value.map(one => oneWord(field, one, zone))
  return [words.map(one => translate(one, 'zh')).join('、'), words.map(one => translate(one, 'en')).join(', ')]
}
