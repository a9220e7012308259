/** The names of rows and fields in the language of the user. */
import { refName } from '#model/field.ts'
import type { Noun } from '#model/noun.ts'
import { keyWords } from '#model/keyWords.ts'
import { readIn } from '#model/readIn.ts'
import type { Params } from '#model/row.ts'
import { registry } from '#console/data/registry.ts'
import { currentLanguage, translateNow } from '#console/kit/language.tsx'

/** Whether the column of another field already shows this one. */
export const readElsewhere = (noun: Noun, name: string): boolean =>
  currentLanguage() === 'en' && Object.values(noun.english ?? {}).includes(name)

/** The name of a row; where it is called by what it refers to, the name of that. */
export const nameOf = (noun: Noun, row: Params): string => {
  const name = readIn(noun, noun.name, row, currentLanguage())
  const field = noun.fields[name]
  const words = field?.kind === 'text' && field.keyOf && keyWords(field, String(row[name]), row, registry())
  if (words) return translateNow(words)
  const referred = field?.kind === 'ref' ? row[refName(name)] : undefined
  return String(referred ?? row[name] ?? row.id ?? '')
}
