/**
 * What delays a message and what sets it aside: a lock, a timeout or a duplicate id never loses a fact; content that no
 * table accepts is set aside with its reason.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'
import { idFrom } from '#base/id.ts'
import { pause } from '../../../../tests/harness/pause.ts'

let platform: TestPlatform
let device: TestDevice
let other: TestDevice
let client: pg.Client
const engine = { role: 'engine' } as const
const DEADLOCK = '40P01'
const query = <Row>(text: ReturnType<typeof sql>): Promise<Row[]> => platform.server.ports.db.query<Row>(engine, text)
let stated = 0
const pass = (guid: string, from: TestDevice = device): Promise<void> =>
  from.post('event/pass/post', {
    value: { guid, doorNo: 1, cardNo: '12345678', method: 2, ok: true },
    time: (stated = Math.max(stated + 1, Date.now())),
  })
const guids = async (prefix: string): Promise<string[]> =>
  (
    await query<{ guid: string }>(
      sql`select params->>'guid' as guid from devices.passage where params->>'guid' like ${`${prefix}%`} order by id`,
    )
  ).map(row => row.guid)
const aside = async (): Promise<number> =>
  (await query<{ n: number }>(sql`select count(*)::int as n from devices.dead_message`))[0]!.n

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  const open = async (sn: string): Promise<TestDevice> =>
    openDevice(gateway.port, await connectDevice(server, appId, models.accessControlDevice!, sn))
  device = await open('LANE-1')
  other = await open('LANE-2')
  client = new pg.Client(server.installation.connection)
  await client.connect()
  // Every stored fact is delivered, so that ids of the outbox are used as well.
  await platform.ask('POST', '/api/device/callback', {
    name: '接收',
    deviceClass: 'accessControlDevice',
    url: 'http://127.0.0.1:9/',
    events: ['passage'],
  })
  await new Promise(resolve => setTimeout(resolve, 700))
})
afterAll(async () => {
  await client?.end()
  await device?.end()
  await other?.end()
  await platform?.close()
})

test('a table locked beyond the statement timeout: nothing is acknowledged, nothing is lost, the order is preserved', async () => {
  await client.query('begin')
  await client.query('lock table devices.frame in share mode')
  let acknowledged = 0
  const send = (n: number): Promise<number> => pass(`lock-${n}`).then(() => (acknowledged += 1))
  const sent = [send(0)]
  // The first one is already being stored when the others arrive.
  await new Promise(resolve => setTimeout(resolve, 50))
  for (const n of [1, 2, 3, 4, 5]) sent.push(send(n))
  await pause(3000, 'longer than the statement timeout')
  expect(acknowledged).toBe(0)
  await client.query('commit')
  await Promise.all(sent)
  expect(device.client.connected).toBe(true)
  expect(await guids('lock-')).toEqual(['lock-0', 'lock-1', 'lock-2', 'lock-3', 'lock-4', 'lock-5'])
  expect(await aside()).toBe(0)
})

test('a statement that is cancelled, a conflict and a lost connection are tried again', async () => {
  // The table itself refuses, with a different error each time; a sequence keeps counting when the transaction is rolled back.
  await client.query(`create sequence devices.refused; grant usage on sequence devices.refused to public;
    create function devices.refuse() returns trigger language plpgsql as $$ begin
      if not new.params->>'guid' like 'code-%' then return new; end if;
      case nextval('devices.refused')
        when 1 then raise exception 'cancelled' using errcode = '57014';
        when 2 then raise exception 'conflict' using errcode = '40001';
        when 3 then raise exception 'deadlock' using errcode = '40P01';
        when 4 then raise exception 'no room' using errcode = '53200';
        when 5 then raise exception 'shutting down' using errcode = '57P01';
        else null;
      end case;
      return new;
    end $$;
    create trigger refuse before insert on devices.passage for each row execute function devices.refuse()`)
  await pass('code-1')
  await client.query(
    'drop trigger refuse on devices.passage; drop function devices.refuse; drop sequence devices.refused',
  )
  expect(await guids('code-')).toEqual(['code-1'])
  expect(await aside()).toBe(0)
})

test('an id that is taken is replaced, and the fact is stored once', async () => {
  const { ports } = platform.server
  const { newId } = ports
  // An event left in the outbox with an id ahead of the clock, as after the clock was set back.
  const taken = idFrom(Date.now() + 3_600_000)
  await query(
    sql`insert into engine.outbox (id, type, key, payload, next_at) values (${taken}, 'none', 'none', '{}', now() + interval '10 minutes')`,
  )
  let first = true
  ports.newId = () => {
    const id = first ? taken : newId()
    first = false
    return id
  }
  try {
    await pass('taken-1')
  } finally {
    ports.newId = newId
  }
  expect(await guids('taken-')).toEqual(['taken-1'])
  expect(await aside()).toBe(0)
})

test('a fault of the platform is no fault of the message: the device keeps it, and others continue', async () => {
  await client.query(`create function devices.refuse() returns trigger language plpgsql as $$ begin
      if new.params->>'guid' = 'fault-1' then raise exception 'broken' using errcode = 'XX000'; end if;
      return new;
    end $$;
    create trigger refuse before insert on devices.passage for each row execute function devices.refuse()`)
  const closed = new Promise<void>(resolve => device.client.once('close', () => resolve()))
  void pass('fault-1').catch(() => {})
  await pass('fault-2', other)
  await closed
  // The device sends it again and again, so that this may wait for a message and the message for this.
  await until(
    () =>
      client.query('drop trigger refuse on devices.passage; drop function devices.refuse').catch((error: unknown) => {
        if ((error as { code?: string }).code !== DEADLOCK) throw error
      }),
    'the trigger is gone',
  )
  expect(await guids('fault-')).toEqual(['fault-2'])
  expect(await aside()).toBe(0)
})

test('only what its content makes impossible is put aside, with its reason', async () => {
  await client.query(
    "alter table devices.passage add constraint no_poison check (params->>'guid' not like 'poison-%') not valid",
  )
  await Promise.all([pass('fine-1', other), pass('poison-1', other), pass('fine-2', other)])
  await client.query('alter table devices.passage drop constraint no_poison')
  expect(await guids('fine-')).toEqual(['fine-1', 'fine-2'])
  expect(await guids('poison-')).toEqual([])
  const rows = await query<{ error: string }>(sql`select error from devices.dead_message`)
  expect(rows.map(row => row.error)).toEqual([expect.stringContaining('no_poison')])
})

test('an answer that had to wait for storage longer than its device does is a refusal, in the fact as well', async () => {
  await client.query('begin; lock table devices.frame in share mode')
  const answer = other.next('event/askPass/post_reply', 10_000)
  const asked = other.post('event/askPass/post', {
    value: { guid: 'ask-1', doorNo: 1, cardNo: '12345678', method: 2 },
    time: Date.now(),
  })
  await pause(2300, 'longer than the device waits for its answer')
  await client.query('commit')
  expect((await answer).body.data).toEqual({ allow: false, reason: 'late' })
  await asked
  const rows = await query<{ result: number; reason: string }>(
    sql`select result, reason from devices.passage where params->>'guid' = 'ask-1'`,
  )
  expect(rows).toEqual([{ result: 0, reason: 'late' }])
})

test('a batch whose answer was lost is stored again as it was: fact, line in the log and tally are there once', async () => {
  const { ports } = platform.server
  const now = Date.now()
  const [known] = await query<{ id: string }>(sql`select id from devices.device where sn = 'LANE-1'`)
  const fact = {
    id: ports.newId(),
    device_id: known!.id,
    component: 'door:1',
    identifier: 'pass',
    family: 1,
    result: 1,
    params: { guid: 'again-1' },
    key: createHash('md5').update('again-1').digest('hex'),
    at_ms: now,
    received_ms: now,
    notify: true,
  }
  const frame = {
    id: ports.newId(),
    device_id: known!.id,
    kind: 1,
    identifier: 'again-1',
    upstream: true,
    content: {},
    bytes: 2,
    at_ms: now,
  }
  const store = (lane: number): Promise<{ fact_id: string }[]> =>
    ports.db.query(
      { role: 'ingest' },
      sql`select fact_id from ingest.store(${lane}::smallint, ${JSON.stringify([fact])}::jsonb, '[]'::jsonb, ${JSON.stringify([frame])}::jsonb)`,
    )
  const count = async (): Promise<unknown> =>
    (
      await query(sql`select (select count(*)::int from devices.passage where params->>'guid' = 'again-1') as facts,
        (select count(*)::int from devices.frame where id = any(${[fact.id, frame.id]}::bigint[])) as frames,
        (select sum(n)::int from devices.tally where family = 1) - (select count(*)::int from devices.passage) as over`)
    )[0]
  expect((await store(400)).length).toBe(1)
  expect((await store(401)).length).toBe(0)
  expect(await count()).toEqual({ facts: 1, frames: 2, over: 0 })
})

test('the tallies of a process carry its number, so that two never wait for each other', async () => {
  const { node } = platform.server.ports
  const lanes = await query<{ lane: number }>(
    sql`select distinct lane from devices.tally where lane < 400 or lane > 401`,
  )
  expect(lanes.length).toBeGreaterThan(0)
  for (const { lane } of lanes) expect(Math.floor(lane / 2)).toBe(Number(node))
})
