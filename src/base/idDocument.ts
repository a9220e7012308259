/** Judges the numbers of identity documents, each kind by its own rule; identity cards by the five messages of the specification. */
import { checkDigit, idCardProblem, isDate } from './idCard.ts'
import { REGIONS } from './regions.ts'
import type { Text } from './text.ts'

const WRONG_CHECK: Text = ['证件号码校验位错误', 'The check digit is wrong']

/** Hong Kong, Macao and Taiwan (GB 11643 with the regions 81, 82 and 83). */
function residencePermit(number: string): Text | null {
  if (number.length !== 18) return ['居住证号码长度不为18位', 'A residence permit number has 18 characters']
  if (!/^\d{17}[\dX]$/.test(number) || !isDate(number.slice(6, 14)))
    return ['居住证号码格式错误', 'The residence permit number has a wrong format']
  if (!/^8[123]0000/.test(number))
    return [
      '居住证号码应以810000、820000或830000开头',
      'A residence permit number begins with 810000, 820000 or 830000',
    ]
  return checkDigit(number) === number[17] ? null : WRONG_CHECK
}

/**
 * Since 2023: 9, two digits of the province, three of the nationality, then as on an identity card. Before: three letters of
 * the nationality and twelve digits, in which the date of birth is the fifth to the tenth.
 */
function permanentResidence(number: string): Text | null {
  if (number.length === 15)
    return /^[A-Z]{3}\d{12}$/.test(number) && /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(number.slice(9, 13))
      ? null
      : [
          '15位的外国人永久居留身份证号码应为3位字母加12位数字，并含出生日期',
          'A number of 15 characters is 3 letters and 12 digits, with the date of birth',
        ]
  if (number.length !== 18)
    return [
      '外国人永久居留身份证号码长度应为18位，旧证为15位',
      'A permanent residence card number has 18 characters, earlier ones 15',
    ]
  if (!/^9\d{16}[\dX]$/.test(number) || !REGIONS[number.slice(1, 3)] || !isDate(number.slice(6, 14)))
    return [
      '外国人永久居留身份证号码应以9开头，格式错误',
      'A permanent residence card number begins with 9; the format is wrong',
    ]
  return checkDigit(number) === number[17] ? null : WRONG_CHECK
}

/** Of any country: letters and digits (ICAO 9303 has nine places; some countries print more). */
const passport = (number: string): Text | null =>
  /^(?=.*\d)[A-Z0-9]{5,15}$/.test(number)
    ? null
    : ['护照号码应为5到15位的字母和数字', 'A passport number has 5 to 15 letters and digits']

/** H or M and eight digits, on earlier ones followed by the number of times it was renewed. */
const travelPermit = (number: string): Text | null =>
  /^[HM]\d{8}(\d{2})?$/.test(number)
    ? null
    : [
        '港澳居民来往内地通行证号码应为字母H或M加8位或10位数字',
        'A mainland travel permit number is H or M and 8 or 10 digits',
      ]

const RULES = { idCard: idCardProblem, residencePermit, permanentResidence, passport, travelPermit } as const
export type DocumentPattern = keyof typeof RULES
export const isDocument = (pattern: string | undefined): pattern is DocumentPattern =>
  pattern !== undefined && Object.hasOwn(RULES, pattern)

/** The first problem of a number in capitals, without gaps; null when there is none. */
export const documentProblem = (pattern: DocumentPattern, number: string): Text | null => RULES[pattern](number)
