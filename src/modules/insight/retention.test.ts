/** What has reached the end of its period is removed, file and row; other data stay; and the audit has the number of each. */
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idFrom } from '#base/id.ts'
import type { Input, Params } from '#model/row.ts'
import type { Ports } from '#server/ports.ts'
import { factsCut } from '#modules/devices/facts/factDays.rules.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { retireAll } from './retention.server.ts'

const ENGINE = { role: 'engine' } as const
const DAY_MS = 86_400_000
let server: TestServer
let ports: Ports
let owner: pg.Client
const signal = new AbortController().signal
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS)
const oldId = (days: number): string => String(BigInt(idFrom(ago(days).getTime())) + 1n)
const retired = async (object: string): Promise<Params[]> =>
  (
    await ports.db.query<{ changes: Input }>(
      ENGINE,
      sql`select changes from audit.entry where action = 'retire' and object = ${object} and actor_name = 'system' order by id`,
    )
  ).map(row => row.changes)

async function passage(days: number, options: { photo?: string; at?: Date } = {}): Promise<string> {
  const received = ago(days)
  const at = options.at ?? received
  const id = ports.newId()
  await owner.query(
    `insert into devices.passage (id, source_id, app_id, device_id, device_class, device_name, identifier, result, photo_file, params, at, key, time, received_at)
      values ($1, 1, 7, 9, 'faceEqui', '甲', 'recognise', 1, $2, $3, $4, decode(md5($1::bigint::text), 'hex'), $4, $5)`,
    [id, options.photo ?? null, { photo: `file:${options.photo}`, score: 90 }, at, received],
  )
  return id
}

beforeAll(async () => {
  server = await startTestServer()
  ports = server.ports
  owner = new pg.Client(server.installation.connection)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.close()
})

test('a picture of a passage is deleted after its retention; the passage stays, and a wrong clock deletes nothing early', async () => {
  const put = (): Promise<string> => ports.files.put(ports.vault.seal('jpeg', 'file|capture'))
  const [late, fresh, early] = [await put(), await put(), await put()]
  const id = await passage(31, { photo: late })
  await passage(29, { photo: fresh })
  await passage(1, { photo: early, at: ago(100) })
  await retireAll(ports, signal)
  expect(await ports.files.get(late)).toBeNull()
  expect(await ports.files.get(fresh)).not.toBeNull()
  expect(await ports.files.get(early)).not.toBeNull()
  const [row] = await ports.db.query<{ photo_file: string | null; params: unknown }>(
    ENGINE,
    sql`select photo_file, params from devices.passage where id = ${id}`,
  )
  expect(row).toEqual({ photo_file: null, params: { score: 90 } })
  expect(await retired('capture')).toEqual([{ count: 1, keptDays: 30 }])
  await retireAll(ports, signal)
  expect(await retired('capture')).toHaveLength(1)
})

test('the days of pictures follow the configuration', async () => {
  const photo = await ports.files.put(Buffer.from('x'))
  await passage(10, { photo })
  await retireAll({ ...ports, captureDays: 7 }, signal)
  expect(await ports.files.get(photo)).toBeNull()
})

test('face data of a removed person, of a replaced face and of an unsaved upload is deleted within a day', async () => {
  const portrait = async (hours: number): Promise<string> => {
    const id = await ports.files.put(ports.vault.seal('face', 'file|portrait'))
    await owner.query(
      "insert into engine.file (id, kind, mime, bytes, sha256, vault, created_at) values ($1, 'portrait', 'image/jpeg', 4, '', true, $2)",
      [id, new Date(Date.now() - hours * 3_600_000)],
    )
    return id
  }
  const person = async (name: string, file: string, deletedMinutes?: number): Promise<void> => {
    await owner.query(
      `insert into people.person (id, app_id, source_id, name, person_type, short_no, portrait_file, portrait_digest, deleted_at) values ($1, 7, 1, $2, 1, $3, $4, 'x', $5)`,
      [
        ports.newId(),
        name,
        Math.floor(Math.random() * 1e9),
        file,
        deletedMinutes === undefined ? null : new Date(Date.now() - deletedMinutes * 60_000),
      ],
    )
  }
  await owner.query('set session_replication_role = replica')
  const [kept, gone, undoable] = [await portrait(100), await portrait(100), await portrait(100)]
  const [unsaved, fresh] = [await portrait(13), await portrait(1)]
  await person('留', kept)
  await person('走', gone, 11)
  // The user who removed it may still undo that.
  await person('回', undoable, 9)
  await owner.query('set session_replication_role = origin')
  await retireAll(ports, signal)
  expect(
    await Promise.all([kept, gone, undoable, unsaved, fresh].map(id => ports.files.get(id).then(Boolean))),
  ).toEqual([true, false, true, false, true])
  expect(
    (await owner.query('select name from people.person where portrait_digest is not null order by name desc')).rows,
  ).toEqual([{ name: '留' }, { name: '回' }])
  expect(await retired('portrait')).toEqual([{ count: 2 }])
})

