/** Libraries on a simulated recorder: their members are stored and recognised, and nobody else stays on it. */
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portraitOf } from '#simulators/camera.ts'
import { lookOf } from '#simulators/bust.ts'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice, type Credentials } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { postFile } from '../../../tests/harness/sheet.ts'

let platform: TestPlatform
let recorder: Credentials
let simulated: Simulated
const ask: TestPlatform['ask'] = (method, url, body) => platform.ask(method, url, body)
const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<any> =>
  (await platform.server.call(method, `${url}?appId=${platform.appId}`, body)).body
const held = (): string[] => [...simulated.libraries!.held.values()].map(({ name }) => name).sort()
const holds = (...names: string[]) => until(() => held().join() === names.toSorted().join(), `${names.join()} stored`)

async function addPerson(name: string, rest: object = {}): Promise<{ id: string; shortNo: string }> {
  const picture = await portraitOf(lookOf(name))
  const url = `/api/admin/sys-file/upload?kind=portrait&appId=${platform.appId}`
  const portrait = (await postFile(platform.server, url, 'p.jpg', picture)).body.data.id
  return ask('POST', '/api/person/person', { name, personType: 1, portrait: [portrait], consent: true, ...rest })
}
const arm = (libraryId: string, more: object = {}): Promise<any> =>
  ask('POST', '/api/vision/arming', { deviceId: recorder.id, channelNo: 1, libraryId, threshold: 60, ...more })
const library = (name: string, more: object = {}): Promise<any> =>
  ask('POST', '/api/vision/library', { name, kind: 1, ...more })
/** Passes the first camera, which is not the one of everybody. */
async function appear(personId: string, score?: number): Promise<void> {
  const before = simulated.recorder!.captures.length
  const on = (): boolean =>
    simulated.recorder!.captures.slice(before).some(one => one.channelNo === 1 && one.who === personId)
  while (!on()) await simulated.libraries!.appear(personId, score)
}

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  server.ports.publicUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  recorder = await connectDevice(server, appId, models.nvrDevice!, 'NVR-1', '保安室录像机')
  simulated = simulate('nvrDevice', { host: '127.0.0.1', port: gateway.port, credentials: recorder })
  simulated.device.start()
  await until(async () => (await ask('GET', `/api/device/bind/${recorder.id}`)).online, 'online')
})
afterAll(async () => {
  await simulated?.device.stop()
  await platform?.close()
})

describe('a library', () => {
  test('is stored where a camera is armed with it: people, and those of organisations with what is below', async () => {
    const org = await ask('POST', '/api/person/organization', { name: '保洁', sort: 1 })
    const below = await ask('POST', '/api/person/organization', { name: '夜班', sort: 1, parentId: org.id })
    const guard = await addPerson('沈岚')
    await addPerson('陆川', { orgId: below.id })
    await addPerson('罗敏')
    await ask('POST', '/api/person/person', { name: '无照', personType: 1, orgId: org.id })
    const made = await library('内部人员', { personIds: [guard.id], orgIds: [org.id] })
    expect(held()).toEqual([])
    await arm(made.id)
    await holds('沈岚', '陆川')
    const { arms, libs } = simulated.libraries!.arming
    expect([arms, libs]).toMatchObject([[{ channelNo: 1, threshold: 60, plan: null }], [{ name: '内部人员' }]])
    await until(async () => {
      const { records } = await ask('GET', '/api/vision/held/page')
      const states = records.map((row: any) => `${row.personName} ${row.state}`).sort()
      return states.join() === ['无照 noPortrait', '沈岚 confirmed', '陆川 confirmed'].sort().join()
    }, 'each state')
    const [row] = (await ask('GET', '/api/vision/arming/page')).records
    expect(row).toMatchObject({ state: 'confirmed', deviceId: recorder.id })
  })

  test('never leaves anybody on a device: who left it, moved, withdrew consent or was removed is taken off', async () => {
    const { records: orgs } = await ask('GET', '/api/person/person/page?name=陆川')
    const [guard] = (await ask('GET', '/api/person/person/page?name=沈岚')).records
    const [made] = (await ask('GET', '/api/vision/library/page')).records
    const second = await addPerson('纪宁')
    const third = await addPerson('于洋')
    await ask('PUT', '/api/vision/library', { ...pick(made), personIds: [guard.id, second.id, third.id] })
    await holds('沈岚', '陆川', '纪宁', '于洋')
    await ask('PUT', '/api/vision/library', { ...pick(made), rev: undefined, personIds: [second.id, third.id] })
    await holds('陆川', '纪宁', '于洋')
    await ask('PUT', '/api/person/person', { id: orgs[0].id, orgId: null })
    await holds('纪宁', '于洋')
    await ask('PUT', '/api/person/person', { id: second.id, portrait: null })
    await holds('于洋')
    await call('DELETE', `/api/person/person/${third.id}`)
    await holds()
  })

  test('is taken off with its last camera, and what somebody put on the device is found by comparing', async () => {
    const guard = await addPerson('常青')
    const made = await library('岗亭', { personIds: [guard.id] })
    const { id } = await arm(made.id, { channelNo: 2 })
    await holds('常青')
    expect((await call('DELETE', `/api/vision/library/${made.id}`)).code).not.toBe(0)
    const [one] = simulated.libraries!.held.values()
    const stranger = await addPerson('生人')
    simulated.libraries!.held.set(stranger.shortNo, { ...one!, personId: stranger.shortNo, name: '生人' })
    await ask('POST', '/api/person/auth/readBack', { deviceId: recorder.id })
    await holds('常青')
    await call('DELETE', `/api/vision/arming/${id}`)
    await holds()
    await until(() => simulated.libraries!.arming.arms.every(({ channelNo }) => channelNo !== 2), 'disarmed')
  })

  test('names only people and organisations of its application: others are refused, and nothing of it is stored', async () => {
    const member = await addPerson('一员')
    const body = { name: '试填', kind: 1 }
    for (const wrong of [{ personIds: [member.id, '999999999999'] }, { orgIds: ['999999999999'] }]) {
      const { code, data } = await call('POST', '/api/vision/library', { ...body, ...wrong })
      expect([code, data.fields.map((one: any) => one.field)]).toEqual([1, Object.keys(wrong)])
    }
    expect((await ask('GET', '/api/vision/library/page?name=试填')).total).toBe(0)
  })

  test('is armed at channels that the device has, once each', async () => {
    const made = await library('访客')
    const post = (more: object): Promise<any> =>
      call('POST', '/api/vision/arming', {
        ...{ deviceId: recorder.id, channelNo: 1, libraryId: made.id, threshold: 80, ...more },
      })
    expect((await post({ channelNo: 9 })).fields?.[0]?.field ?? (await post({ channelNo: 9 })).code).not.toBe(0)
    expect((await post({})).code).toBe(0)
    expect((await post({})).code).not.toBe(0)
    const camera = await connectDevice(platform.server, platform.appId, platform.models.captureDevice!, 'CAP-V1')
    expect((await post({ deviceId: camera.id })).code).not.toBe(0)
  })
})

