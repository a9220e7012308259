/** Moves that are due: many kinds of ends on a clock that jumps, each made once, with its audit and its live message. */
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeApplication } from '../../../tests/harness/device.ts'
import { halves, HOUR, KINDS, later, STATES } from '../../../tests/harness/endKinds.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { until } from '../../../tests/harness/until.ts'
import type { Ports } from '../ports.ts'
import { dueMoves } from './dueMoves.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer
let admin: pg.Client
let appId: string
let messages: { noun: string; id: string; appId: string | null; sourceId?: string }[]
beforeAll(async () => {
  server = await startTestServer()
  ;({ appId } = await makeApplication(server))
  admin = new pg.Client(server.installation.connection)
  await admin.connect()
  await admin.query('create schema ends; grant usage on schema ends to rt_app, rt_source, rt_platform, rt_engine')
  for (const { noun } of halves)
    await admin.query(`create table ${noun.table} (id bigint primary key, rev int not null default 0, name text,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(), updated_by bigint,
      deleted_at timestamptz, starts_at timestamptz, ends_at timestamptz, last_day date, state smallint not null default 1
      ${noun.scope === 'application' ? ', app_id bigint not null' : ''}
      ${noun.scope === 'platform' ? '' : ', source_id bigint not null'});
      select base.protect('${noun.table}') ${noun.staffWrites ? `, base.staff_writes('${noun.table}')` : ''}`)
  server.ports.bus.subscribe('live', message => void (message.type === 'row' && messages.push(message)))
})
afterAll(async () => {
  await admin?.end()
  await server?.close()
})
beforeEach(async () => {
  messages = []
  for (const { noun } of halves) await admin.query(`delete from ${noun.table}`)
  await admin.query('delete from engine.refused_move')
})

