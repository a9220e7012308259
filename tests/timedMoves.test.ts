/** Moves with a time, over all nouns: an index finds the few rows that are due among all that are not. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant, text } from '#model/field.ts'
import { defineNoun, machine, type Noun } from '#model/noun.ts'
import { timedMovesOf } from '#model/timedMove.ts'
import { nouns } from '#main/registry.ts'
import { snake } from '#server/crud/columns.ts'
import { dueOf, type TimedOf } from '#server/moves/findDue.ts'
import { freshDatabase, type FreshDatabase } from './harness/database.ts'

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
  // The tables are empty, and a plan that reads them whole would cost nothing.
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

interface Plan {
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}
const parts = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(parts)]

/** Whether the rows are found by an index of their time. */
async function isFound({ noun, timed }: TimedOf): Promise<boolean> {
  const { text: statement, values } = dueOf({ noun, timed }, new Date(), 100)
  const { rows } = await client.query(`explain (format json) ${statement}`, values)
  return parts(rows[0]['QUERY PLAN'][0].Plan).some(
    part =>
      part['Relation Name'] === noun.table.split('.')[1] && part['Index Cond']?.includes(`(${snake(timed.field)} `),
  )
}

const TIMED = [...nouns.values()].flatMap(noun => timedMovesOf(noun).map(timed => ({ noun, timed })))

test.each(TIMED.map(one => [`${one.noun.key}.${one.timed.name}`, one] as const))(
  '%s is found by an index: add one of its time to a migration, for the states from which it leads',
  async (_name, one) => {
    expect(await isFound(one)).toBe(true)
  },
)

test('a table without such an index is refused', async () => {
  const noun = defineNoun('lease', {
    ...{ label: ['租约', 'Lease'], api: '/api/lease', table: 'planted.lease', scope: 'platform', name: 'name' },
    fields: { name: text(['名称', 'Name']), endsAt: instant(['结束', 'Until']) },
    states: {
      state: machine(['状态', 'State'], { open: [1, '有效', 'Open'], over: [2, '结束', 'Over'] }, 'open', {
        end: { from: ['open'], to: 'over', label: ['结束', 'End'], by: 'system', at: 'endsAt' },
      }),
    },
  }) as unknown as Noun
  const one = { noun, timed: timedMovesOf(noun)[0]! }
  await client.query('create schema planted')
  await client.query('create table planted.lease (id bigint primary key, state smallint, ends_at timestamptz)')
  expect(await isFound(one)).toBe(false)
  await client.query('create index lease_ends on planted.lease (ends_at) where state = 2')
  expect(await isFound(one)).toBe(false)
  await client.query('create index lease_open on planted.lease (ends_at) where state = 1')
  expect(await isFound(one)).toBe(true)
})
