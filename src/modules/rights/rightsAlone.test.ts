/** Other hours are sent without the people who have them: only to a terminal that has the rest, and as a whole where it has not. */
import { expect, test } from 'vitest'
import { until, useTerminal } from '../../../tests/harness/terminal.ts'
import { pause } from '../../../tests/harness/pause.ts'

const t = useTerminal()
const plan = async (from: string): Promise<{ id: string }> =>
  t.post('/api/person/timePlan', {
    ...{ name: `从 ${from}`, exceptions: [] },
    week: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from, to: '23:00' })),
  })
const givePlan = async (timePlanId: string): Promise<void> => {
  const answer = await t.server.call('PUT', `/api/person/authGroup?appId=${t.appId}`, { id: t.groupId, timePlanId })
  expect(answer.body.code).toBe(0)
}
const idle = (): Promise<unknown> => until(t.idle, 'idle')
const states = async (): Promise<string[]> =>
  (await t.server.call('GET', `/api/person/auth/matrix?appId=${t.appId}&deviceClass=faceEqui`)).body.data.cells.map(
    (cell: { state: string }) => cell.state,
  )
let people: { id: string; shortNo: string }[]

test('another plan of the group is sent as hours, without portraits, and confirmed', async () => {
  people = [await t.person('周雨桐'), await t.person('何雨桐'), await t.person('秦川')]
  await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: people.map(one => one.id) })
  await until(() => t.held.size === 3, 'all are on the terminal')
  await idle()
  expect(t.hours).toEqual([])
  const [adds, before] = [t.adds, t.held.get(people[0]!.shortNo)]
  await givePlan((await plan('08:00')).id)
  await until(() => t.held.get(people[0]!.shortNo) !== before, 'new hours')
  await idle()
  expect([t.adds, t.hours.length, t.hours[0]!.length]).toEqual([adds, 1, 3])
  expect(t.hours[0]![0]).toMatchObject({ week: expect.arrayContaining([{ weekday: 1, from: '08:00', to: '23:00' }]) })
  expect(JSON.stringify(t.hours)).not.toMatch(/photo|雨桐/)
  expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed'])
  // The digests are those of the whole, so that comparing finds nothing.
  await t.post('/api/person/auth/readBack', { deviceId: t.terminal.id })
  await pause(1500, 'what reading back finds would be sent within a second')
  await idle()
  expect(t.adds).toBe(adds)
})

test('somebody who also changed, and somebody new, are sent as a whole', async () => {
  await t.leave()
  const adds = t.adds
  await givePlan((await plan('09:00')).id)
  await t.server.call('PUT', `/api/person/person?appId=${t.appId}`, { id: people[1]!.id, name: '何雨彤' })
  const fresh = await t.person('冯悦')
  await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [fresh.id] })
  // The change of the plan comes after those of the people: it must not hide them.
  await givePlan((await plan('09:30')).id)
  await t.open()
  await until(() => t.held.has(fresh.shortNo), 'the new one is there')
  await idle()
  expect(t.adds).toBeGreaterThan(adds)
  const sent = t.hours.slice(1).flat()
  expect(sent.map(one => one.personId)).not.toContain(people[1]!.shortNo)
  expect(sent.map(one => one.personId)).not.toContain(fresh.shortNo)
  expect(await states()).toEqual(Array.from({ length: 4 }, () => 'confirmed'))
})

test('whoever the terminal has lost meanwhile is sent as a whole', async () => {
  const lost = people[2]!.shortNo
  t.held.delete(lost)
  const adds = t.adds
  await givePlan((await plan('10:00')).id)
  await until(() => t.held.has(lost), 'back on the terminal')
  await idle()
  expect(t.adds).toBe(adds + 1)
  expect(await states()).toEqual(Array.from({ length: 4 }, () => 'confirmed'))
})
