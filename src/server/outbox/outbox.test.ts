/** The order of a key in the outbox: events wait while the database is unavailable, and one bad event does not stop the others. */
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { until } from '../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { handler } from '../parts.ts'
import { startOutbox, type Outbox } from './outbox.ts'
import { pause } from '../../../tests/harness/pause.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer
let client: pg.Client
let outbox: Outbox
const handled: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  client = new pg.Client(server.installation.connection)
  await client.connect()
  await client.query('create table engine.tried (key text, no int); grant insert on engine.tried to rt_engine')
  outbox = startOutbox(server.ports, [
    handler({
      name: 'test',
      on: ['test'],
      async run(ports, event) {
        const no = Number(event.payload.no)
        if (event.payload.bad) throw new Error('bad')
        if (event.key === 'locked')
          await ports.db.query(ENGINE, sql`insert into engine.tried values (${event.key}, ${no})`)
        handled.push(`${event.key} ${no}`)
      },
    }),
  ])
})
afterAll(async () => {
  await outbox?.stop()
  await client?.end()
  await server?.close()
})
const emit = (key: string, no: number, bad = false): Promise<unknown> =>
  server.ports.db.query(
    ENGINE,
    sql`insert into engine.outbox (id, type, key, payload) values (${server.ports.newId()}, 'test', ${key}, ${JSON.stringify({ no, bad })}::jsonb)`,
  )
const of = (key: string): string[] => handled.filter(line => line.startsWith(key))

test('events behind a lock wait in their order, also those that come meanwhile; other keys go on', async () => {
  await client.query('begin; lock table engine.tried in share mode')
  for (const no of [1, 2, 3]) await emit('locked', no)
  await pause(2500, 'the events are tried, and held back by the lock')
  await emit('locked', 4)
  await emit('free', 1)
  await until(() => of('free').length, 'the other key')
  expect(of('locked')).toEqual([])
  await client.query('commit')
  await until(() => of('locked').length === 4, 'all of the key')
  expect(of('locked')).toEqual(['locked 1', 'locked 2', 'locked 3', 'locked 4'])
})

test('an event that fails by itself lets the next one pass', async () => {
  await emit('mixed', 1, true)
  await emit('mixed', 2)
  await until(() => of('mixed').length, 'the second')
  const failed = async () => {
    const [row] = await server.ports.db.query<{ tries: number; held: boolean; error: string | null }>(
      ENGINE,
      sql`select tries, held, error from engine.outbox where key = 'mixed'`,
    )
    return row
  }
  // The second may arrive before the failure of the first is stored.
  await until(async () => (await failed())?.error, 'the stored failure')
  expect(await failed()).toEqual({ tries: 1, held: false, error: 'bad' })
})

test('a time that a clock ahead of now has set is taken back', async () => {
  await outbox.stop()
  await emit('ahead', 1)
  await server.ports.db.query(
    ENGINE,
    sql`update engine.outbox set next_at = now() + interval '1 day' where key = 'ahead'`,
  )
  outbox = startOutbox(server.ports, [
    handler({ name: 'test', on: ['test'], run: async (_ports, event) => void handled.push(`${event.key} 1`) }),
  ])
  await until(() => of('ahead').length, 'the event')
})

test('without a due event a round opens no transaction', async () => {
  await until(async () => {
    const rows = await server.ports.db.query(ENGINE, sql`select 1 from engine.outbox where next_at <= now() limit 1`)
    return rows.length === 0
  }, 'nothing is due')
  const [opened, asked] = [vi.spyOn(server.ports.db, 'tx'), vi.spyOn(server.ports.db, 'query')]
  await until(() => asked.mock.calls.length > 5, 'some rounds')
  const transactions = opened.mock.calls.length
  vi.restoreAllMocks()
  expect(transactions).toBe(0)
})
