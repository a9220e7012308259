/**
 * What is delivered to devices is stored where it belongs and nowhere else: names, cards, portraits and documents reach the
 * devices, and no command, log or outbox of the database contains them, neither before nor after they were removed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { Params } from '#model/row.ts'
import { clusterConnection, onCluster } from './harness/database.ts'
import { connectDevice, openDevice, type TestDevice } from './harness/device.ts'
import { engine, until, useTerminal } from './harness/terminal.ts'

const t = useTerminal()
const NAME = '金丝雀'
const CARD = '0038129977'
/** What a device confirms item by item, by the number by which it knows them. */
const resultsOf = (params: Params): Params[] =>
  Object.values(params)
    .filter(Array.isArray)
    .flat()
    .map(item => ({ personId: String(Object(item).personId ?? item), cardNo: CARD, code: 0 }))

/** Facts and the names of rows that people gave are not what is delivered. */
const CONTENTS = "schemaname = 'sync' or tablename in ('command', 'frame', 'outbox', 'dead_message')"

/** The tables with a row that contains one of the words. */
async function leaks(words: readonly string[]): Promise<string[]> {
  const tables = await t.server.ports.db.query<{ name: string }>(
    engine,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('devices', 'sync', 'engine') and (${raw(CONTENTS)}) order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await t.server.ports.db.query(
      engine,
      sql`select 1 from ${raw(name)} x where x::text ~ ${words.join('|')} limit 1`,
    )
    if (rows.length) found.push(name)
  }
  expect(tables.length).toBeGreaterThan(7)
  return found
}

test('people and cards that devices were sent stand in no command and no log', async () => {
  const models = await t.server.ports.db.query<{ id: string }>(
    engine,
    sql`select id from catalog.device_model where type_code = 'accessControlDevice' limit 1`,
  )
  const credentials = await connectDevice(t.server, t.appId, models[0]!.id, 'ACC-CANARY', '门岗')
  const link: TestDevice = await openDevice(t.gateway.port, credentials)
  const cards: string[] = []
  link.client.on('message', (topic, payload) => {
    const { id, params } = JSON.parse(payload.toString())
    if (topic.endsWith('/service/addCards')) cards.push(JSON.stringify(params))
    const data = topic.endsWith('/service/queryCards')
      ? { items: [{ personId: '1', cardNo: CARD, digest: 'x' }], total: 1 }
      : { results: resultsOf(params) }
    link.client.publish(`${topic}_reply`, JSON.stringify({ id, code: 200, data }), { qos: 1 })
  })
  const doors: { id: string; deviceName: string }[] = (
    await t.server.call('GET', `/api/person/authGroup/doors?appId=${t.appId}`)
  ).body.data
  const person = await t.person(NAME)
  await t.server.call('PUT', `/api/person/person?appId=${t.appId}`, { id: person.id, cards: [CARD] })
  const group = await t.post('/api/person/authGroup', { name: '全部门', doorIds: doors.map(door => door.id) })
  await t.post(`/api/person/authGroup/${group.id}/addPeople`, { personIds: [person.id] })
  await until(() => t.held.has(person.shortNo), 'the person on the terminal')
  await until(() => cards.some(sent => sent.includes(CARD)), 'the card on the controller')
  // They were sent as they are.
  expect(t.added.flat().some(({ name }) => name === NAME)).toBe(true)
  await until(t.idle, 'idle')
  const words = [NAME, CARD, 'photoUrl']
  expect(await leaks(words)).toEqual([])
  // Also what devices answer when they are asked what they store.
  await t.post('/api/person/auth/readBack', { deviceId: credentials.id })
  const compared = async (): Promise<boolean> => {
    const [row] = await t.server.ports.db.query<{ done: boolean }>(
      engine,
      sql`select read_back ? 'done' as done from sync.device where device_id = ${credentials.id}`,
    )
    return row!.done
  }
  await until(compared, 'what the controller stores is compared')
  await until(t.idle, 'idle')
  expect(await leaks(words)).toEqual([])
  await t.server.call('DELETE', `/api/person/person/${person.id}?appId=${t.appId}`)
  await until(() => !t.held.has(person.shortNo), 'removed from the terminal')
  await until(t.idle, 'idle')
  expect(await leaks(words)).toEqual([])
  // Nobody waits any more for what comes when a command is over, or was sent for somebody else.
  const ended = (identifier: string, carries: number, state: number): Promise<string> =>
    given(credentials.id, { identifier, carries, state })
  const late = await ended('queryCards', 2, 5)
  const ofNobody = await ended('addCards', 1, 1)
  const items = { items: [{ personId: '1', cardNo: CARD, digest: 'x' }], total: 1 }
  const results = { results: [{ personId: '1', cardNo: CARD, code: 0 }] }
  const answer = (identifier: string, id: string, data: object): Promise<unknown> =>
    link.client.publishAsync(`${link.topic(`service/${identifier}`)}_reply`, JSON.stringify({ id, code: 200, data }), {
      qos: 1,
    })
  await answer('queryCards', late, items)
  await answer('addCards', ofNobody, results)
  await until(async () => (await dataOf(late)) !== null, 'the late answer')
  expect(await dataOf(late)).toEqual({ late: { items: { count: 1 }, total: 1 } })
  await until(async () => (await leaks(words)).length === 0, 'the answer is forgotten')
  expect(await dataOf(ofNobody)).toEqual({ results: [{ code: 0 }] })
  await link.end()
})

