/**
 * Masks personal data for lists: an id number shows its first 10 and last 2 characters, a phone its first 3 and last 4,
 * other words their first.
 */
const cover = (value: string, first: number, last: number): string =>
  value.length <= first + last
    ? '*'.repeat(value.length)
    : value.slice(0, first) + '*'.repeat(value.length - first - last) + value.slice(-last)

export const maskIdCard = (value: string): string => cover(value, 10, 2)
export const maskPhone = (value: string): string => cover(value, 3, 4)
/** The number of asterisks is fixed, so that it does not give away the length. */
export const maskWords = (value: string): string => `${[...value][0] ?? ''}****`
