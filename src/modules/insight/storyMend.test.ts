/** A refused passage: what would let the person pass, applied and checked again; the neighbouring stories; the axis of its steps. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { makePerson, makeRole, tokenOf } from '../../../tests/harness/people.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { offerOf } from './page/mends.ts'
import { axisOf, type Story } from './page/story.ts'

let platform: TestPlatform
let device: TestDevice
let doors: { id: string }[]
let asked = 0
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models } = platform
  device = await openDevice(
    platform.gateway.port,
    await connectDevice(server, appId, models.accessControlDevice!, 'MEND-1', '东门岗'),
  )
  doors = await platform.ask('GET', '/api/person/authGroup/doors')
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

/** Makes the device ask about a card at the first door; returns the record with its story. */
async function tried(cardNo: string): Promise<Story> {
  const guid = `mend-${(asked += 1)}`
  const answered = device.next('/thing/event/askPass/post_reply')
  await device.post('event/askPass/post', { value: { guid, doorNo: 1, cardNo, method: 2 }, time: Date.now() })
  await answered
  const rows = await until(async () => {
    const page = await platform.ask('GET', `/api/person/passRecord/page?time=today&cardNo=${cardNo}`)
    return page.records.length === (seen[cardNo] ?? 0) + 1 && page.records
  }, 'the record')
  seen[cardNo] = rows.length
  return platform.ask('GET', `/api/insight/story?kind=passage&id=${rows[0].id}`)
}
const seen: Record<string, number> = {}

describe('the mend that fits', () => {
  test('a stranger is registered, joins a group, and the right that ended is extended', async () => {
    const { ask, appId } = platform
    const card = '55001122'
    const stranger = await tried(card)
    expect(stranger.mend).toEqual({ kind: 'register', cardNo: card, plateNo: null })
    expect(offerOf(stranger, appId)).toMatchObject({ act: { button: ['登记', 'Register'], point: 'person:add' } })
    const person = await ask('POST', '/api/person/person', { name: '周屿', personType: 2, cards: [card] })
    // The card has a holder by now: the old story offers what that person lacks.
    const known = await ask('GET', `/api/insight/story?kind=passage&id=${stranger.subject.id}`)
    expect(known.mend).toEqual({ kind: 'join', personId: person.id, groups: [] })
    const group = await ask('POST', '/api/person/authGroup', { name: '东门', doorIds: [doors[0]!.id] })
    const outside = await tried(card)
    expect(outside.mend).toEqual({ kind: 'join', personId: person.id, groups: [{ id: group.id, name: '东门' }] })
    const ended = new Date(Date.now() - 60_000).toISOString()
    const join = `/api/person/authGroup/${group.id}/addPeople`
    await ask('POST', join, { personIds: [person.id], validTo: ended })
    const over = await tried(card)
    expect(over.mend).toMatchObject({ kind: 'extendRight', groupId: group.id, until: ended })
    expect(offerOf(over, appId)!.note[0]).toContain('东门')
    await ask('POST', join, { personIds: [person.id], validTo: new Date(Date.now() + 86_400_000).toISOString() })
    // The offer is for the current data: nothing is left to fix in the old story.
    const again = await ask('GET', `/api/insight/story?kind=passage&id=${over.subject.id}`)
    expect(again.mend).toBeNull()
    await ask('PUT', '/api/person/person', { id: person.id, validTo: ended })
    const expired = await tried(card)
    expect(expired.mend).toEqual({ kind: 'extendPerson', personId: person.id, until: ended })
    await ask('PUT', '/api/person/person', { id: person.id, validTo: null })
    const passed = await tried(card)
    expect([passed.subject.result, passed.mend]).toEqual([1, null])
  })

  test('outside the hours it is the time plan', async () => {
    const { ask } = platform
    const plan = await ask('POST', '/api/person/timePlan', {
      name: '从不',
      week: [{ weekday: ((new Date().getUTCDay() + 3) % 7) + 1, from: '03:00', to: '03:01' }],
    })
    const person = await ask('POST', '/api/person/person', { name: '陈思远', personType: 2, cards: ['66001122'] })
    const group = await ask('POST', '/api/person/authGroup', {
      name: '夜间',
      timePlanId: plan.id,
      doorIds: [doors[0]!.id],
    })
    await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [person.id] })
    expect((await tried('66001122')).mend).toEqual({
      kind: 'hours',
      groupName: '夜间',
      planId: plan.id,
      planName: '从不',
    })
  })

  test('an account that may not read people sees no more of them than the record holds', async () => {
    const { server, ask, appId } = platform
    await makePerson(server, 'guard', { roleIds: [await makeRole(server, 'guard', { points: /^passRecord:list$/ })] })
    const [row] = (await ask('GET', '/api/person/passRecord/page?time=today&cardNo=66001122')).records
    const token = await tokenOf(server, 'guard')
    const url = `/api/insight/story?kind=passage&id=${row.id}&appId=${appId}`
    expect((await server.call('GET', url, undefined, { token })).body.data.mend).toBeNull()
    await makePerson(server, 'porter', { roleIds: [await makeRole(server, 'porter', { points: /^site:list$/ })] })
    expect((await server.call('GET', url, undefined, { token: await tokenOf(server, 'porter') })).status).toBe(403)
  })
})

test('a story leads to the previous and the next, of the person and of the door', async () => {
  const { ask } = platform
  const own = (await ask('GET', '/api/person/passRecord/page?time=today&personName=周屿')).records.map(
    (row: any) => row.id,
  )
  const all = (await ask('GET', '/api/person/passRecord/page?time=today&size=50')).records.map((row: any) => row.id)
  const at = (ids: string[], id: string) => ({
    previous: ids[ids.indexOf(id) + 1] ?? null,
    next: ids[ids.indexOf(id) - 1] ?? null,
  })
  for (const id of own) {
    const { around } = await ask('GET', `/api/insight/story?kind=passage&id=${id}`)
    expect(around).toEqual({ person: at(own, id), door: at(all, id) })
  }
  expect(own.length).toBeGreaterThan(2)
})

describe('the axis', () => {
  const step = (sinceMs: number, ms: number | null) => ({ at: new Date(1_700_000_000_000 + sinceMs).toISOString(), ms })
  test('is to scale where the steps are of one size', () => {
    const { place, breakAt, ticks } = axisOf([step(0, 12), step(20, 30), step(60, 140)])
    expect([place(0), place(100), place(200), breakAt]).toEqual([0, 0.5, 1, null])
    expect(ticks.map(tick => tick.ms)).toEqual([0, 100, 200])
  })
  test('is broken where one step dwarfs the others, which stay to scale among themselves', () => {
    const { place, breakAt } = axisOf([step(0, 12), step(26, 142), step(30, 318), step(35, 60_200)])
    expect(breakAt).not.toBeNull()
    expect(place(318 + 30)).toBeGreaterThan(0.4)
    expect(place(200) / place(100)).toBeCloseTo(2)
    expect(place(60_235)).toBeLessThanOrEqual(1)
    expect(place(60_235)).toBeGreaterThan(breakAt!)
  })
})
