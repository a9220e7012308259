/** Judges an 18-digit identity card number (GB 11643). */
import { REGIONS } from './regions.ts'
import type { Text } from './text.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_DIGITS = '10X98765432'

/** The check digit for the first 17 digits. */
export const checkDigit = (body: string): string =>
  CHECK_DIGITS[WEIGHTS.reduce((total, weight, index) => total + weight * Number(body[index]), 0) % 11]!

export const isDate = (digits: string): boolean => {
  const [year, month, day] = [Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6, 8))]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * The first problem with the number, in the words of the specification, or null. `today` (yyyyMMdd) makes it refuse
 * later dates of birth.
 */
export function idCardProblem(number: string, today?: string): Text | null {
  if (number === '') return ['证件号码不能为空', 'The ID number is missing']
  if (number.length !== 18) return ['证件号码长度不为18位', 'The ID number does not have 18 characters']
  if (!/^\d{17}[\dXx]$/.test(number)) return ['证件号码格式错误', 'The ID number has a wrong format']
  if (!REGIONS[number.slice(0, 2)]) return ['地址编码错误', 'The region code is wrong']
  const birth = number.slice(6, 14)
  if (!isDate(birth) || (today !== undefined && birth > today))
    return ['证件号码格式错误', 'The ID number has a wrong format']
  if (checkDigit(number) !== number[17]!.toUpperCase()) return ['证件号码校验位错误', 'The check digit is wrong']
  return null
}