async function add(key: string, more: Record<string, unknown> = {}): Promise<string> {
  const id = server.ports.newId()
  const { scope } = KINDS[key]!.spec
  const row: Record<string, unknown> = {
    ...{ id, name: `${key} ${id}`, updated_by: '7', ...KINDS[key]!.row },
    ...(scope === 'application' ? { app_id: appId } : {}),
    ...(scope === 'platform' ? {} : { source_id: '1' }),
    ...more,
  }
  const names = Object.keys(row)
  await admin.query(
    `insert into ends.${key} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  )
  return id
}
const stateOf = async (key: string, id: string): Promise<number> =>
  (await admin.query(`select state from ends.${key} where id = $1`, [id])).rows[0].state
interface Entry {
  action: string
  object_id: string
  reason: string | null
}
const audited = (id: string): Promise<Entry[]> =>
  server.ports.db.query<Entry>(
    ENGINE,
    sql`select action, object, object_id, object_name, actor_id, actor_name, app_id, source_id, changes, reason
      from audit.entry where object_id = ${id} order by id`,
  )

/** A process of its own with this clock; the clock of the database goes on as always. */
function processAt(now: Date): { run(): Promise<number>; untilDone(): Promise<void> } {
  const nouns = new Map([...server.ports.nouns, ...halves.map(({ noun }) => [noun.key, noun] as const)])
  const ports: Ports = { ...server.ports, nouns, now: () => now }
  const worker = dueMoves({ parts: halves })
  const run = (): Promise<number> => worker.run(ports, new AbortController().signal)
  return {
    run,
    async untilDone() {
      while ((await run()) === 0);
    },
  }
}

describe('each kind of end', () => {
  test.each(Object.keys(KINDS))('%s: not a moment earlier, once, with its audit and its live message', async key => {
    const { endsMs, spec, moves, row } = KINDS[key]!
    const id = await add(key)
    const without = await add(key, { ends_at: null, starts_at: null, last_day: null })
    const removed = spec.remove === 'soft' ? await add(key, { deleted_at: later(0) }) : null
    const inOtherState = await add(key, { state: 9 })
    await processAt(later(endsMs - 1)).untilDone()
    expect(await stateOf(key, id)).not.toBe(9)
    await processAt(later(endsMs)).untilDone()
    await processAt(later(endsMs)).untilDone()
    await processAt(later(endsMs + 100 * HOUR)).untilDone()
    expect(await stateOf(key, id)).toBe(9)

    const names = Object.keys(moves)
    const from = Object.keys(STATES).find(name => STATES[name as keyof typeof STATES][0] === (row.state ?? 1))
    const steps =
      names.length === 2
        ? [
            [from, 'open'],
            ['open', 'over'],
          ]
        : [[from, 'over']]
    expect(await audited(id)).toEqual(
      names.map((action, nth) => ({
        ...{ action, object: key, object_id: id, object_name: `${key} ${id}`, actor_id: null, actor_name: 'system' },
        ...{ app_id: spec.scope === 'application' ? appId : null, source_id: '1' },
        ...{ changes: { state: steps[nth] }, reason: null },
      })),
    )
    await until(() => messages.length === names.length, 'the live messages')
    expect(messages.map(({ noun, id: of }) => [noun, of])).toEqual(names.map(() => [key, id]))
    const { rows } = await admin.query(`select rev, updated_by, updated_at from ends.${key} where id = $1`, [id])
    expect(rows[0]).toMatchObject({ rev: names.length, updated_by: '7' })

    // Nothing else moved: without a time, removed, or in a state from which it does not lead.
    for (const other of [without, removed, inOtherState])
      if (other) expect([(await stateOf(key, other)) === 9, await audited(other)]).toEqual([other === inOtherState, []])
  })
})

describe('an outage', () => {
  test('what was due meanwhile is made once, in the order in which it was due, by whichever process comes first', async () => {
    const ids: string[] = []
    for (let n = 0; n < 130; n += 1) ids.push(await add('visit', { ends_at: later(n * 60_000) }))
    const others: [key: string, id: string][] = []
    for (const key of Object.keys(KINDS)) others.push([key, await add(key)])
    const now = later(30 * 24 * HOUR)
    await Promise.all([processAt(now), processAt(now)].map(one => one.untilDone()))
    for (const [key, id] of others) {
      expect([key, await stateOf(key, id)]).toEqual([key, 9])
      expect((await audited(id)).map(({ action }) => action)).toEqual(Object.keys(KINDS[key]!.moves))
    }
    const entries = await server.ports.db.query<Entry>(
      ENGINE,
      sql`select object_id, action from audit.entry where object_id = any(${ids}::text[]) order by id`,
    )
    expect(entries.map(({ object_id }) => object_id).toSorted()).toEqual(ids.toSorted())
    expect(await server.ports.db.query(ENGINE, sql`select 1 from engine.refused_move`)).toEqual([])
  })

  test('alone, a process makes them strictly in their order, also across batches', async () => {
    const ids: string[] = []
    for (let n = 0; n < 230; n += 1) ids.unshift(await add('notice', { ends_at: later(-n * 60_000) }))
    await processAt(later(0)).untilDone()
    const entries = await server.ports.db.query<Entry>(
      ENGINE,
      sql`select object_id from audit.entry where object_id = any(${ids}::text[]) order by id`,
    )
    expect(entries.map(({ object_id }) => object_id)).toEqual(ids)
  })
})

describe('a move that is not made', () => {
  test('one that is refused says why where its owner reads it, holds up no other, and is tried again', async () => {
    const refused = await add('code', { name: 'refused one', ends_at: later(-HOUR) })
    const broken = await add('code', { name: 'broken', ends_at: later(-HOUR) })
    const fine = await add('code', { ends_at: later(0) })
    await processAt(later(0)).untilDone()
    await processAt(later(61_000)).untilDone()
    expect([await stateOf('code', refused), await stateOf('code', broken), await stateOf('code', fine)]).toEqual([
      1, 1, 9,
    ])
    const [entry, ...more] = await audited(refused)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      ...{ action: 'moveRefused', object: 'code', object_name: 'refused one', reason: '还有人未离开' },
      ...{ app_id: appId, source_id: '1', actor_name: 'system', changes: { act: 'end' } },
    })
    const kept = await server.ports.db.query<{ row_id: string; tries: number }>(
      ENGINE,
      sql`select row_id, tries from engine.refused_move order by row_id`,
    )
    expect(kept).toMatchObject([
      { row_id: refused, tries: 2 },
      { row_id: broken, tries: 2 },
    ])

    // Within its pause it is left alone; afterwards the move is made as if nothing had been.
    await admin.query(`update ends.code set name = 'it is empty now' where id = $1`, [refused])
    await processAt(later(100_000)).untilDone()
    expect(await stateOf('code', refused)).toBe(1)
    await processAt(later(HOUR)).untilDone()
    expect(await stateOf('code', refused)).toBe(9)
    expect((await audited(refused)).map(({ action }) => action)).toEqual(['moveRefused', 'end'])
  })

  test('a row that somebody is changing is left to them, and the others are not held up', async () => {
    const [changed, other] = [await add('visit'), await add('visit')]
    await admin.query('begin')
    await admin.query(`update ends.visit set ends_at = $1 where id = $2`, [later(99 * HOUR), changed])
    await processAt(later(11 * HOUR)).untilDone()
    await admin.query('commit')
    expect([await stateOf('visit', changed), await stateOf('visit', other)]).toEqual([1, 9])
    await processAt(later(12 * HOUR)).untilDone()
    expect(await stateOf('visit', changed)).toBe(1)
  })

  test('those behind many that others hold are made meanwhile', async () => {
    for (let n = 0; n < 105; n += 1) await add('share', { ends_at: later(0) })
    const behind = await add('share', { ends_at: later(HOUR) })
    await admin.query('begin')
    await admin.query('select 1 from ends.share where ends_at < $1 for update', [later(HOUR)])
    await processAt(later(HOUR)).run()
    await admin.query('rollback')
    expect(await stateOf('share', behind)).toBe(9)
    await processAt(later(HOUR)).untilDone()
    const { rows } = await admin.query('select count(*)::int as n from ends.share where state <> 9')
    expect(rows).toEqual([{ n: 0 }])
  })

  test('what its half does belongs to the same transaction, in the role and the zone of the application', async () => {
    const id = await add('code')
    await processAt(later(10 * HOUR)).untilDone()
    const events = await server.ports.db.query(
      ENGINE,
      sql`select app_id, payload from engine.outbox where type = 'code.ended' and key = ${id}`,
    )
    expect(events).toEqual([{ app_id: appId, payload: { move: 'end', zone: 'Asia/Shanghai', role: 'app' } }])
  })
})

test('refusals of rows that are not due any more are forgotten after a day', async () => {
  const id = await add('code', { name: 'refused' })
  await processAt(later(10 * HOUR)).untilDone()
  await admin.query('update ends.code set ends_at = null where id = $1', [id])
  await processAt(later(36 * HOUR)).untilDone()
  expect(await server.ports.db.query(ENGINE, sql`select 1 from engine.refused_move`)).toEqual([])
})
