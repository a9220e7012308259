/** A computed field is filled in every row: otherwise its column would be empty on all screens. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verbsOf, type Noun } from '#model/noun.ts'
import { lenses, nouns } from '#main/registry.ts'
import { furnishEveryNoun, type EveryNoun } from './harness/everyNoun.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

let server: TestServer
let rows: EveryNoun
beforeAll(async () => {
  server = await startTestServer()
  rows = await furnishEveryNoun(server)
}, 30_000)
afterAll(async () => {
  await rows?.admin.end()
  await server?.close()
})

const computedOf = (noun: Noun): string[] =>
  Object.entries(noun.fields)
    .filter(([, field]) => field.computed)
    .map(([name]) => name)
/** Fields that need a statement per row are computed for single rows only, and are no columns of lists; some only filter. */
const listedOf = (noun: Noun): string[] => {
  const columns = new Set([...lenses.values()].filter(lens => lens.of === noun.key).flatMap(lens => lens.columns))
  return verbsOf(noun).includes('view')
    ? computedOf(noun).filter(name => columns.has(name))
    : computedOf(noun).filter(name => columns.has(name) || noun.fields[name]!.find === undefined)
}

test.each(
  [...nouns.values()]
    .filter(noun => verbsOf(noun).includes('list') && computedOf(noun).length > 0)
    .map(noun => [noun.key, noun] as const),
)('%s', async (_key, noun) => {
  const where = new URLSearchParams(noun.scope === 'application' ? { appId: rows.appId } : {})
  const { body } = await server.call('GET', `${noun.api}/page?${where}`)
  expect(body).toMatchObject({ code: 0 })
  const [first] = body.data.records
  expect(first).toBeDefined()
  for (const row of body.data.records) expect(missing(row, listedOf(noun))).toEqual([])
  if (!verbsOf(noun).includes('view')) return
  const one = await server.call('GET', `${noun.api}/${first.id}?${where}`)
  expect(missing(one.body.data, computedOf(noun))).toEqual([])
})
const missing = (row: object, names: readonly string[]): string[] => names.filter(name => !Object.hasOwn(row, name))
