/** The permission points that something needs of whoever it acts for. */

/** Of each entry any point suffices. */
export type NeededPoints = readonly (readonly string[])[]
/** To read rows of any of these nouns. */
export const readingAny = (...nouns: readonly string[]): readonly string[] =>
  nouns.flatMap(noun => [`${noun}:list`, `${noun}:view`])
