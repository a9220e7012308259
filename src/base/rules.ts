/** The rules for single values and their messages, from part 5 of the specification; browser, API and import all apply these. */
import type { DocumentPattern } from './idDocument.ts'
import type { Text } from './text.ts'

export type Pattern =
  | 'phone'
  | DocumentPattern
  | 'url'
  | 'email'
  | 'username'
  | 'code'
  | 'serial'
  | 'colour'
  | 'alphanumeric'
  | 'number'
  | 'digits'

/** An address is at most 254 characters long (RFC 5321 4.5.3.1.3). */
const EMAIL_MAX = 254

/** What follows the label when a value does not match. Identity documents have messages of their own. */
export const PATTERNS: Readonly<Record<Exclude<Pattern, DocumentPattern>, readonly [RegExp, Text]>> = {
  phone: [/^1\d{10}$/, ['格式错误', 'is not a valid mobile number']],
  url: [/^https?:\/\/\S+$/, ['必须以 http 或 https 开头', 'must start with http or https']],
  email: [
    new RegExp(`^(?=.{1,${EMAIL_MAX}}$)[^\\s@]{1,64}@[^\\s@.]+(\\.[^\\s@.]+)+$`),
    ['不是有效的邮箱', 'is not a valid email'],
  ],
  username: [
    /^[一-龥A-Za-z0-9_-]{5,16}$/,
    ['应为5到16位的中文、字母、数字、下划线或短横线', 'must be 5 to 16 Chinese characters, letters, digits, _ or -'],
  ],
  code: [/^[A-Za-z0-9_-]+$/, ['只能包含字母、数字、下划线和短横线', 'can only contain letters, digits, _ and -']],
  serial: [
    /^[A-Za-z0-9_-]{4,64}$/,
    ['应为4到64位的字母、数字、下划线或短横线', 'must be 4 to 64 letters, digits, _ or -'],
  ],
  colour: [/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, ['不是有效的颜色', 'is not a valid colour']],
  alphanumeric: [/^[A-Za-z0-9]+$/, ['只能包含字母和数字', 'can only contain letters and digits']],
  number: [/^\d+(\.\d+)?$/, ['只能包含数字和小数点', 'can only contain digits and a dot']],
  digits: [/^\d+$/, ['只能包含数字', 'can only contain digits']],
}

/** The generic messages; each follows the label of its field. */
export const WORDS = {
  whitespace: (): Text => ['不能为空', 'cannot be empty'],
  oneOf: (options: readonly (string | number)[]): Text => [
    `必须是${options.join('、')}之一`,
    `must be one of ${options.join(', ')}`,
  ],
  /** One sentence for each way in which a text is bounded. */
  textLength: (min: number | undefined, max: number): Text =>
    min === undefined || min === 0
      ? [`不能超过${max}个字符`, `cannot be longer than ${max} characters`]
      : min === max
        ? [`必须为${max}个字符`, `must be exactly ${max} characters`]
        : max === Infinity
          ? [`至少${min}个字符`, `must be at least ${min} characters`]
          : [`长度应为${min}到${max}个字符`, `must be between ${min} and ${max} characters`],
  tooSmall: (min: number): Text => [`不能小于${min}`, `cannot be less than ${min}`],
  tooLarge: (max: number): Text => [`不能大于${max}`, `cannot be greater than ${max}`],
  tooFew: (min: number): Text => [`不能少于${min}项`, `cannot be less than ${min} in length`],
  tooMany: (max: number): Text => [`不能超过${max}项`, `cannot be greater than ${max} in length`],
  mismatch: (value: string, pattern: string): Text => [
    `“${value}”格式错误`,
    `value ${value} does not match pattern ${pattern}`,
  ],
} as const

/** Whether a text that starts like a web address is a valid one. */
export const isWebAddress = (text: string): boolean => URL.canParse(text)

/** `#3fa1ff` of `3FA1FF`, `#3fa1ff` or `3af`. */
export const wholeColour = (text: string): string => {
  const digits = text.replace('#', '').toLowerCase()
  return `#${digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits}`
}

/** Whether dark text is easier to read on `#rrggbb`, by its relative brightness (ITU-R BT.601). */
export const isLight = (colour: string): boolean => {
  const part = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16)
  return part(1) * 0.299 + part(3) * 0.587 + part(5) * 0.114 > 160
}
