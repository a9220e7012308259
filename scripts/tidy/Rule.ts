/** A rule of STYLE.md as a function: returns the problems of one file, each message saying what to do instead. */

/** `path` from the project's root, with slashes; `text` is the whole file. */
export type FileRule = (path: string, text: string) => string[]
/** A rule that needs all files together. */
export type ProjectRule = (files: ReadonlyMap<string, string>) => { path: string; message: string }[]

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')
