/** Cells that a spreadsheet would interpret as a formula: written with a leading apostrophe, read without it. */
const LIKE_FORMULA = /^[=+\-@\t\r\0＝]/

export const neutral = (value: string): string => (LIKE_FORMULA.test(value) ? `'${value}` : value)
export const withoutNeutral = (value: string): string =>
  value.startsWith("'") && LIKE_FORMULA.test(value.slice(1)) ? value.slice(1) : value
