/** Which fields of a form have a meaning, such as the applications of an account by its type and scope. */
import { expect, test } from 'vitest'
import { user } from '#modules/identity/account/user.noun.ts'
import { meaningful } from './meaningful.ts'

const { type, appScope, appIds } = user.fields
const names = (
  values: Record<string, unknown>,
  fields: Parameters<typeof meaningful>[0] = { type, appScope, appIds },
) => Object.keys(meaningful(fields, values)).slice(Number('type' in fields))

test('applications are chosen only where not all are meant, and only accounts with a data scope may have all', () => {
  expect(names({ type: 1, appScope: 1 })).toEqual(['appScope'])
  expect(names({ type: 1, appScope: 0 })).toEqual(['appScope', 'appIds'])
  expect(names({ type: 3 })).toEqual(['appScope', 'appIds'])
  // The scope that was chosen before the type is left out, and so is what follows from it.
  for (const type of [4, 5]) expect(names({ type, appScope: 1 })).toEqual(['appIds'])
})
test('a form without the field that decides shows all', () => {
  expect(names({ appScope: 0 }, { appScope, appIds })).toEqual(['appScope', 'appIds'])
})
