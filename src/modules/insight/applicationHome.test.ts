/**
 * The home page of an application: each line is the total of the list that it opens, each step is ticked by existing
 * data, and users see no figure whose list is closed to them.
 */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_ZONE, dayOf } from '#base/zonedTime.ts'
import { classes } from '#main/registry.ts'
import { connectDevice, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { makePerson, makeRole, tokenOf } from '../../../tests/harness/people.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import type { Home } from './home.ts'
import { wrongLines } from './page/home/wrongLines.ts'

const ENGINE = { role: 'engine' } as const
const CONTROLLER = 'accessControlDevice'
let platform: TestPlatform
let device: TestDevice
const ids: Record<string, string> = {}
const home = (): Promise<Home> => platform.ask('GET', '/api/insight/application')
const db = <T = unknown>(query: ReturnType<typeof sql>): Promise<T[]> =>
  platform.server.ports.db.query<T & object>(ENGINE, query)

beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

describe('a new application', () => {
  test('ticks each step by what is there, and none of them once all are done', async () => {
    const { server, appId, models, ask } = platform
    const open = async (): Promise<string[]> =>
      ((await home()).steps ?? []).filter(step => !step.done).map(step => step.key)
    expect(await open()).toEqual(['site', 'device', 'person', 'right', 'passage', 'integration'])
    await ask('POST', '/api/admin/site', { name: '南门', type: 1, status: 1 })
    expect(await open()).toEqual(['device', 'person', 'right', 'passage', 'integration'])
    const credentials = await connectDevice(server, appId, models[CONTROLLER]!, 'HOME-1', '东门岗')
    await connectDevice(server, appId, models[CONTROLLER]!, 'HOME-2', '西门岗')
    await connectDevice(server, appId, models.bollardDevice!, 'HOME-3', '车道')
    device = await openDevice(platform.gateway.port, credentials)
    expect(await open()).toEqual(['person', 'right', 'passage', 'integration'])
    ids.person = (await ask('POST', '/api/person/person', { name: '周屿', personType: 2, cards: ['88001122'] })).id
    await ask('POST', '/api/person/person', { name: '陈无卡', personType: 2 }).then(made => (ids.bare = made.id))
    expect(await open()).toEqual(['right', 'passage', 'integration'])
    // A group without people grants nothing.
    const [door] = await ask('GET', '/api/person/authGroup/doors')
    const group = await ask('POST', '/api/person/authGroup', { name: '全天', doorIds: [door.id] })
    expect(await open()).toEqual(['right', 'passage', 'integration'])
    await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [ids.person, ids.bare] })
    expect(await open()).toEqual(['passage', 'integration'])
    for (const [at, ok] of [true, true, false].entries())
      await device.post('event/pass/post', {
        value: { guid: `home-${at}`, doorNo: 1, method: 2, ok, reason: 'unknownCard' },
        time: Date.now(),
      })
    await until(async () => !(await open()).includes('passage'), 'the first passage')
    expect(await open()).toEqual(['integration'])
    ids.callback = (
      await ask('POST', '/api/device/callback', {
        name: '物业',
        deviceClass: CONTROLLER,
        url: 'http://127.0.0.1:9/hook',
        events: ['alarm'],
      })
    ).id
    expect((await home()).steps).toBeNull()
  })
})

