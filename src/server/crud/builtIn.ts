/** Words that the product itself writes into rows: stored in Chinese, read in the reader's language, until somebody changes them. */
import type { Language, Text } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import { readIn } from '#model/readIn.ts'
import { readWords } from '#model/readWords.ts'
import type { Input, Row } from '#model/row.ts'

type Words = Pick<Noun, 'builtIn' | 'english'>

export function readBuiltIn<T>(noun: Words, field: string, stored: T, language: Language): T | string {
  const words = noun.builtIn?.[field]
  return words && typeof stored === 'string' ? readWords(words, stored, language) : stored
}

/** The same for both languages at once. */
export const bothWords = (noun: Words, field: string, stored: string): Text => [
  stored,
  readBuiltIn(noun, field, stored, 'en'),
]

/** What a row is called in the reader's language: by the field that holds its English name, or as the product calls it. */
export function nameIn(noun: Words & Pick<Noun, 'name'>, row: Input, language: Language): unknown {
  const name = readIn(noun, noun.name, row, language)
  return readBuiltIn(noun, name, row[name], language)
}

/** In place. */
export function presentBuiltIn(noun: Words, rows: readonly Row[], language: Language): void {
  if (language === 'zh') return
  for (const name of Object.keys(noun.builtIn ?? {}))
    for (const row of rows) if (name in row) row[name] = readBuiltIn(noun, name, row[name], language)
}

/** Without what comes back as it was read: saving a form in English changes no word. */
export const withoutBuiltIn = (noun: Words, before: Row, given: Input): Input =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => !(value !== before[name] && value === readBuiltIn(noun, name, before[name], 'en')),
    ),
  )
