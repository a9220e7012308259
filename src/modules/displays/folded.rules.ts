/** Texts as forbidden words are compared with them: what only separates or decorates the letters makes no difference. */

import { simplified } from './simplified.ts'

/** Letters and numbers, of one width and case. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * A circled number may stand for the number, or only decorate, and traditional characters stand for simplified ones: a text is
 * compared in each way, so that a word which was stored in traditional characters still matches itself.
 */
export const foldings = (text: string): string[] => {
  const plain = [folded(text), folded(text.replace(/\p{No}/gu, ''))]
  return [...new Set([...plain, ...plain.map(simplified)])]
}
