/** The approximate width of a text at 13 px: Chinese characters are square, letters half as wide. */
export const wordsPx = (words: string): number =>
  [...words].reduce((sum, letter) => sum + (letter > '\u2e80' ? 13 : 7), 0)
