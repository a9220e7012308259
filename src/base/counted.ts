/** Counts as people read them: figures with their commas, and English nouns in the right number. */
export const figure = (n: number): string => n.toLocaleString('en-US')
export const counted = (n: number, one: string, many = `${one}s`): string => `${figure(n)} ${n === 1 ? one : many}`
