/** People reach terminals and leave them: over a real socket, through rights, cursors, flights and exceptions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import {
  connectDevice,
  makeApplication,
  openDevice,
  startTestGateway,
  type Credentials,
  type TestDevice,
  type TestGateway,
} from '../../../tests/harness/device.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { partsOf } from '#main/wire.ts'
import { startOutbox, type Outbox } from '#server/outbox/outbox.ts'
import { startWorkers, type Workers } from '#server/jobs/workers.ts'

let server: TestServer
let gateway: TestGateway
let outbox: Outbox
let workers: Workers
let appId: string
let terminal: Credentials
let device: TestDevice
let groupId: string
let doorId: string
const engine = { role: 'engine' } as const
/** What the terminal holds: short number → digest. */
const held = new Map<string, string>()
/** The terminal does what it is told, and its word is lost. */
let mute = false
let adds = 0
let answerWith: (person: { personId: string; name: string }) => { code: number; msg?: string } = () => ({ code: 0 })

const until = async (look: () => Promise<boolean> | boolean, what: string, ms = 8000): Promise<void> => {
  const end = Date.now() + ms
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`it did not happen in time: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}
const post = async (url: string, body: unknown): Promise<any> => {
  const answer = await server.call('POST', `${url}?appId=${appId}`, body)
  if (answer.body.code !== 0) throw new Error(`${url}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

async function portrait(): Promise<string> {
  const picture = await sharp({
    create: { width: 300, height: 360, channels: 3, background: { r: 200, g: 170, b: 150 } },
  })
    .jpeg()
    .toBuffer()
  const boundary = 'xxxx'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="p.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/admin/sys-file/upload?kind=portrait&appId=${appId}`,
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${server.token}` },
  })
  return answer.json().data.id
}

async function person(name: string): Promise<{ id: string; shortNo: string }> {
  return post('/api/person/person', { name, personType: 1, portrait: [await portrait()], consent: true })
}

function behave(link: TestDevice): void {
  link.client.on('message', (topic, payload) => {
    const { id, params } = JSON.parse(payload.toString())
    const reply = (data: unknown) =>
      mute || link.client.publish(`${topic}_reply`, JSON.stringify({ id, code: 200, data }), { qos: 1 })
    if (topic.endsWith('/service/addPersons')) adds += 1
    if (topic.endsWith('/service/addPersons'))
      reply({
        results: params.persons.map((item: any) => {
          const verdict = answerWith(item)
          if (!verdict) return { personId: '' }
          if (verdict.code === 0) held.set(item.personId, item.digest)
          return { personId: item.personId, ...verdict }
        }),
      })
    if (topic.endsWith('/service/deletePersons'))
      reply({
        results: params.personIds.map((personId: string) => {
          held.delete(personId)
          return { personId, code: 0 }
        }),
      })
    if (topic.endsWith('/service/queryPersons'))
      reply({
        items: [...held]
          .slice((params.page - 1) * params.size, params.page * params.size)
          .map(([personId, digest]) => ({ personId, digest })),
        total: held.size,
      })
  })
}
const online = async (): Promise<boolean> =>
  (
    await server.ports.db.query<{ online: boolean }>(
      engine,
      sql`select online from devices.session where device_id = ${terminal.id}`,
    )
  )[0]!.online
const idle = async (): Promise<boolean> => {
  const [row] = await server.ports.db.query<{ busy: boolean }>(
    engine,
    sql`select exists (select from sync.flight) or exists (select from sync.exception where next_at is not null) or exists (select from engine.outbox where type in ('command.finished', 'person.changed', 'person.gone')) or exists (select from sync.follow f join sync.group_head h on h.group_id = f.group_id and h.seq > f.put_seq) as busy`,
  )
  return !row!.busy
}

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server)
  outbox = startOutbox(server.ports, partsOf('handler'))
  workers = startWorkers(
    server.ports,
    partsOf('worker').filter(part => part.where === 'worker'),
  )
  const made = await makeApplication(server)
  appId = made.appId
  terminal = await connectDevice(server, appId, made.models.faceEqui!, 'FACE-SYNC', '大堂人脸')
  const doors = (await server.call('GET', `/api/person/authGroup/doors?appId=${appId}`)).body.data
  doorId = doors[0].id
  device = await openDevice(gateway.port, terminal)
  behave(device)
  groupId = (await post('/api/person/authGroup', { name: '全体', doorIds: [doorId] })).id
})
afterAll(async () => {
  await device?.end()
  await workers?.stop()
  await outbox?.stop()
  await gateway?.close()
  await server?.close()
})

describe('people on a terminal', () => {
  let first: { id: string; shortNo: string }
  test('a member of a group is on its terminal', async () => {
    first = await person('周雨桐')
    await post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [first.id] })
    await until(() => held.has(first.shortNo), 'on the terminal')
    await until(idle, 'idle')
    const matrix = (await server.call('GET', `/api/person/auth/matrix?appId=${appId}&deviceClass=faceEqui`)).body.data
    expect(matrix.cells).toEqual([
      { subjectKind: 'person', subjectId: first.id, component: doorId, state: 'confirmed', reason: null, until: null },
    ])
  })
  test('the link in the command gives the portrait, and only that', async () => {
    const [command] = await server.ports.db.query<{ params: { persons: { photoUrl: string }[] } }>(
      engine,
      sql`select params from devices.command where identifier = 'addPersons' order by id limit 1`,
    )
    const url = new URL(command!.params.persons[0]!.photoUrl)
    const answer = await server.app.inject({ method: 'GET', url: url.pathname })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await server.app.inject({ method: 'GET', url: url.pathname.replace(first.id, '999') })).statusCode).toBe(
      403,
    )
  })
  test('a change sends it again; a repeated grant changes nothing', async () => {
    const before = held.get(first.shortNo)
    await server.call('PUT', `/api/person/person?appId=${appId}`, { id: first.id, name: '周雨彤' })
    await until(() => held.get(first.shortNo) !== before, 'new version')
    await until(idle, 'idle')
    const [count] = await server.ports.db.query<{ n: number }>(
      engine,
      sql`select count(*)::int as n from devices.command where origin = 'sync'`,
    )
    expect(count!.n).toBe(2)
  })
  test('a refusal is named, waits, and goes through with a new picture', async () => {
    answerWith = item => (item.name === '何雨桐' ? { code: 4102, msg: 'FACE_TOO_SMALL' } : { code: 0 })
    const refused = await person('何雨桐')
    await post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [refused.id] })
    const look = async () =>
      (await server.call('GET', `/api/person/auth/cell?appId=${appId}&personId=${refused.id}&doorId=${doorId}`)).body
        .data
    await until(async () => (await look()).state === 'failed', 'failed')
    expect((await look()).exception).toMatchObject({
      kind: 'refused',
      code: 4102,
      message: 'FACE_TOO_SMALL',
      nextAt: null,
    })
    answerWith = () => ({ code: 0 })
    await server.call('PUT', `/api/person/person?appId=${appId}`, { id: refused.id, name: '何雨彤' })
    await until(() => held.has(refused.shortNo), 'accepted')
  })
  test('while the terminal is away it waits; afterwards it converges, revocations first', async () => {
    await until(idle, 'idle')
    await device.end()
    await until(async () => !(await online()), 'offline')
    const late = await person('孙晓曼')
    await post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [late.id] })
    await post(`/api/person/authGroup/${groupId}/removePeople`, { personIds: [first.id] })
    const cell = (await server.call('GET', `/api/person/auth/cell?appId=${appId}&personId=${late.id}&doorId=${doorId}`))
      .body.data
    expect(cell.state).toBe('waiting')
    device = await openDevice(gateway.port, terminal)
    behave(device)
    await until(() => held.has(late.shortNo) && !held.has(first.shortNo), 'converged')
    const order = await server.ports.db.query<{ identifier: string }>(
      engine,
      sql`select identifier from devices.command where origin = 'sync' order by id desc limit 2`,
    )
    expect(order.map(row => row.identifier)).toEqual(['addPersons', 'deletePersons'])
  })
  test('who is paused is taken off; who is removed too', async () => {
    await until(idle, 'idle')
    const gone = await person('郑浩')
    await post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [gone.id] })
    await until(() => held.has(gone.shortNo), 'on')
    await post(`/api/person/person/${gone.id}/pause`, {})
    await until(() => !held.has(gone.shortNo), 'off after pause')
    await post(`/api/person/person/${gone.id}/resume`, {})
    await until(() => held.has(gone.shortNo), 'on after resume')
    await server.call('DELETE', `/api/person/person/${gone.id}?appId=${appId}`)
    await until(() => !held.has(gone.shortNo), 'off after removal')
  })
  test('drift is found and repaired by reading back', async () => {
    await until(idle, 'idle')
    const keys = [...held.keys()]
    held.delete(keys[0]!)
    await post('/api/person/auth/readBack', { deviceId: terminal.id })
    await until(() => held.has(keys[0]!), 'repaired')
    const [row] = await server.ports.db.query<{ read_back: { done: unknown } }>(
      engine,
      sql`select read_back from sync.device where device_id = ${terminal.id}`,
    )
    expect(row!.read_back.done).toMatchObject({ missing: 1, changed: 0, extra: 0 })
  })
  test('a change that comes while the terminal is being looked at is not lost', async () => {
    await until(idle, 'idle')
    const late = await person('冯悦')
    await server.ports.db.tx(engine, async query => {
      // Where delivery stands when it has found nothing to do and has not said so yet.
      await query(sql`lock table sync.group_head in access exclusive mode`)
      await server.ports.db.query(engine, sql`update sync.device set wake_at = now() where device_id = ${terminal.id}`)
      await until(
        async () =>
          (await query(sql`select 1 from pg_locks where not granted and relation = 'sync.group_head'::regclass`))
            .length > 0,
        'delivery waits',
      )
      await query(
        sql`insert into access.group_person (app_id, source_id, group_id, person_id) select app_id, source_id, ${groupId}, id from people.person where id = ${late.id}`,
      )
      await query(sql`select sync.touch(${groupId}, ${[late.id]}::bigint[], false)`)
      await query(sql`select sync.wake(${[groupId]}::bigint[])`)
    })
    await until(() => held.has(late.shortNo), 'on the terminal')
  })
  const stateOf = async (personId: string) =>
    (await server.call('GET', `/api/person/auth/cell?appId=${appId}&personId=${personId}&doorId=${doorId}`)).body.data
  const summary = async () =>
    (await server.call('GET', `/api/person/auth/summary?appId=${appId}&deviceClass=faceEqui`)).body.data
  test('a lost reply is asked for when the terminal is back, and nothing is sent twice', async () => {
    await until(idle, 'idle')
    const [there, missing] = [await person('许诺'), await person('许言')]
    mute = true
    const before = adds
    await post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [there.id, missing.id] })
    await until(() => held.has(there.shortNo) && held.has(missing.shortNo), 'on the terminal')
    const sent = adds - before
    // One of them did not survive the restart.
    held.delete(missing.shortNo)
    await device.end()
    await until(async () => !(await online()), 'offline')
    mute = false
    const startedMs = Date.now()
    device = await openDevice(gateway.port, terminal)
    behave(device)
    await until(() => held.has(missing.shortNo), 'sent again')
    await until(async () => (await stateOf(there.id)).state === 'confirmed', 'confirmed')
    expect(Date.now() - startedMs).toBeLessThan(6000)
    expect(adds - before - sent).toBe(1)
    const [last] = await server.ports.db.query<{ people: string[] }>(
      engine,
      sql`select array(select p->>'personId' from jsonb_array_elements(params->'persons') p) as people from devices.command where identifier = 'addPersons' order by id desc limit 1`,
    )
    expect(last!.people).toEqual([missing.shortNo])
  })
  test('whom the terminal does not name in its answer it has not confirmed', async () => {
    await until(idle, 'idle')
    const silent = await person('沈默')
    answerWith = item => (item.name === '沈默' ? (null as never) : { code: 0 })
    await post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [silent.id] })
    await until(async () => (await stateOf(silent.id)).state === 'failed', 'not confirmed')
    expect((await stateOf(silent.id)).reason).toBe('lost')
    answerWith = () => ({ code: 0 })
    await post('/api/person/auth/retry', { personId: silent.id })
    await until(async () => (await stateOf(silent.id)).state === 'confirmed', 'confirmed')
  })
  test('confirmed is said only of what the terminal confirmed, and the summary counts the same', async () => {
    await until(idle, 'idle')
    const faceless = await post('/api/person/person', { name: '吴面', personType: 1 })
    const over = await person('郭旗')
    const future = await person('魏来')
    await post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [faceless.id] })
    await post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [over.id], validTo: '2026-01-01T00:00:00Z' })
    await post(`/api/person/authGroup/${groupId}/addPeople`, {
      personIds: [future.id],
      validFrom: '2099-01-01T00:00:00Z',
    })
    await until(() => held.has(future.shortNo), 'sent ahead')
    await until(idle, 'idle')
    const states = await Promise.all([faceless, over, future].map(async one => (await stateOf(one.id)).state))
    expect(states).toEqual(['noPortrait', 'over', 'notYet'])
    const { cells } = (await server.call('GET', `/api/person/auth/matrix?appId=${appId}&deviceClass=faceEqui&size=100`))
      .body.data
    const count = (...keys: string[]): number =>
      cells.filter((cell: { state: string }) => keys.includes(cell.state)).length
    expect(await summary()).toMatchObject({
      total: count('confirmed', 'notYet', 'noPortrait'),
      confirmed: count('confirmed', 'notYet'),
      missing: 1,
      failed: 0,
      clockOff: 0,
    })
    await device.post('event/property/post', { clockOffset: 7200 })
    await until(async () => (await stateOf(future.id)).state === 'clockOff', 'clock off')
    expect(await summary()).toMatchObject({ confirmed: 0, clockOff: count('confirmed', 'notYet') })
    await device.post('event/property/post', { clockOffset: 0 })
    await until(async () => (await stateOf(future.id)).state === 'notYet', 'clock right')
  })
  test('whose time is over leaves the terminal by itself', async () => {
    await until(idle, 'idle')
    const guest = await person('钟访')
    const validTo = new Date(Date.now() + 2500).toISOString()
    await post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [guest.id], validTo })
    await until(() => held.has(guest.shortNo), 'on the terminal')
    await until(() => !held.has(guest.shortNo), 'gone by itself')
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(validTo))
    expect((await stateOf(guest.id)).state).toBe('over')
    expect(await server.ports.db.query(engine, sql`select 1 from sync.due where person_id = ${guest.id}`)).toEqual([])
  })
  test('a removal says which terminal confirmed it, and which is waited for', async () => {
    await until(idle, 'idle')
    const leaver = await person('骆离')
    await post(`/api/person/authGroup/${groupId}/addPeople`, { personIds: [leaver.id] })
    await until(() => held.has(leaver.shortNo), 'on')
    await until(idle, 'idle')
    await device.end()
    await until(async () => !(await online()), 'offline')
    await post(`/api/person/authGroup/${groupId}/removePeople`, { personIds: [leaver.id] })
    const told = async () =>
      (await server.call('GET', `/api/person/auth/revocations?appId=${appId}`)).body.data.find(
        (one: { personName: string }) => one.personName === '骆离',
      )
    expect(await told()).toMatchObject({
      people: 1,
      devices: [{ deviceName: '大堂人脸', online: false, confirmedAt: null, tookMs: null }],
    })
    expect((await stateOf(leaver.id)).state).toBe('removing')
    device = await openDevice(gateway.port, terminal)
    behave(device)
    await until(() => !held.has(leaver.shortNo), 'off')
    await until(async () => (await told()).devices[0].confirmedAt !== null, 'confirmed')
    expect((await told()).devices[0].tookMs).toBeGreaterThan(0)
    expect((await stateOf(leaver.id)).state).toBe('none')
  })
  test('a door taken out of the group empties the terminal', async () => {
    await until(idle, 'idle')
    await server.call('PUT', `/api/person/authGroup?appId=${appId}`, { id: groupId, doorIds: [] })
    await until(() => held.size === 0, 'empty')
    await until(
      async () => (await server.ports.db.query(engine, sql`select 1 from sync.follow`)).length === 0,
      'nobody follows',
    )
  })
})
