/** People are stored on terminals and removed from them: over a real socket, through rights, cursors, flights and exceptions. */
import { describe, expect, test } from 'vitest'
import sql, { type Sql } from 'sql-template-tag'
import { settle } from '#modules/sync/settle.server.ts'
import { engine, until, useTerminal } from '../../../tests/harness/terminal.ts'

const t = useTerminal()

describe('people on a terminal', () => {
  let first: { id: string; shortNo: string }
  test('a member of a group is on its terminal', async () => {
    first = await t.person('周雨桐')
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [first.id] })
    await until(() => t.held.has(first.shortNo), 'on the terminal')
    await until(t.idle, 'idle')
    const matrix = (await t.server.call('GET', `/api/person/auth/matrix?appId=${t.appId}&deviceClass=faceEqui`)).body
      .data
    expect(matrix.cells).toEqual([
      {
        subjectKind: 'person',
        given: 1,
        subjectId: first.id,
        component: t.doorId,
        state: 'confirmed',
        reason: null,
        item: null,
        until: null,
      },
    ])
  })
  test('the link in the command gives the portrait, and only that', async () => {
    const url = new URL(t.added[0]![0]!.photoUrl!)
    const answer = await t.server.app.inject({ method: 'GET', url: url.pathname })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await t.server.app.inject({ method: 'GET', url: url.pathname.replace(first.id, '999') })).statusCode).toBe(
      403,
    )
  })
  test('a change sends it again; a repeated grant changes nothing', async () => {
    const before = t.held.get(first.shortNo)
    await t.server.call('PUT', `/api/person/person?appId=${t.appId}`, { id: first.id, name: '周雨彤' })
    await until(() => t.held.get(first.shortNo) !== before, 'new version')
    await until(t.idle, 'idle')
    const [count] = await t.server.ports.db.query<{ n: number }>(
      engine,
      sql`select count(*)::int as n from devices.command where origin = 'sync'`,
    )
    expect(count!.n).toBe(2)
  })
  test('a refusal is named, waits, and goes through with a new picture', async () => {
    t.answerWith = item => (item.name === '何雨桐' ? { code: 4102, msg: 'FACE_TOO_SMALL' } : { code: 0 })
    const refused = await t.person('何雨桐')
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [refused.id] })
    const look = async () =>
      (await t.server.call('GET', `/api/person/auth/cell?appId=${t.appId}&personId=${refused.id}&doorId=${t.doorId}`))
        .body.data
    await until(async () => (await look()).state === 'failed', 'failed')
    expect((await look()).exception).toMatchObject({
      kind: 'refused',
      code: 4102,
      message: 'FACE_TOO_SMALL',
      nextAt: null,
    })
    t.answerWith = () => ({ code: 0 })
    await t.server.call('PUT', `/api/person/person?appId=${t.appId}`, { id: refused.id, name: '何雨彤' })
    await until(() => t.held.has(refused.shortNo), 'accepted')
  })
  test('while the terminal is away it waits; afterwards it converges, revocations first', async () => {
    await until(t.idle, 'idle')
    await t.leave()
    const late = await t.person('孙晓曼')
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [late.id] })
    await t.post(`/api/person/authGroup/${t.groupId}/removePeople`, { personIds: [first.id] })
    const cell = (
      await t.server.call('GET', `/api/person/auth/cell?appId=${t.appId}&personId=${late.id}&doorId=${t.doorId}`)
    ).body.data
    expect(cell.state).toBe('waiting')
    await t.open()
    await until(() => t.held.has(late.shortNo) && !t.held.has(first.shortNo), 'converged')
    const order = await t.server.ports.db.query<{ identifier: string }>(
      engine,
      sql`select identifier from devices.command where origin = 'sync' order by id desc limit 2`,
    )
    expect(order.map(row => row.identifier)).toEqual(['addPersons', 'deletePersons'])
  })
  test('who is paused is taken off; who is removed too', async () => {
    await until(t.idle, 'idle')
    const gone = await t.person('郑浩')
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [gone.id] })
    await until(() => t.held.has(gone.shortNo), 'on')
    await t.post(`/api/person/person/${gone.id}/pause`, {})
    await until(() => !t.held.has(gone.shortNo), 'off after pause')
    await t.post(`/api/person/person/${gone.id}/resume`, {})
    await until(() => t.held.has(gone.shortNo), 'on after resume')
    await t.server.call('DELETE', `/api/person/person/${gone.id}?appId=${t.appId}`)
    await until(() => !t.held.has(gone.shortNo), 'off after removal')
  })
  test('drift is found and repaired by reading back', async () => {
    await until(t.idle, 'idle')
    const keys = [...t.held.keys()]
    t.held.delete(keys[0]!)
    await t.post('/api/person/auth/readBack', { deviceId: t.terminal.id })
    await until(() => t.held.has(keys[0]!), 'repaired')
    const [row] = await t.server.ports.db.query<{ read_back: { done: unknown } }>(
      engine,
      sql`select read_back from sync.device where device_id = ${t.terminal.id}`,
    )
    expect(row!.read_back.done).toMatchObject({ missing: 1, changed: 0, extra: 0 })
  })
  test('of a terminal that names keys without our digests, only missing and extra people are sent again', async () => {
    await until(t.idle, 'idle')
    const [stays, missing] = [await t.person('许静'), await t.person('韩非')]
    const stranger = await t.person('过客')
    await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [stays.id, missing.id] })
    await until(() => t.held.has(stays.shortNo) && t.held.has(missing.shortNo), 'on')
    await until(t.idle, 'idle')
    t.held.delete(missing.shortNo)
    t.held.set(stranger.shortNo, 'of another platform')
    t.keysAlone = true
    const sent = t.added.length
    await t.post('/api/person/auth/readBack', { deviceId: t.terminal.id })
    await until(() => t.held.has(missing.shortNo) && !t.held.has(stranger.shortNo), 'repaired')
    await until(t.idle, 'idle')
    t.keysAlone = false
    expect(t.added.slice(sent).map(list => list.map(one => one.personId))).toEqual([[missing.shortNo]])
    const [row] = await t.server.ports.db.query<{ read_back: { done: unknown } }>(
      engine,
      sql`select read_back from sync.device where device_id = ${t.terminal.id}`,
    )
    expect(row!.read_back.done).toMatchObject({ missing: 1, changed: 0, extra: 1 })
  })
  test('a change that comes while the terminal is being looked at is not lost', async () => {
    const late = await t.person('冯悦')
    await until(t.idle, 'idle')
    const { db } = t.server.ports
    let woken = false
    let [asking, waking]: (Promise<unknown> | undefined)[] = []
    await db.tx(engine, async query => {
      const waits = async (what: Sql): Promise<boolean> =>
        (await query(sql`select 1 from pg_locks where not granted and ${what}`)).length > 0
      // Holds delivery where it has found nothing to do and has not recorded that yet.
      // Deliveries in progress end first, which takes longer on a busy machine.
      await query(sql`set local lock_timeout = '30s'`)
      await query(sql`lock table sync.group_head in access exclusive mode`)
      // It waits in turn for a delivery that has begun by itself and holds its device.
      asking = db.query(engine, sql`update sync.device set wake_at = now() where device_id = ${t.terminal.id}`)
      await until(() => waits(sql`relation = 'sync.group_head'::regclass`), 'delivery waits')
      await query(
        sql`insert into access.group_person (app_id, source_id, group_id, person_id) select app_id, source_id, ${t.groupId}, id from people.person where id = ${late.id}`,
      )
      await query(sql`select sync.touch(${t.groupId}, 'person', ${[late.id]}::bigint[], false)`)
      // On a connection of its own: it waits for delivery, which waits for this transaction.
      waking = db.query(engine, sql`select sync.wake(${[t.groupId]}::bigint[])`).then(() => (woken = true))
      await until(async () => woken || (await waits(sql`locktype = 'transactionid'`)), 'waking has begun')
    })
    await asking
    await waking
    const stateOf = sql`select claimed_until is null as ended, wake_at < 'infinity' as awake,
      exists (select from sync.flight f where f.device_id = d.device_id) as sent
      from sync.device d where device_id = ${t.terminal.id}`
    let state: { ended: boolean; awake: boolean; sent: boolean } | undefined
    await until(async () => {
      state = (await db.query<NonNullable<typeof state>>(engine, stateOf))[0]
      return state?.ended
    }, 'delivery has ended')
    // Otherwise only the next comparison with the terminal would find it.
    expect(state!.awake || state!.sent || t.held.has(late.shortNo)).toBe(true)
    await until(() => t.held.has(late.shortNo), 'on the terminal')
  })
  test('the end of a batch locks its device before what it carried, as deliveries do', async () => {
    await until(t.idle, 'idle')
    const { ports } = t.server
    const { item } = ports.classes.get('faceEqui')!.sets[0]!
    const [flight] = await ports.db.query<{ commandId: string }>(
      engine,
      sql`insert into sync.flight (device_id, item, subject_kind, subject_id, source_id, app_id, put, version, command_id)
        select c.device_id, ${item}, 'person', 1, c.source_id, c.app_id, true, 'v', c.id from devices.command c
        where c.identifier = 'addPersons' and c.state = 3 order by c.id desc limit 1 returning command_id as "commandId"`,
    )
    const { commandId } = flight!
    const ended = { ...{ id: '1', type: 'command.finished', key: null, appId: t.appId }, createdAt: '' }
    let settling: Promise<void> | undefined
    await ports.db.tx(engine, async query => {
      await query(sql`select 1 from sync.device where device_id = ${t.terminal.id} for update`)
      settling = settle.run(ports, { ...ended, payload: { commandId, deviceId: t.terminal.id } })
      await until(
        async () => (await query(sql`select 1 from pg_locks where not granted`)).length > 0,
        'it waits for the device',
      )
      // Refused at once if it held them already.
      await query(sql`select 1 from sync.flight where command_id = ${commandId} for update nowait`)
    })
    await settling
    expect(await ports.db.query(engine, sql`select 1 from sync.flight where command_id = ${commandId}`)).toEqual([])
    // The answer of the device did not name it.
    await ports.db.query(engine, sql`delete from sync.exception where device_id = ${t.terminal.id} and subject_id = 1`)
  })
  test('a door taken out of the group empties the terminal', async () => {
    await until(t.idle, 'idle')
    // A person without groups is removed from one: this affects no device, and must not be waited for.
    const outsider = await t.person('秦川')
    await t.post(`/api/person/authGroup/${t.groupId}/removePeople`, { personIds: [outsider.id] })
    await t.server.call('PUT', `/api/person/authGroup?appId=${t.appId}`, { id: t.groupId, doorIds: [] })
    await until(() => t.held.size === 0, 'empty')
    await until(
      async () => (await t.server.ports.db.query(engine, sql`select 1 from sync.follow`)).length === 0,
      'nobody follows',
    )
  })
})
