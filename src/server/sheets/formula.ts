/** Cells that a spreadsheet would interpret as a formula: written with a leading apostrophe, read without it. */

/** Full-width signs too: a spreadsheet in an East Asian language reads them as the ASCII ones. */
const LIKE_FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/
/** Computes nothing, and with an apostrophe could no longer be added up. */
const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?%?$/

const asFormula = (value: string): boolean => LIKE_FORMULA.test(value) && !NUMBER.test(value)

export const neutral = (value: string): string => (asFormula(value) ? `'${value}` : value)
export const withoutNeutral = (value: string): string =>
  value.startsWith("'") && asFormula(value.slice(1)) ? value.slice(1) : value
