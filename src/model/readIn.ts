/** The field in which a reader finds what `name` says: the one of their language, where the row has it. */
import type { Language } from '#base/text.ts'
import type { Noun } from './noun.ts'
import type { Params } from './row.ts'

export function readIn(noun: Pick<Noun, 'english'>, name: string, row: Readonly<Params>, language: Language): string {
  const english = language === 'en' ? noun.english?.[name] : undefined
  return english && row[english] ? english : name
}
