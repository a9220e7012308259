/** Asterisks of generated forms: a field is marked exactly when the server refuses it empty. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { furnishEveryNoun, type EveryNoun } from './harness/everyNoun.ts'
import { startTestServer, type TestServer } from './harness/server.ts'
import { sampleValues } from '#console/crud/form/sampleValues.ts'
import { isList, type Field } from '#model/field.ts'
import { nouns } from '#main/registry.ts'
import { isAsked } from '#model/judge.ts'
import { isEmpty } from '#model/verdict.ts'
import { verbsOf, type Noun } from '#model/noun.ts'

let server: TestServer
let every: EveryNoun
beforeAll(async () => {
  server = await startTestServer()
  every = await furnishEveryNoun(server)
})
afterAll(async () => {
  await every.admin.end()
  await server.close()
})
function valueOf(name: string, field: Field): unknown {
  if (field.kind === 'ref') {
    const target = nouns.get(field.to)!
    return field.many ? [every.idOf(target.table, 0)] : every.idOf(target.table, 0)
  }
  if (field.kind === 'dictionary') return isList(field) ? ['1'] : '1'
  return sampleValues({ [name]: field })[name]
}
const written = (noun: Noun): [string, Field][] =>
  Object.entries(noun.fields).filter(([, field]) => (field.by ?? 'user') === 'user' && !field.computed)
const starred = (noun: Noun, values: Record<string, unknown>): string[] =>
  written(noun)
    .filter(([, field]) => isAsked(field, values, true))
    .map(([name]) => name)
const refusedEmpty = async (noun: Noun, values: Record<string, unknown>): Promise<string[]> => {
  const { body } = await server.call('POST', `${noun.api}?appId=${every.appId}`, values)
  return [...new Set((body.data?.fields ?? []).map((problem: { field: string }) => problem.field))]
    .map(String)
    .filter(name => isEmpty(values[name]))
}
const added = [...nouns.values()].filter(noun => verbsOf(noun).includes('add'))

test('an empty form is refused at every field with a star, and at no other', async () => {
  for (const noun of added) {
    // A hidden field decides about the others; the type of a menu has a default.
    const expected = starred(noun, {}).filter(name => `${noun.key}.${name}` !== 'menu.type')
    expect({ [noun.key]: (await refusedEmpty(noun, {})).sort() }).toEqual({ [noun.key]: expected.sort() })
  }
})

/** The kind of a trigger asks for it, in its own form. */
const OF_OWN_FORMS = new Set(['linkage.deviceClass'])
test('with every star filled nothing is refused for being empty', async () => {
  for (const noun of added) {
    const values = Object.fromEntries(starred(noun, {}).map(name => [name, valueOf(name, noun.fields[name]!)] as const))
    // Fields without a sample stay empty, and are marked.
    const stars = starred(noun, values)
    const refused = (await refusedEmpty(noun, values)).filter(name => !stars.includes(name))
    expect({ [noun.key]: refused.filter(name => !OF_OWN_FORMS.has(`${noun.key}.${name}`)) }).toEqual({ [noun.key]: [] })
  }
})

test('a field that another fills wears its star until that one is given', () => {
  const noun = nouns.get('application')!
  expect(starred(noun, {})).toContain('deviceClasses')
  expect(starred(noun, { scenarioId: '1' })).not.toContain('deviceClasses')
  expect(isAsked(noun.fields.deviceClasses!, { scenarioId: '1' }, false)).toBe(true)
})