describe('figures', () => {
  test('each line of what is wrong opens a list that has exactly so many', async () => {
    const { appId, ask, server } = platform
    const deliver = (state: number, hours: number): Promise<unknown> =>
      db(sql`insert into callbacks.delivery (id, app_id, source_id, callback_id, device_class, message_id, event_type, body, state, created_at)
        values (${server.ports.newId()}, ${appId}, 1, ${ids.callback}, ${CONTROLLER}, ${server.ports.newId()}, 'alarm', '{}',
        ${state}, now() - ${hours}::float8 * interval '1 hour')`)
    for (const [state, hours] of [
      [1, 50],
      [1, 0],
      [3, 0],
      [3, 0],
      [3, 0],
      [3, 49],
      [2, 0],
    ] as const)
      await deliver(state, hours)
    const own = await home()
    const lines = wrongLines(own, [...classes.values()], appId, dayOf(own.asOf, DEFAULT_ZONE))
    const listed = async (href: string): Promise<number> => {
      const { pathname, searchParams } = new URL(href, 'http://portico')
      const [, deviceClass, kind] = pathname.split('/')
      const { stage, createdAt, tab: _tab, ...query } = Object.fromEntries(searchParams)
      if (kind === 'authorize') return (await ask('GET', `/api/person/auth/summary?deviceClass=${deviceClass}`))[stage!]
      const api = kind === 'equi' ? '/api/device/bind' : '/api/device/delivery'
      // The range of days as the console sends it: instants of the zone.
      const span: Record<string, string> = createdAt ? { createdAt: `${own.today},` } : {}
      return (await ask('GET', `${api}/page?${new URLSearchParams({ ...query, ...span, deviceClass: deviceClass! })}`))
        .total
    }
    expect(lines.map(line => [line.what[1], line.deviceClass[1], line.count])).toEqual(
      expect.arrayContaining([
        ['Offline', classes.get('bollardDevice')!.label[1], 1],
        ['Offline', classes.get(CONTROLLER)!.label[1], 1],
        ['No portrait or card', classes.get(CONTROLLER)!.label[1], 1],
        ['Callbacks given up today', classes.get(CONTROLLER)!.label[1], 3],
        ['Callbacks tried again', classes.get(CONTROLLER)!.label[1], 2],
      ]),
    )
    const [ofGroups, ofLists] = [true, false].map(one =>
      lines.filter(line => line.href.startsWith('/apply/authGroup/') === one),
    ) as [typeof lines, typeof lines]
    for (const line of ofLists) expect([line.href, await listed(line.href)]).toEqual([line.href, line.count])
    // Controllers have no list of rights: the lines link to their groups.
    expect(ofGroups.map(line => line.what[0])).toEqual(['缺照片或卡号'])
    const { records } = await platform.ask('GET', '/api/person/authGroup/page?size=100')
    expect(records.map((row: { delivery: string }) => row.delivery).join()).toContain('缺照片或卡号 1')
  })

  test('an alarm that is open counts its device, as the list of devices does', async () => {
    await device.post('event/tamper/post', { value: { on: true }, time: Date.now() })
    await device.post('event/forcedOpen/post', { value: { doorNo: 1 }, time: Date.now() })
    await until(async () => (await home()).alarms!.today === 2, 'both alarms')
    const { alarms } = await home()
    const found = alarms!.open.find(row => row.deviceClass === CONTROLLER)
    expect(found?.devices).toBe(
      (await platform.ask('GET', `/api/device/bind/page?deviceClass=${CONTROLLER}&status=alarm`)).total,
    )
    expect(found).toMatchObject({ devices: 1, n: 2 })
    await device.post('event/tamper/post', { value: { on: false }, time: Date.now() })
    await until(async () => (await home()).alarms!.open[0]!.devices === 1, 'one alarm less')
    // One that has ended needs no action once somebody has seen it.
    const page = await platform.ask('GET', '/api/device/alarm/page?open=true&kind=tamper')
    await platform.ask('POST', '/api/device/alarm/acknowledge', { ids: [page.records[0].id] })
    expect((await home()).alarms!.open[0]!.n).toBe(1)
  })

  test('passages and people equal their lists, and are compared with yesterday at this time', async () => {
    const { ask, server, appId } = platform
    const own = await home()
    const today = own.passages!.hours.filter(row => row.hour >= own.today).reduce((sum, row) => sum + row.n, 0)
    expect(today).toBe((await ask('GET', '/api/person/passRecord/page?time=today')).total)
    expect(own.people).toMatchObject({ total: (await ask('GET', '/api/person/person/page')).total, before: 0 })
    // Two devices came online long ago and one went offline today; yesterday's figure counts both.
    for (const [name, gone] of [
      ['老住户', false],
      ['搬走的', true],
    ] as const) {
      const { id } = await ask('POST', '/api/person/person', { name, personType: 2 })
      await db(sql`update people.person set created_at = now() - interval '3 days' where id = ${id}`)
      if (gone) await ask('DELETE', `/api/person/person/${id}`)
    }
    expect((await home()).people).toMatchObject({ total: own.people!.total + 1, before: 2 })
    const [bound] = await db<{ id: string }>(sql`select id from devices.device where sn = 'HOME-3'`)
    const then = new Date(Date.now() - 24 * 3_600_000)
    await db(sql`insert into devices.session_log (id, device_id, source_id, app_id, epoch, opened_at, closed_at, reason)
      values (${server.ports.newId()}, ${bound!.id}, 1, ${appId}, 1, ${new Date(then.getTime() - 3_600_000)}, ${new Date(then.getTime() + 3_600_000)}, 'lost')`)
    expect((await home()).devices!.find(row => row.deviceClass === 'bollardDevice')).toMatchObject({
      total: 1,
      online: 0,
      onlineBefore: 1,
    })
  })

  test('its term and limits are those of the application, the files those of the organisation', async () => {
    const { ask, server, appId } = platform
    const day = dayOf(Date.now() + 12 * 86_400_000, DEFAULT_ZONE)
    await ask('PUT', '/api/admin/application', { id: appId, expiresOn: day, deviceQuota: 7, personQuota: 9 })
    await db(
      sql`insert into engine.file (id, app_id, source_id, kind, mime, bytes, sha256) values ('home-file', null, 1, 'document', 'text/plain', 4321, '')`,
    )
    expect((await home()).application).toMatchObject({
      ...{ expiresOn: day, daysLeft: 12, deviceQuota: 7, personQuota: 9 },
      files: { quotaBytes: server.ports.fileQuotaBytes, usedBytes: expect.any(Number) },
    })
    expect((await home()).application!.files.usedBytes).toBeGreaterThanOrEqual(4321)
  })
})

