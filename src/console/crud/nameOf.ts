/** How rows and their words are called in the language of the reader. */
import type { Noun } from '#model/noun.ts'
import { readIn } from '#model/readIn.ts'
import type { Params } from '#model/row.ts'
import { currentLanguage } from '#console/kit/language.tsx'

/** Whether the column of another field shows this one already. */
export const readElsewhere = (noun: Noun, name: string): boolean =>
  currentLanguage() === 'en' && Object.values(noun.english ?? {}).includes(name)

/** How people call a row. */
export const nameOf = (noun: Noun, row: Params): string =>
  String(row[readIn(noun, noun.name, row, currentLanguage())] ?? row.id ?? '')
