/** A rule of STYLE.md as a function: what it finds wrong in one file, each message saying what to do instead. */

/** `path` from the project's root, with slashes; `text` is the whole file. */
export type FileRule = (path: string, text: string) => string[]
/** What only all files together show. */
export type ProjectRule = (files: ReadonlyMap<string, string>) => { path: string; message: string }[]

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')