const pick = ({ id, name, kind }: any): object => ({ id, name, kind })

describe('a match', () => {
  test('has its capture, score, library and person; a watched library opens an alarm, urgent where it says so', async () => {
    const wanted = await addPerson('顾望')
    const ordinary = await library('常客', { personIds: [wanted.id] })
    const watched = await library('警方协查', { kind: 2, urgent: true, personIds: [wanted.id] })
    await arm(ordinary.id)
    await arm(watched.id, { threshold: 90 })
    await until(() => simulated.libraries!.arming.arms.filter(({ channelNo }) => channelNo === 1).length >= 2, 'armed')
    await until(() => simulated.libraries!.held.get(wanted.shortNo)?.libIds.length === 2, 'stored')
    await appear(wanted.shortNo, 88)
    const matches = (query = ''): Promise<any> => ask('GET', `/api/vision/match/page${query}`)
    await until(async () => (await matches()).total === 1, 'matched')
    expect((await matches()).records[0]).toMatchObject({
      personName: '顾望',
      libraryName: '常客',
      score: 88,
      alarmId: null,
    })
    await appear(wanted.shortNo, 96)
    await until(async () => (await matches('?kind=2')).total === 1, 'matched by the watched one')
    const [row] = (await matches('?kind=2')).records
    expect(row).toMatchObject({ libraryName: '警方协查', score: 96, component: 'channel:1' })
    expect(row.captureId).not.toBeNull()
    expect(row.photoFile).not.toBeNull()
    expect(row.portraitFile).not.toBeNull()
    const alarms = (await ask('GET', '/api/device/alarm/page')).records
    expect(alarms).toMatchObject([{ id: row.alarmId, name: '警方协查', level: 3 }])
  })

  test('says nothing of a portrait to who may not read people, and opens no alarm for what happened before', async () => {
    const role = await quickRole(platform.server, { points: ['faceMatch:list'] })
    const { token } = await quickAccount(platform.server, { roleIds: [role] })
    const url = `/api/vision/match/page?appId=${platform.appId}`
    const answer = await platform.server.call<any>('GET', url, undefined, { token })
    expect(answer.body.data.records.every((one: any) => one.portraitFile === null)).toBe(true)
    const before = (await ask('GET', '/api/device/alarm/page')).records[0].repeats
    const [{ shortNo, libNo }] = (await platform.server.ports.db.query<{ shortNo: string; libNo: number }>(
      { role: 'engine' },
      sql`select p.short_no::text as "shortNo", l.no as "libNo" from people.person p, vision.library l
        where p.name = '顾望' and l.name = '警方协查'`,
    )) as [{ shortNo: string; libNo: number }]
    const value = { guid: 'late-1', channelNo: 1, libId: libNo, personId: shortNo, score: 97, offline: true }
    simulated.device.event('faceMatch', value, Date.now() - 3_600_000)
    await until(async () => (await ask('GET', '/api/vision/match/page?kind=2')).total === 2, 'kept')
    expect((await ask('GET', '/api/device/alarm/page')).records[0].repeats).toBe(before)
  })
})
