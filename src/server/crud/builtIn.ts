/** Texts that the product writes into rows: stored in Chinese and shown in the reader's language, until somebody changes them. */
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

/** The text in both languages. */
export const bothWords = (noun: Words, field: string, stored: string): Text => [
  stored,
  readBuiltIn(noun, field, stored, 'en'),
]

/** The name of a row in the reader's language: from the field with its English name, or a built-in text. */
export function nameIn(noun: Words & Pick<Noun, 'name'>, row: Input, language: Language): unknown {
  const name = readIn(noun, noun.name, row, language)
  return readBuiltIn(noun, name, row[name], language)
}

/** Translates the rows in place. */
export function presentBuiltIn(noun: Words, rows: readonly Row[], language: Language): void {
  if (language === 'zh') return
  for (const name of Object.keys(noun.builtIn ?? {}))
    for (const row of rows) if (name in row) row[name] = readBuiltIn(noun, name, row[name], language)
}

/** Drops values that come back as they were shown: saving a form in English must not change them. */
export const withoutBuiltIn = (noun: Words, before: Row, given: Input): Input =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => !(value !== before[name] && value === readBuiltIn(noun, name, before[name], 'en')),
    ),
  )
