/** What a run of tests keeps of the statements whose text the sources alone do not give. */
import { createHash } from 'node:crypto'

/** Names the folder that a run keeps them in; without it nothing is kept. */
export const RECORDED_VARIABLE = 'TEST_RAN_SQL'
/** In that folder: what the check of the sources found in the same run. */
export const PLACES_FILE = 'places.json'

/** `templates` are the marks of those it is made of, its own first. */
export interface RanStatement {
  text: string
  templates: readonly string[]
}
/** What the sources say of templates, by their marks. */
export interface Places {
  /** The files that contain one. */
  files: Readonly<Record<string, readonly string[]>>
  /** Statements whose text the sources alone do not give. */
  composed: readonly { mark: string; path: string; line: number; message: string }[]
}

/** What a template is known by, in its source and in the program that runs: its texts between the values. */
export const markOf = (strings: readonly string[]): string =>
  createHash('sha256').update(strings.join('\0')).digest('base64url').slice(0, 16)
