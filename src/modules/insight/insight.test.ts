/** Tiles equal their lists, and the story of a refused passage names the rule that refused it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'

let platform: TestPlatform
let device: TestDevice
let doors: { id: string; no: number }[]
beforeAll(async () => {
  platform = await startPlatform()
  const credentials = await connectDevice(
    platform.server,
    platform.appId,
    platform.models.accessControlDevice!,
    'ACC-WHY',
    '东门岗',
  )
  device = await openDevice(platform.gateway.port, credentials)
  doors = await platform.ask('GET', '/api/person/authGroup/doors')
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

test('every page of a list, and its total, agree with the tally', async () => {
  const base = Date.now() - 3 * 3_600_000
  // The binding is minutes old; facts before it belong to nobody, so these are stated now and spread by milliseconds.
  for (let i = 0; i < 25; i += 1)
    await device.post('event/pass/post', {
      value: { guid: `t-${i}`, doorNo: 1, method: 2, ok: i % 5 !== 0, reason: 'unknownCard' },
      time: Date.now(),
    })
  await device.post('event/pass/post', { value: { guid: 'before', doorNo: 1, method: 2, ok: true }, time: base })
  const first = await platform.ask('GET', '/api/person/passRecord/page?time=today&size=10')
  expect(first.total).toBe(25)
  const seen = new Set<string>()
  for (let current = 1; current <= 3; current += 1)
    for (const row of (await platform.ask('GET', `/api/person/passRecord/page?time=today&size=10&current=${current}`))
      .records)
      seen.add(row.id)
  expect(seen.size).toBe(25)
  expect((await platform.ask('GET', '/api/person/passRecord/page?time=today&result=0')).total).toBe(5)
  const overview = await platform.ask('GET', '/api/insight/overview')
  const refused = overview.passages
    .filter((row: any) => row.result === 0 && row.hour >= overview.today)
    .reduce((sum: number, row: any) => sum + row.n, 0)
  expect(refused).toBe(5)
})

test('a card is asked about: outside the hours it is refused, and the story says which rule', async () => {
  const plan = await platform.ask('POST', '/api/person/timePlan', {
    name: '从不',
    week: [{ weekday: ((new Date().getUTCDay() + 3) % 7) + 1, from: '03:00', to: '03:01' }],
  })
  const person = await platform.ask('POST', '/api/person/person', { name: '周屿', personType: 2, cards: ['88001122'] })
  const group = await platform.ask('POST', '/api/person/authGroup', {
    name: '夜间',
    timePlanId: plan.id,
    doorIds: [doors[0]!.id],
  })
  await platform.ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [person.id] })
  const answered = device.next('/thing/event/askPass/post_reply')
  await device.post('event/askPass/post', {
    value: { guid: 'ask-1', doorNo: 1, cardNo: '88001122', method: 2, direction: 1 },
    time: Date.now(),
  })
  expect((await answered).body.data).toMatchObject({ allow: false, reason: 'notInTime', display: '周屿' })
  const page = await until(async () => {
    const rows = await platform.ask('GET', '/api/person/passRecord/page?time=today&reason=notInTime')
    return rows.records[0] && rows
  }, 'the passage')
  const story = await platform.ask('GET', `/api/insight/story?kind=passage&id=${page.records[0].id}`)
  expect(story.verdict).toEqual(['没开门：不在时段', 'Not opened: Outside the hours'])
  const decision = story.steps.find((step: any) => step.kind === 'decision')
  expect(decision.detail.map((step: any) => [step.rule, step.verdict])).toEqual([
    ['known', 'pass'],
    ['blacklist', 'pass'],
    ['state', 'pass'],
    ['validity', 'pass'],
    ['permission', 'pass'],
    ['hours', 'refuse'],
    ['door', 'skipped'],
  ])
})

test('an unknown card is nobody; its right person passes', async () => {
  const person = await platform.ask('POST', '/api/person/person', {
    name: '陈思远',
    personType: 2,
    cards: ['77001122'],
  })
  const group = await platform.ask('POST', '/api/person/authGroup', { name: '全天', doorIds: [doors[0]!.id] })
  await platform.ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [person.id] })
  const ask = async (cardNo: string): Promise<any> => {
    const answered = device.next('/thing/event/askPass/post_reply')
    await device.post('event/askPass/post', {
      value: { guid: `ask-${cardNo}`, doorNo: 1, cardNo, method: 2 },
      time: Date.now(),
    })
    return (await answered).body.data
  }
  expect(await ask('77001122')).toMatchObject({ allow: true })
  expect(await ask('00000001')).toMatchObject({ allow: false, reason: 'stranger' })
})
