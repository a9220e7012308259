/**
 * The one form in which an identity is compared, whatever way it was printed, typed or reported: two that are equal in it are the
 * same. People and devices are shown the spelling that was given; searching, uniqueness and decisions use this form.
 */
import { folded } from './folded.ts'

/** Blanks, colons and dashes between groups of digits. */
const withoutGaps = (text: string): string => folded(text).replace(/[\s:\p{Dash}]/gu, '')

/** A number of a card as a text; null for a number that JSON has rounded, which may be that of another card. */
const textOf = (given: unknown): string | null =>
  typeof given === 'string' ? given : Number.isSafeInteger(given) && (given as number) >= 0 ? String(given) : null

/** The spelling of a card that is shown and sent to devices, which compare texts: as given, without gaps. */
export const cardShown = (given: unknown): string | null => {
  const text = textOf(given)
  return text === null ? null : withoutGaps(text)
}

/**
 * A card: `0006655443`, `6655443` and the number 6655443 are one, `04:a1:b2:c3` and `04A1B2C3` are one. Null when it is none:
 * terminals report zeros where there was no card.
 */
export const cardOf = (given: unknown): string | null => {
  const shown = cardShown(given)
  if (shown === null || !/^[0-9A-Za-z]{1,32}$/.test(shown)) return null
  return shown.toUpperCase().replace(/^0+/, '') || null
}

/** The serial number of a device: zeros and dashes are part of it, the case of letters is not. */
export const serialOf = (given: string): string => folded(given).replace(/\s/g, '').toUpperCase()

/** A plate of the mainland: the province, the letter of its authority, and then neither I nor O. */
const OF_PROVINCE = /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z]/

const plateText = (given: string): string =>
  withoutGaps(given)
    .replace(/[.·・•‧∙●]/g, '')
    .toUpperCase()

/**
 * The beginning of a plate in its one form: `粤b·1o` is 粤B10, because no plate of the mainland has I or O after the letter of its
 * authority, where O is possible: 闽O12345 stays.
 */
export const plateBeginning = (given: string): string => {
  const text = plateText(given)
  return OF_PROVINCE.test(text) ? text.slice(0, 2) + text.slice(2).replaceAll('O', '0').replaceAll('I', '1') : text
}

/** A plate, by which it is shown too. Null when it is none, as the words of cameras for a car without one. */
export const plateOf = (given: unknown): string | null => {
  if (typeof given !== 'string' || given.length > 64) return null
  const text = plateText(given)
  return /^[0-9A-Z\p{Script=Han}]{4,12}$/u.test(text) && /[0-9]/.test(text) ? plateBeginning(text) : null
}

/** The kinds of identities of which there is one form, and how it is found; null: it is none. */
export const IDENTITIES = { card: cardOf, serial: serialOf, plate: plateOf } as const satisfies Record<
  string,
  (given: string) => string | null
>
export type IdentityKind = keyof typeof IDENTITIES

/** A mobile number without gaps and without the prefix of the country. */
export const phoneOf = (given: string): string =>
  withoutGaps(given)
    .replace(/[()]/g, '')
    .replace(/^(\+|00)?86(?=1\d{10}$)/, '')

/** The number of an identity document. */
export const documentNo = (given: string): string => withoutGaps(given).toUpperCase()