describe('who reads it', () => {
  test.each([
    ['callbacks', /^(person|passRecord|deviceBind|deviceAlarm|personAuth|application|apiKey|delivery):list$/],
    ['people', /^(callback|delivery|passRecord|deviceBind|deviceAlarm|personAuth|application|apiKey):list$/],
    ['passages', /^(callback|delivery|person|deviceBind|deviceAlarm|personAuth|application|apiKey):list$/],
    ['keys', /^(callback|delivery|person|passRecord|deviceBind|deviceAlarm|personAuth|application):list$/],
  ] as const)('without the point of its noun an account receives no %s', async (block, points) => {
    const { server, appId } = platform
    const username = `no-${block}`
    await makePerson(server, username, { roleIds: [await makeRole(server, username, { points })] })
    const { body } = await server.call<Home>('GET', `/api/insight/application?appId=${appId}`, undefined, {
      token: await tokenOf(server, username),
    })
    expect(body.data[block]).toBeNull()
    const others = ['application', 'devices', 'people', 'passages', 'alarms', 'sync', 'callbacks', 'keys'].filter(
      name => name !== block,
    )
    expect(others.filter(name => body.data[name as keyof Home] === null)).toEqual([])
  })

  test('without an application, or in one out of reach, there are none', async () => {
    const { server } = platform
    expect((await server.call('GET', '/api/insight/application')).body.error).toBe('app_required')
    const other = await server.call('POST', '/api/admin/application', {
      name: '别人的',
      industry: 1,
      deviceClasses: [CONTROLLER],
    })
    await makePerson(server, 'guest', {
      type: 4,
      roleIds: [await makeRole(server, 'guest', { scope: 3 })],
      appIds: [platform.appId],
    })
    const { status } = await server.call('GET', `/api/insight/application?appId=${other.body.data.id}`, undefined, {
      token: await tokenOf(server, 'guest'),
    })
    expect(status).toBe(403)
  })
})
