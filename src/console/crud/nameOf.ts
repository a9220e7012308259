/** The names of rows and fields in the language of the user. */
import type { Noun } from '#model/noun.ts'
import { readIn } from '#model/readIn.ts'
import type { Params } from '#model/row.ts'
import { currentLanguage } from '#console/kit/language.tsx'

/** Whether the column of another field already shows this one. */
export const readElsewhere = (noun: Noun, name: string): boolean =>
  currentLanguage() === 'en' && Object.values(noun.english ?? {}).includes(name)

/** The name of a row. */
export const nameOf = (noun: Noun, row: Params): string =>
  String(row[readIn(noun, noun.name, row, currentLanguage())] ?? row.id ?? '')
