/**
 * Every lens at scale: with each filter and each sort that it declares, a list reads no large table completely and
 * sorts no more than a page.
 */
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lens, Noun } from '#model/noun.ts'
import { historyOf } from '#model/historyOf.ts'
import { lenses, nouns } from '#main/registry.ts'
import type { Actor, Query } from '#server/sql/db.ts'
import { MAX_PAGE_SIZE } from '#model/list/paging.ts'
import { clusterConnection } from './harness/database.ts'
import { makeApplication } from './harness/device.ts'
import { fillLargeTables, LARGE } from './harness/large.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

/** Lists that may read or sort more, each with its reason; by lens, or by lens and parameter. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  equi: 'what needs a person comes first: alarms, then who is away longest; one application has some thousand devices',
  'equi modelId': 'as above',
  'equi status': 'as above',
  'person name': 'a name is looked for inside one application, whose people are read',
  'customPerson name': 'as above',
  'passageCapture personName': 'refusals of one name are found by its index, and are some hundred at most',
}

/** A total with a limit may count along the table. */
const BOUNDED = /^select count\(\*\).* limit \$\d+\) counted$/

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
interface Explained {
  text: string
  plan: Plan
}

let server: TestServer
let admin: pg.Client
let appId: string
let sample: Awaited<ReturnType<typeof fillLargeTables>>
let explained: Explained[] = []
let watching = false
/** Tables and partitions that are large. */
const large = new Set<string>()

beforeAll(async () => {
  server = await startTestServer()
  const { appId: made, models } = await makeApplication(server)
  appId = made
  const [{ name } = { name: '' }] = await server.ports.db.query<{ name: string }>(
    { role: 'engine' },
    sql`select current_database() as name`,
  )
  admin = new pg.Client({ ...clusterConnection(), database: name })
  await admin.connect()
  sample = await fillLargeTables(admin, { appId, modelId: models.accessControlDevice! })
  for (const table of LARGE) {
    const { rows } = await admin.query<{ name: string }>(
      'select c.relname as name from pg_partition_tree($1::regclass) t join pg_class c on c.oid = t.relid where t.isleaf',
      [table],
    )
    for (const row of rows) large.add(row.name)
  }
  explainEverything()
})

afterAll(async () => {
  await admin?.end()
  await server?.close()
})

/** From here on each SELECT of a request is explained in the transaction, role and scope in which it ran. */
function explainEverything(): void {
  const { db } = server.ports
  const run = db.tx
  db.tx = <T>(actor: Actor, work: (query: Query) => Promise<T>): Promise<T> =>
    run(actor, query => {
      const watched = async <Row>(statement: Sql): Promise<Row[]> => {
        if (watching && /^\s*select/i.test(statement.text)) {
          const [row] = await query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
            sql`explain (analyze, timing off, format json) ${statement}`,
          )
          explained.push({ text: statement.text, plan: row!['QUERY PLAN'][0]!.Plan })
        }
        return query<Row>(statement)
      }
      return work(Object.assign(watched, { afterCommit: query.afterCommit }))
    })
}

const loops = (plan: Plan, rows: number | undefined): number => (rows ?? 0) * plan['Actual Loops']

/** The problems of a plan, in words. */
function faults(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(faults)
  const type = plan['Node Type']
  const table = plan['Relation Name']
  const read = loops(plan, plan['Actual Rows']) + loops(plan, plan['Rows Removed by Filter'])
  if (type === 'Seq Scan' && table && large.has(table) && read > MAX_PAGE_SIZE)
    return [`reads ${read} rows of ${table} one after the other`, ...below]
  const sorted = plan.Plans?.[0] ? loops(plan.Plans[0], plan.Plans[0]['Actual Rows']) : 0
  if (type === 'Sort' && sorted > MAX_PAGE_SIZE) return [`sorts ${sorted} rows`, ...below]
  return below
}

