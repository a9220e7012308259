/** Every filter that a lens or the API declares, through the real API: it returns the row with the value, and none with another value. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verbsOf, type Lens, type Noun } from '#model/noun.ts'
import { lenses, nouns } from '#main/registry.ts'
import { CLASSES, furnishEveryNoun, ROWS, type EveryNoun } from './harness/everyNoun.ts'
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

const flat = (tree: readonly any[]): any[] => tree.flatMap(row => [row, ...flat(row.children ?? [])])

/** Which of the four rows the list returns. */
async function listed(noun: Noun, query: Record<string, string>): Promise<number[]> {
  const search = new URLSearchParams({
    ...(noun.scope === 'application' ? { appId: rows.appId } : {}),
    ...query,
    ...(noun.tree ? {} : { size: '100' }),
  })
  const url = `${noun.api}/${noun.tree ? 'tree' : 'page'}?${search}`
  const answer = await server.call('GET', url)
  expect(answer.body, url).toMatchObject({ code: 0 })
  const answered: { id: string }[] = noun.tree ? flat(answer.body.data) : answer.body.data.records
  return answered.map(row => rowOf(noun, row.id)).filter(row => row >= 0)
}
function rowOf(noun: Noun, id: string): number {
  if (noun.key === 'session') return ROWS.findIndex(row => rows.idOf('devices.device', row) === id)
  if (noun.key === 'door' || noun.key === 'doorControl') return ROWS.findIndex(row => String(800_000 + row) === id)
  if (noun.key === 'personAuth')
    return ROWS.findIndex(row => `${rows.idOf('people.person', row)}-${800_000 + row}` === id)
  if (noun.key === 'heldFace')
    return ROWS.findIndex(row => `${rows.idOf('people.person', row)}-${rows.idOf('devices.device', row)}` === id)
  if (noun.key === 'syncTask')
    return ROWS.findIndex(row => {
      const item = CLASSES[row] === 'faceEqui' ? 'person' : 'card'
      return `${rows.idOf('devices.device', row)}-${item}-person-${rows.idOf('people.person', row)}` === id
    })
  return ROWS.findIndex(row => rows.idOf(noun.table, row) === id)
}

/** What is found only among the rows of one value of another field has its own test: here each row has a value of its own. */
const isAlone = (noun: Noun, name: string): boolean => noun.fields[name]?.findWith === undefined

async function judge(noun: Noun, filters: readonly string[], query: Record<string, string>): Promise<void> {
  const without = await listed(noun, query)
  expect(without.length, `${noun.key}: the rows that are looked for`).toBeGreaterThan(0)
  // What a lens narrows may be without the first.
  const at = without.includes(0) ? 0 : without[0]!
  for (const name of filters.filter(one => isAlone(noun, one))) {
    const values = rows.asked.get(`${noun.key}.${name}`)
    const value = values?.[at]
    expect(value, `${noun.key}.${name} has no value here`).toBeTruthy()
    const others = without.filter(row => values![row] !== value)
    const found = await listed(noun, { ...query, [name]: value! })
    expect(found.sort(), `${noun.key}.${name}=${value}`).toEqual(without.filter(row => !others.includes(row)).sort())
    if (others.length) continue
    const another = values!.find(one => one && one !== value)
    expect(another, `${noun.key}.${name}: every row has the same`).toBeTruthy()
    expect(await listed(noun, { ...query, [name]: another! }), `${noun.key}.${name}=${another}`).toEqual([])
  }
}

const queryOf = (lens: Lens): Record<string, string> => ({
  ...(lens.path.startsWith('/:deviceClass') && nouns.get(lens.of)!.fields.deviceClass
    ? { deviceClass: CLASSES[0]! }
    : {}),
  ...Object.fromEntries(Object.entries(lens.where ?? {}).map(([name, value]) => [name, String(value)])),
})

test.each([...lenses.values()].filter(lens => lens.filters?.length).map(lens => [lens.key, lens] as const))(
  'lens %s',
  (_key, lens) => judge(nouns.get(lens.of)!, lens.filters!, queryOf(lens)),
)

/** The API description lists every field with a filter. */
test.each(
  [...nouns.values()]
    .filter(noun => verbsOf(noun).includes('list'))
    .map(
      noun =>
        [
          noun.key,
          noun,
          [...Object.keys(noun.fields).filter(name => noun.fields[name]!.find), ...Object.keys(noun.states ?? {})],
        ] as const,
    )
    .filter(([, , names]) => names.length),
)('noun %s', (_key, noun, names) => judge(noun, names, {}))
