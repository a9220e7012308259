/**
 * Masks personal data for lists: an id number shows its first 10 and last 2 characters, a phone its first 3 and last 4,
 * other words their first.
 */
const cover = (value: string, first: number, last: number): string =>
  value.length <= first + last
    ? '*'.repeat(value.length)
    : value.slice(0, first) + '*'.repeat(value.length - first - last) + value.slice(-last)

/** The number of characters at the end that each mask shows. */
const SHOWN_LAST = { idCard: 2, phone: 4, words: 0 } as const
export const shownLast = (mask: keyof typeof SHOWN_LAST): number => SHOWN_LAST[mask]

/** Numbers shorter than those of identity cards show less at the beginning: at least six characters stay hidden. */
export const maskIdCard = (value: string): string =>
  cover(value, Math.max(0, Math.min(10, value.length - 6 - SHOWN_LAST.idCard)), SHOWN_LAST.idCard)
export const maskPhone = (value: string): string => cover(value, 3, SHOWN_LAST.phone)
/** The number of asterisks is fixed, so that it does not give away the length. */
export const maskWords = (value: string): string => `${[...value][0] ?? ''}****`
