/** What people call a row, as the title of its page or drawer. */
import type { Noun } from '#model/noun.ts'
import { readIn } from '#model/readIn.ts'
import type { Params } from '#model/row.ts'
import { nameOf } from '#console/crud/nameOf.ts'
import { currentLanguage } from '#console/kit/language.tsx'

/** Its name may only identify it, such as the user name of a person. */
export const calledOf = (noun: Noun, row: Params): string => {
  const called = noun.called === undefined ? undefined : row[readIn(noun, noun.called, row, currentLanguage())]
  return called ? String(called) : nameOf(noun, row)
}
