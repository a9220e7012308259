/** Words of rows that come with the product: stored in Chinese, read in the reader's language, until somebody changes them. */
import type { Language } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import type { Input, Row } from '../parts.ts'

type Words = Pick<Noun, 'builtIn'>

export function readBuiltIn(noun: Words, field: string, stored: unknown, language: Language): unknown {
  if (language === 'zh') return stored
  return noun.builtIn?.[field]?.find(([zh]) => zh === stored)?.[1] ?? stored
}

/** In place. */
export function presentBuiltIn(noun: Words, rows: readonly Row[], language: Language): void {
  for (const name of Object.keys(noun.builtIn ?? {}))
    for (const row of rows) row[name] = readBuiltIn(noun, name, row[name], language)
}

/** Without what comes back as it was read: saving a form in English changes no word. */
export const withoutBuiltIn = (noun: Words, before: Row, given: Input): Input =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => !(value !== before[name] && value === readBuiltIn(noun, name, before[name], 'en')),
    ),
  )
