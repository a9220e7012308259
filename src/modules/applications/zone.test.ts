/** The time zone of an application: its exports, its lists by day and the console follow it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conditions } from '#server/crud/filters.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { applicationReview } from './applicationReview.noun.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const API = '/api/admin/application'

test('is Beijing by default, a known zone, and fixed once it is created', async () => {
  const add = (more: object) =>
    server.call('POST', API, { name: 'Zone', industry: 3, deviceClasses: ['faceEqui'], ...more })
  expect((await add({})).body.data.zone).toBe('Asia/Shanghai')
  expect((await add({ zone: 'Asia/Nowhere' })).body).toMatchObject({
    error: 'invalid',
    data: { fields: [{ field: 'zone' }] },
  })
  const { data } = (await add({ zone: 'America/New_York' })).body
  expect(data.zone).toBe('America/New_York')
  const moved = await server.call('PUT', API, { id: data.id, rev: data.rev, zone: 'Asia/Tokyo' })
  expect(moved.body.data?.zone ?? 'refused').not.toBe('Asia/Tokyo')
})

test('an export writes the times of the application', async () => {
  const { data: app } = (
    await server.call('POST', API, {
      name: 'Zone 2',
      industry: 3,
      deviceClasses: ['faceEqui'],
      zone: 'America/New_York',
    })
  ).body
  const site = await server.call('POST', `/api/admin/site?appId=${app.id}`, {
    name: 'Gate',
    type: 1,
    status: 1,
    appId: app.id,
  })
  expect(site.body).toMatchObject({ code: 0 })
  const text = async (): Promise<string> =>
    (
      await server.app.inject({
        method: 'GET',
        url: `/api/admin/site/export?format=csv&appId=${app.id}&columns=name,createdAt`,
        headers: { authorization: `Bearer ${server.token}` },
      })
    ).body
  const wall = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const [day, clock] = wall.format(new Date(site.body.data.createdAt)).split(', ')
  expect(await text()).toContain(`Gate,${day!.replaceAll('-', '/')} ${clock}`)
})

test('a day in a filter begins when it does in the application', () => {
  const asked = (zone: string): unknown[] =>
    conditions(
      applicationReview,
      { askedAt: '2026-11-21,2026-11-22T00:00:00Z' },
      { zone, ports: server.ports, user: { permissions: new Set() } },
    ).flatMap(one => one.values)
  const to = new Date('2026-11-22T00:00:00Z')
  expect(asked('America/New_York')).toEqual([new Date('2026-11-21T05:00:00Z'), to])
  expect(asked('Asia/Shanghai')).toEqual([new Date('2026-11-20T16:00:00Z'), to])
})
