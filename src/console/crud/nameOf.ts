/** How rows and their words are called in the language of the reader. */
import type { Noun } from '#model/noun.ts'
import { currentLanguage } from '#console/kit/language.tsx'

/** The field in which the reader finds what `name` says: the one of their language, where the row has it. */
export const readIn = (noun: Noun, name: string, row: Record<string, unknown>): string => {
  const english = currentLanguage() === 'en' ? noun.english?.[name] : undefined
  return english && row[english] ? english : name
}

/** What stands in the column of another field already. */
export const readElsewhere = (noun: Noun, name: string): boolean =>
  currentLanguage() === 'en' && Object.values(noun.english ?? {}).includes(name)

/** How people call a row. */
export const nameOf = (noun: Noun, row: Record<string, unknown>): string =>
  String(row[readIn(noun, noun.name, row)] ?? row.id ?? '')