/** A value with which the filter finds something. */
function valueOf(noun: Noun, name: string): string {
  const states = noun.states?.[name]
  if (states) return String(states.states[states.start]![0])
  const field = noun.fields[name] ?? historyOf(noun)[name]!
  const known = sample.values[`${noun.key}.${name}`]
  if (known !== undefined) return known
  if (field.kind === 'choice') return String(Object.values(field.values)[0]![0])
  if (field.kind === 'ref') return '1'
  if (field.kind === 'flag') return 'true'
  if (field.find === 'range') return sample.span
  return sample.word
}

/** Every way to request a list: initially, by each filter, by each sort. */
function requests(lens: Lens, noun: Noun): [what: string, query: Record<string, string>][] {
  const sortable = Object.entries(noun.fields).filter(([, field]) => field.sort)
  return [
    ['', {}],
    ...(lens.filters ?? []).map((name): [string, Record<string, string>] => {
      const other = noun.fields[name]?.findWith
      return [name, { [name]: valueOf(noun, name), ...(other ? { [other]: valueOf(noun, other) } : {}) }]
    }),
    ...sortable.map(([name]): [string, Record<string, string>] => [`descs=${name}`, { descs: name }]),
  ]
}

/** Trees are read completely and are bounded; they have no pages. */
const all = [...lenses.values()]
  .map(lens => [lens.key, lens, nouns.get(lens.of)!] as const)
  .filter(([, , noun]) => !noun.tree)

test.each(all)('%s', async (key, lens, noun) => {
  const wrong: string[] = []
  for (const [what, query] of requests(lens, noun)) {
    const asked = new URLSearchParams({
      size: '20',
      ...(noun.scope === 'application' ? { appId } : {}),
      ...(lens.path.startsWith('/:deviceClass') && noun.fields.deviceClass
        ? { deviceClass: 'accessControlDevice' }
        : {}),
      ...Object.fromEntries(Object.entries(lens.where ?? {}).map(([name, value]) => [name, String(value)])),
      ...query,
    })
    explained = []
    watching = true
    const answer = await server.call('GET', `${noun.api}/page?${asked}`)
    watching = false
    expect(answer.body, `${noun.api}/page?${asked}`).toMatchObject({ code: 0 })
    expect(explained.length, 'nothing was explained').toBeGreaterThan(0)
    if (EXCEPTIONS[`${key} ${what}`.trim()]) continue
    for (const { text, plan } of explained.filter(one => !BOUNDED.test(one.text)))
      for (const fault of faults(plan)) wrong.push(`${key} ${what}: ${fault}\n  ${text.slice(0, 200)}`)
  }
  expect(wrong.join('\n')).toBe('')
})

test('a total is exact where the tally or the page knows it, and says when there is more', async () => {
  const page = async (query: string): Promise<{ total: number; more?: true }> =>
    (await server.call('GET', `/api/person/passRecord/page?appId=${appId}&size=20&${query}`)).body.data
  const count = async (condition: string): Promise<number> =>
    (
      await admin.query<{ n: number }>(
        `select count(*)::int as n from devices.passage where app_id = ${appId} and ${condition}`,
      )
    ).rows[0]!.n
  expect(await page('result=0')).toMatchObject({ total: await count('result = 0') })
  expect(await page('cardNo=nobody')).toMatchObject({ total: 0 })
  const rare = await count("person_name = 'person 4999' and reason is null")
  expect(rare).toBeGreaterThan(0)
  expect(await page('personName=person%204999')).toMatchObject({ total: rare })
  const many = await page('method=1')
  expect(many.more).toBe(true)
  expect(many.total).toBeGreaterThanOrEqual(20)
  expect(many.total).toBeLessThanOrEqual(10_000)
})

test('no exception is left over', () => {
  const known = all.flatMap(([key, lens, noun]) => requests(lens, noun).map(([what]) => `${key} ${what}`.trim()))
  expect(Object.keys(EXCEPTIONS).filter(one => !known.includes(one))).toEqual([])
})
