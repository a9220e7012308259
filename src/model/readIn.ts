/** The field that holds `name` in the reader's language, where the row has one. */
import type { Language } from '#base/text.ts'
import type { Noun } from './noun.ts'
import type { Params } from './row.ts'

export function readIn(noun: Pick<Noun, 'english'>, name: string, row: Readonly<Params>, language: Language): string {
  const english = language === 'en' ? noun.english?.[name] : undefined
  return english && row[english] ? english : name
}
