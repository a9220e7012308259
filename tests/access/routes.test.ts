/** S-BOLA: every route of the server has a rule, and without the permission it refuses whoever calls it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { nouns } from '#main/registry.ts'
import {
  ENDS,
  STREAMS,
  callRoute,
  fingerprintOfB,
  makeAccessWorld,
  routesOf,
  type AccessWorld,
} from '../harness/accessWorld.ts'
import { forget } from '../harness/people.ts'
import { changed } from '../harness/storedTables.ts'

const ENGINE = { role: 'engine' } as const

/** Routes without a session, which have rules of their own. A new one must be added here deliberately. */
const PUBLIC = [
  'DELETE /api/auth/token/logout',
  'GET /api/admin/mobile/:phone',
  'GET /api/admin/sys-file/:id/content',
  'GET /api/auth/social/back',
  'GET /api/auth/social/start',
  'GET /api/auth/token/logout',
  'GET /api/brand/:code/logo',
  'GET /api/code',
  'GET /api/config',
  'GET /api/content/picture/:id',
  'GET /api/device/apk/:id/file',
  'GET /api/device/apk/latest',
  'GET /api/device/portrait/:ticket',
  'GET /api/job/:id/file',
  'GET /api/openapi.json',
  'POST /api/auth/factor',
  'POST /api/auth/factor/enrol',
  'POST /api/auth/factor/passkey',
  'POST /api/auth/mobile/token/sms',
  'POST /api/auth/mobile/token/social',
  'POST /api/auth/oauth/token',
  'POST /api/auth/password/first',
  'POST /api/auth/password/reset',
  'POST /api/auth/password/reset/check',
  'PUT /api/device/picture/:token',
]
/** The public site, whose visitors have no account. */
const SITE = /^\w+ \/api\/(advert|contact|docs|device\/label|register)(\/|$)/

let world: AccessWorld
beforeAll(async () => {
  world = await makeAccessWorld()
})
afterAll(() => world.server.close())
beforeEach(() => forget(world.server))

const nowhere = (url: string): string => url.replace(/:\w+/g, '1')

describe('every route has a rule', () => {
  test('public, a session, or a permission point that can be granted', async () => {
    const points = new Set(
      (
        await world.server.ports.db.query<{ permission: string }>(
          ENGINE,
          sql`select distinct permission from identity.menu where permission is not null`,
        )
      ).map(row => row.permission),
    )
    expect(routesOf(world.server).length).toBeGreaterThan(200)
    const derived = [...nouns.keys()].map(key => `${key}:`)
    const strange = routesOf(world.server).filter(
      ({ access }) =>
        access !== 'public' &&
        access !== 'login' &&
        !points.has(access) &&
        !derived.some(start => access.startsWith(start)),
    )
    expect(strange).toEqual([])
  })
  test('the public ones are those listed here', () => {
    expect(
      routesOf(world.server)
        .filter(route => route.access === 'public' && !SITE.test(route.name))
        .map(route => route.name)
        .sort(),
    ).toEqual([...PUBLIC].sort())
  })
})

describe('roles × routes', () => {
  test('without a session: 401 from all that are not public', async () => {
    const wrong: string[] = []
    for (const { method, url, name, access } of routesOf(world.server)) {
      if (access === 'public') continue
      const { status } = await callRoute(world.server, method, nowhere(url), {}, null)
      if (status !== 401) wrong.push(`${name}: ${status}`)
    }
    expect(wrong).toEqual([])
  })
  test.each(['foshan-none', 'staff-none', 'user-none'])(
    'with a session and no permission: 403 from all that ask for one (%s), and nothing changes',
    async who => {
      const before = await fingerprintOfB(world)
      const wrong: string[] = []
      for (const { method, url, name, access } of routesOf(world.server)) {
        if (access === 'public' || access === 'login') continue
        for (const place of [nowhere(url), `${nowhere(url)}?appId=${world.appA}`]) {
          const { status } = await callRoute(world.server, method, place, {}, world.tokens[who]!)
          if (status !== 403) wrong.push(`${name}: ${status}`)
        }
      }
      expect(wrong).toEqual([])
      expect(changed(before, await fingerprintOfB(world))).toEqual([])
    },
  )
  test('the administrator is refused by no rule, and nothing answers 500', async () => {
    const wrong: string[] = []
    for (const { method, url, name, access } of routesOf(world.server)) {
      if (access === 'public' || ENDS.has(name) || STREAMS.has(name)) continue
      const { status, body } = await callRoute(world.server, method, nowhere(url), {}, world.server.token)
      if (status === 401 || status >= 500 || (status === 403 && body.error === 'forbidden'))
        wrong.push(`${name}: ${status} ${body.msg}`)
    }
    expect(wrong).toEqual([])
  })
})
