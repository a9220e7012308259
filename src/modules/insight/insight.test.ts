/** Tiles equal their lists, and the story of a refused passage names the rule that refused it. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storePastCommands } from '#modules/devices/past.server.ts'
import { DEVICE_STATES } from '#modules/devices/stock/device.noun.ts'
import { connectDevice, makeApplication, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { devicesHref } from './page/tileLists.ts'

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
  // The binding is minutes old: these are reported now, some milliseconds apart, and one of before is counted now.
  for (let i = 0; i < 25; i += 1)
    await device.post('event/pass/post', {
      value: { guid: `t-${i}`, doorNo: 1, method: 2, ok: i % 5 !== 0, reason: 'unknownCard' },
      time: Date.now(),
    })
  await device.post('event/pass/post', { value: { guid: 'before', doorNo: 1, method: 2, ok: true }, time: base })
  const first = await platform.ask('GET', '/api/person/passRecord/page?time=today&size=10')
  expect(first.total).toBe(26)
  const seen = new Set<string>()
  for (let current = 1; current <= 3; current += 1)
    for (const row of (await platform.ask('GET', `/api/person/passRecord/page?time=today&size=10&current=${current}`))
      .records)
      seen.add(row.id)
  expect(seen.size).toBe(26)
  expect((await platform.ask('GET', '/api/person/passRecord/page?time=today&result=0')).total).toBe(5)
  const overview = await platform.ask('GET', '/api/insight/overview')
  const refused = overview.passages
    .filter((row: any) => row.result === 0 && row.hour >= overview.from)
    .reduce((sum: number, row: any) => sum + row.n, 0)
  expect(refused).toBe(5)
})

test('a card is decided: outside the hours it is refused, and the story names the rule', async () => {
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
  // One clock: the total duration is no less than any step up to the answer, and ends with it.
  const timed = story.steps.filter((step: any) => ['frame', 'identity', 'decision', 'reply'].includes(step.kind))
  const start = Date.parse(timed[0].at)
  expect(story.subject.tookMs).toBeCloseTo(
    Math.max(...timed.map((step: any) => Date.parse(step.at) - start + (step.ms ?? 0))),
    3,
  )
  for (const step of timed) expect(step.ms ?? 0).toBeLessThanOrEqual(story.subject.tookMs)
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

test("an unknown card matches no person; the card's person passes", async () => {
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

test('how callbacks go is one figure: in their list and in the data centre, each of its period', async () => {
  const made = await platform.ask('POST', '/api/device/callback', {
    name: '物业',
    deviceClass: 'accessControlDevice',
    url: 'http://127.0.0.1:9/hook',
    events: ['passage'],
  })
  // Some delivered, some given up hours ago, some in progress: the latest hour alone would give 100 %.
  const rows = [
    ...Array.from({ length: 3 }, () => [2, 0.1]),
    ...Array.from({ length: 9 }, () => [3, 5]),
    ...Array.from({ length: 4 }, () => [1, 0.1]),
  ] as const
  for (const [state, hours] of rows)
    await platform.server.ports.db.query(
      { role: 'engine' },
      sql`insert into callbacks.delivery (id, app_id, source_id, callback_id, device_class, message_id, event_type, body, state, created_at)
        values (${platform.server.ports.newId()}, ${platform.appId}, 1, ${made.id}, 'accessControlDevice', ${platform.server.ports.newId()}, 'passage', '{}', ${state}, now() - ${hours}::float8 * interval '1 hour')`,
    )
  const [listed] = (await platform.ask('GET', '/api/device/callback/page')).records
  // The last 24 hours may have begun yesterday; a week contains them.
  const { callbacks } = await platform.ask('GET', '/api/insight/overview?days=7')
  expect(listed.successRate).toBe(25)
  expect(callbacks).toMatchObject({ percent: listed.successRate, ok: 3, ended: 12 })
})

test('how many commands succeeded and failed is counted among those of the list', async () => {
  const before = (await platform.ask('GET', '/api/insight/overview?days=7')).commands
  const [{ id: deviceId }] = (await platform.ask('GET', '/api/device/bind/page')).records
  const past = {
    deviceId,
    component: 'door:1',
    identifier: 'openDoor',
    reason: '检修',
    userName: '门岗',
    message: null,
  }
  const at = Date.now() - 86_400_000
  await storePastCommands(
    platform.server.ports,
    ([3, 3, 3, 4, 5] as const).map(state => ({ ...past, at, seconds: 0.4, state })),
  )
  const { commands } = await platform.ask('GET', '/api/insight/overview?days=7')
  expect(commands.n - before.n).toBe(5)
  expect([commands.done - before.done, commands.failed - before.failed]).toEqual([3, 2])
  expect((await platform.ask('GET', '/api/device/control/page')).total).toBe(commands.n)
})

test('devices in the data centre are those of the list that the figure opens', async () => {
  await platform.server.call('POST', '/api/device/warehouse', {
    sn: 'IN-STOCK',
    name: '在库',
    modelId: platform.models.accessControlDevice,
  })
  const { devices } = await platform.ask('GET', '/api/insight/overview')
  const inUse = `state=${DEVICE_STATES.bound[0]}`
  expect(devicesHref(undefined)).toBe(`/hardwareManage/deviceWarehouse?${inUse}`)
  const list = (await platform.server.call('GET', `/api/device/warehouse/page?${inUse}`)).body.data
  expect(devices.total).toBe(list.total)
  expect(list.total).toBeLessThan((await platform.server.call('GET', '/api/device/warehouse/page')).body.data.total)
  const online = (await platform.server.call('GET', '/api/device/session/page')).body.data
  expect(devices.online).toBe(online.total)
})

test('sites on the map are those of the list of sites', async () => {
  const position = { lng: 113.946, lat: 22.529 }
  const made = await platform.ask('POST', '/api/admin/site', { name: '前海湾', type: 1, status: 1, position })
  const answer = (await platform.server.call('GET', '/api/insight/sites')).body.data
  expect(answer.sites.find((site: any) => site.id === made.id)).toMatchObject({ position, total: 0, online: 0 })
  expect(answer.total).toBe(
    (await platform.server.call('GET', `/api/admin/site/page?appId=${platform.appId}`)).body.data.total,
  )
})

describe('narrowed', () => {
  const overviewOf = async (query: string): Promise<any> =>
    (await platform.server.call('GET', `/api/insight/overview?${query}`)).body.data
  const passages = (overview: any): number => overview.passages.reduce((sum: number, row: any) => sum + row.n, 0)

  test('to an organisation it counts what is below it, to another one nothing', async () => {
    const all = await overviewOf('')
    expect(all.devices.total).toBeGreaterThan(0)
    const own = await overviewOf('sourceId=1')
    expect([own.devices.total, passages(own)]).toEqual([all.devices.total, passages(all)])
    const other = await overviewOf('sourceId=2')
    expect(other).toMatchObject({ devices: { total: 0, online: 0 }, people: 0, passages: [], ranking: [], added: [] })
    const sites = (await platform.server.call('GET', '/api/insight/sites?sourceId=2')).body.data
    expect(sites).toMatchObject({ total: 0, sites: [] })
  })

  test('an organisation that is out of reach or unknown is refused', async () => {
    const { id, token } = await quickAccount(platform.server, {
      sourceId: '2',
      roleIds: [
        await quickRole(platform.server, { points: ['deviceBind:list', 'site:list'], sourceId: '2', scope: 3 }),
      ],
    })
    expect(id).toBeTruthy()
    for (const sourceId of ['1', '999', 'x', '1 or 1=1']) {
      const path = `sourceId=${encodeURIComponent(sourceId)}`
      for (const of of ['overview', 'sites']) {
        const answer = await platform.server.call('GET', `/api/insight/${of}?${path}`, undefined, { token })
        expect([of, sourceId, answer.body.error]).toEqual([of, sourceId, 'not_found'])
      }
    }
  })

  test('to a region it counts the applications with a site there, and shows the sites of the region', async () => {
    const all = await overviewOf('')
    const { appId: other } = await makeApplication(platform.server, '外地')
    const add = (appId: string, name: string, city: string): Promise<unknown> =>
      platform.server.call('POST', `/api/admin/site?appId=${appId}`, { name, type: 1, status: 1, province: 33, city })
    await add(platform.appId, '滨江', '杭州市')
    await add(other, '海曙', '宁波市')
    const province = await overviewOf('region=33')
    expect([province.devices.total, passages(province)]).toEqual([all.devices.total, passages(all)])
    expect(province.devices.appIds).toEqual([platform.appId])
    expect((await overviewOf('region=33.宁波市')).devices.total).toBe(0)
    expect((await overviewOf('region=44')).passages).toEqual([])
    // With an organisation both apply.
    expect((await overviewOf('region=33&sourceId=2')).devices.total).toBe(0)
    const sites = async (query: string): Promise<string[]> =>
      (await platform.server.call('GET', `/api/insight/sites?${query}`)).body.data.sites.map((site: any) => site.name)
    expect((await sites('region=33')).sort()).toEqual(['海曙', '滨江'].sort())
    expect(await sites('region=33.杭州市')).toEqual(['滨江'])
    const places = (await platform.server.call('GET', '/api/insight/places')).body.data
    expect(places.regions).toEqual([
      { province: 33, city: '宁波市', n: 1 },
      { province: 33, city: '杭州市', n: 1 },
    ])
  })

  test('a region that does not exist is refused, and one of another organisation shows nothing', async () => {
    for (const region of ['99', '3', 'x', "33' or 1=1", '__proto__'])
      expect(
        (await platform.server.call('GET', `/api/insight/overview?region=${encodeURIComponent(region)}`)).body,
      ).toMatchObject({ error: 'not_found' })
    const { token } = await quickAccount(platform.server, {
      sourceId: '2',
      roleIds: [
        await quickRole(platform.server, { points: ['deviceBind:list', 'site:list'], sourceId: '2', scope: 3 }),
      ],
    })
    const answer = await platform.server.call('GET', '/api/insight/overview?region=33', undefined, { token })
    expect(answer.body.data.devices.total).toBe(0)
    const sites = await platform.server.call('GET', '/api/insight/sites?region=33', undefined, { token })
    expect(sites.body.data.sites).toEqual([])
  })

  test('a longer period counts by day, and the ranking with the same numbers', async () => {
    const week = await overviewOf('days=7')
    expect(week.days).toBe(7)
    const inside = week.passages.filter((row: any) => row.hour >= week.from)
    expect(week.ranking).toEqual([
      expect.objectContaining({ appId: platform.appId, n: inside.reduce((sum: number, row: any) => sum + row.n, 0) }),
    ])
    expect((await platform.ask('GET', '/api/person/passRecord/page?time=7d')).total).toBe(week.ranking[0].n)
    expect((await platform.server.call('GET', '/api/insight/overview?days=5')).body.error).toBe('invalid')
  })
})