test('months of facts go whole, with their counts; younger ones and odd times that came lately stay', async () => {
  const cut = factsCut(new Date())
  const month = new Date(cut.getTime() - 10 * DAY_MS)
  await owner.query(
    `create table facts.devices_passage_old partition of devices.passage for values from ('${new Date(cut.getTime() - 30 * DAY_MS).toISOString()}') to ('${cut.toISOString()}')`,
  )
  const ageDays = (Date.now() - month.getTime()) / DAY_MS
  const old = await passage(ageDays)
  const odd = await passage(1, { at: new Date('2001-01-01T00:30:00Z') })
  const oddAndOld = await passage(ageDays, { at: new Date('2001-02-01T00:30:00Z') })
  const hour = (at: Date): Date => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)
  for (const at of [month, new Date('2001-01-01T00:30:00Z'), new Date('2001-02-01T00:30:00Z'), ago(1)])
    await owner.query(
      "insert into devices.tally (app_id, source_id, family, device_class, result, hour, lane, n) values (7, 1, 1, 'faceEqui', 1, $1, 0, 1)",
      [hour(at)],
    )
  await retireAll(ports, signal)
  const left = (await owner.query('select id from devices.passage')).rows.map(row => row.id as string)
  expect([old, odd, oddAndOld].map(id => left.includes(id))).toEqual([false, true, false])
  expect(
    (await owner.query('select hour from devices.tally order by hour')).rows.map(row => String(row.hour).slice(0, 10)),
  ).toEqual(['2001-01-01', ago(1).toISOString().slice(0, 10)])
  const [dropped] = await ports.db.query<{ object_name: string }>(
    ENGINE,
    sql`select object_name from audit.entry where action = 'retire' and object = 'devices.passage' and object_name = 'devices_passage_old'`,
  )
  expect(dropped).toBeDefined()
  await expect(ports.db.query(ENGINE, sql`select * from facts.drop_before(${ago(100)})`)).rejects.toThrow(
    'facts are kept for 180 days',
  )
})

test('rows go by their age, each kind by its own days, and the preview counts what will', async () => {
  for (const days of [179, 181])
    await owner.query(
      "insert into identity.login_log (id, source_id, username, at, result) values ($1, 1, 'u', $2, 0)",
      [oldId(days), ago(days)],
    )
  for (const days of [29, 31])
    await owner.query(
      "insert into devices.refusal (identity, address, protocol, reason, last_at, id) values ($1, '1.2.3.4', 'mqtt', 'x', $2, $3)",
      [`d${days}`, ago(days), oldId(days)],
    )
  for (const [days, closed] of [
    [200, true],
    [200, false],
    [10, true],
  ] as const)
    await owner.query(
      'insert into devices.session_log (id, device_id, source_id, epoch, opened_at, closed_at) values ($1, 9, 1, 1, $2, $3)',
      [String(BigInt(oldId(days)) + (closed ? 1n : 2n)), ago(days), closed ? ago(days) : null],
    )
  const preview = await server.call('GET', '/api/insight/retention')
  const due = (key: string): unknown => preview.body.data.kinds.find((kind: { key: string }) => kind.key === key)?.due
  expect([due('loginLog'), due('refusal'), due('onlineLog'), due('command')]).toEqual([1, 1, 1, 0])
  await retireAll(ports, signal)
  const count = async (from: string): Promise<number> =>
    (await owner.query(`select count(*)::int as n from ${from}`)).rows[0].n as number
  expect(await count("identity.login_log where username = 'u'")).toBe(1)
  expect(await count('devices.refusal')).toBe(1)
  expect(await count('devices.session_log')).toBe(2)
  expect(await retired('loginLog')).toEqual([{ count: 1, keptDays: 180 }])
  expect(await retired('onlineLog')).toEqual([{ count: 1, keptDays: 180 }])
})