/** A command of the sync engine of which no flight is left. */
async function given(
  deviceId: string,
  { identifier, carries, state }: { identifier: string; carries: number; state: number },
): Promise<string> {
  const id = t.server.ports.newId()
  await t.server.ports.db.query(
    engine,
    sql`insert into devices.command (id, source_id, device_id, device_class, identifier, risk, origin, expires_at, state, carries)
      values (${id}, 1, ${deviceId}, 'accessControlDevice', ${identifier}, 'none', 'sync', now() + interval '1 minute', ${state}, ${carries})`,
  )
  return id
}
const dataOf = async (id: string): Promise<Params | null> => {
  const [row] = await t.server.ports.db.query<{ data: Params | null }>(
    engine,
    sql`select data from devices.command where id = ${id}`,
  )
  return row!.data
}

test('what was stored before is removed by the migration; what is still to be handled is not', async () => {
  const text = readFileSync(join(import.meta.dirname, '../migrations/0648_contents_not_stored.sql'), 'utf8')
  const [old, open] = [t.server.ports.newId(), t.server.ports.newId()]
  const params = { persons: [{ personId: '7', name: NAME }], size: 50 }
  const data = { results: [{ personId: '7', code: 0, msg: NAME }] }
  for (const id of [old, open])
    await t.server.ports.db.query(
      engine,
      sql`insert into devices.command (id, source_id, device_id, device_class, identifier, risk, origin, expires_at, state,
          params, data)
        values (${id}, 1, ${t.terminal.id}, 'faceEqui', 'addPersons', 'none', 'sync', now(), 3,
          ${JSON.stringify(params)}::jsonb, ${JSON.stringify(data)}::jsonb)`,
    )
  // Not due for an hour: its answer is still to be handled.
  await t.server.ports.db.query(
    engine,
    sql`insert into engine.outbox (id, type, payload, next_at) values (${t.server.ports.newId()}, 'command.finished',
      ${JSON.stringify({ commandId: open, deviceId: t.terminal.id })}::jsonb, now() + interval '1 hour')`,
  )
  const [{ name: database }] = (await t.server.ports.db.query<{ name: string }>(
    engine,
    sql`select current_database() as name`,
  )) as [{ name: string }]
  await onCluster({ ...clusterConnection(), database }, text.slice(text.indexOf('-- Those that are not over')))
  const rows = await t.server.ports.db.query(
    engine,
    sql`select params, data from devices.command where id in (${old}, ${open}) order by id`,
  )
  expect(rows).toEqual([
    { params: { persons: { count: 1 }, size: 50 }, data: { results: [{ code: 0 }] } },
    { params: { persons: { count: 1 }, size: 50 }, data },
  ])
})
