/** Texts as forbidden words are compared with them: what only separates or decorates the letters makes no difference. */

/** Letters and numbers, of one width and case. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A circled number may stand for the number, or only decorate: a text is compared both ways. */
export const foldings = (text: string): string[] => [...new Set([folded(text), folded(text.replace(/\p{No}/gu, ''))])]
