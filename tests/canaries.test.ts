/**
 * The points of one noun at a time over every route, and one point at a time over every stream and file: each text of each noun has
 * a unique word, and no answer contains the word of a noun that the caller cannot read. The name of a reference belongs to the row that
 * contains it (decision 0011).
 */
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Noun } from '#model/noun.ts'
import { nouns } from '#main/registry.ts'
import {
  all,
  bodyFor,
  furnishCanaries,
  holding,
  keyHolding,
  nounOf,
  placeOf,
  placesIn,
  pointsOf,
  shows,
} from './harness/canaries.ts'
import type { EveryNoun } from './harness/everyNoun.ts'
import { digitGroups } from './harness/digitGroups.ts'
import { largestPage } from './harness/largestPage.ts'
import { until } from './harness/platform.ts'
import { postFile } from './harness/sheet.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

let server: TestServer
let world: EveryNoun
beforeAll(async () => {
  server = await startTestServer()
  world = await furnishCanaries(server)
})
afterAll(async () => {
  await world?.admin.end()
  await server?.close()
})

const idOf = (key: string): string => world.idOf(nouns.get(key)!.table, 0)
type Route = { method: string; url: string }
/** What accounts know about themselves, with any points: the names of the applications that they may enter. */
const ABOUT_ONESELF: Readonly<Record<string, string>> = { '/api/admin/user/applications': 'application.name' }
/** The nouns about which a route without a noun answers. */
const ASKED: Readonly<Record<string, () => readonly string[]>> = {
  '/api/insight/story': () => [
    `kind=passage&id=${idOf('passRecord')}`,
    `kind=event&id=${idOf('deviceEvent')}`,
    `kind=command&id=${idOf('command')}`,
  ],
  '/api/admin/personDefinition': () => ['kind=person', 'kind=organization'],
}
/** Routes that end the session, never end, or open what only the module itself has sealed. */
const LEFT_OUT = /logout|unlock|\/api\/live$|callback\/:id\/secret$/
const routes = (access: string): Route[] =>
  server.app.rules.filter(one => one.access === access && !LEFT_OUT.test(one.url))

async function textOf({ method }: Route, url: string, body: unknown, token: string | null): Promise<[string, boolean]> {
  const reads = method === 'GET' || method === 'DELETE'
  const answer = await server.app.inject({
    method: method as 'GET',
    url,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(reads ? {} : { payload: body as object }),
  })
  if (answer.statusCode >= 500) throw new Error(`${method} ${url}: ${answer.statusCode}`)
  return [answer.body, answer.statusCode === 200]
}

/** The nouns whose words a route's answers contain, inside and outside of the application; changed rows are restored. */
async function placesOf(route: Route, token: string | null): Promise<string[]> {
  const noun = nounOf(route.url)
  const path = route.url.replace(/:\w+/g, noun ? world.idOf(noun.table, 0) : world.appId)
  const body = bodyFor(world, route.method, route.url, noun)
  const found = new Set<string>()
  for (const asked of ASKED[route.url]?.() ?? [''])
    for (const query of [`appId=${world.appId}&${asked}`, ...(route.method === 'GET' ? [asked] : [])]) {
      const [text, done] = await textOf(route, `${path}?${largestPage(route.url)}${query}`, body, token)
      for (const place of placesIn(text))
        if (!ABOUT_ONESELF[route.url] || place !== placeOf(ABOUT_ONESELF[route.url]!)) found.add(place)
      if (done && route.method !== 'GET' && noun && noun.life !== 'view') await world.restore(noun.table)
    }
  return [...found]
}

type Caller = (points: readonly string[]) => Promise<{ token: string }>
type Points = (noun: Noun) => readonly string[]
interface Walked {
  leaks: Set<string>
  /** Keys of nouns of which a caller saw something. */
  seen: Set<string>
}
/**
 * Calls, for each noun, the routes of its points, and those of any session, with all of them. More points never show less: what
 * is not shown with all points of a noun is not shown with any of them.
 */
async function walk(caller: Caller, points: Points): Promise<{ leaks: string[]; seen: Set<string> }> {
  const walked: Walked = { leaks: new Set(), seen: new Set() }
  const alone = new Map<Noun, Promise<{ token: string }>>()
  const callerOf = (noun: Noun): Promise<{ token: string }> => {
    alone.set(noun, alone.get(noun) ?? caller(points(noun)))
    return alone.get(noun)!
  }
  for (const noun of all)
    for (const route of points(noun).flatMap(routes))
      judge(walked, noun, route, await placesOf(route, (await callerOf(noun)).token))
  await walkTogether(caller, points, callerOf, walked)
  return { leaks: [...walked.leaks], seen: walked.seen }
}
function judge({ leaks, seen }: Walked, noun: Noun, route: Route, shown: readonly string[]): void {
  const mayShow = shows(noun)
  for (const place of shown)
    if (mayShow(place)) seen.add(noun.key)
    else leaks.add(`${noun.key}: ${route.method} ${route.url} shows ${place}`)
}

/**
 * What is not shown with the points of many nouns is not shown with those of any of them: only nouns whose groups all show something
 * that theirs may not, or of which nothing was seen before, are called alone.
 */
async function walkTogether(
  caller: Caller,
  points: Points,
  callerOf: (noun: Noun) => Promise<{ token: string }>,
  walked: Walked,
): Promise<void> {
  const { groups, suspects } = digitGroups(all.filter(noun => points(noun).length > 0))
  const together = await Promise.all(groups.map(group => caller(group.flatMap(points))))
  for (const route of routes('login')) {
    const shownTo = new Map<string, Set<number>>()
    for (const [index, { token }] of together.entries())
      for (const place of await placesOf(route, token)) shownTo.set(place, (shownTo.get(place) ?? new Set()).add(index))
    const asked = new Set<Noun>()
    for (const [place, among] of shownTo)
      for (const noun of suspects(among)) if (!shows(noun)(place) || !walked.seen.has(noun.key)) asked.add(noun)
    for (const noun of asked) judge(walked, noun, route, await placesOf(route, (await callerOf(noun)).token))
  }
}

/** Points that an API key may have. */
async function choosablePoints(): Promise<ReadonlySet<string>> {
  const { data } = (await server.call('GET', `/api/admin/apiKey/points?appId=${world.appId}`)).body
  return new Set((data as { point: string }[]).map(one => one.point))
}
/** Staff and programs with one point each, and one of both without any. */
async function oneEach(): Promise<{ who: string; point: string; token: string }[]> {
  const [staff, programs] = [
    ['', ...all.flatMap(pointsOf)],
    ['', ...(await choosablePoints())],
  ]
  const callers: { who: string; point: string; token: string }[] = []
  for (const point of staff)
    callers.push({ who: `staff ${point}`, point, token: (await holding(server, point ? [point] : [])).token })
  for (const point of programs) {
    const { token } = await keyHolding(server, world.appId, point ? [point] : [])
    callers.push({ who: `a key ${point}`, point, token })
  }
  return callers
}

describe('every route', () => {
  test('with the points of one noun, staff see the answers of that noun and of no other', async () => {
    const { leaks, seen } = await walk(points => holding(server, points), pointsOf)
    expect(leaks).toEqual([])
    expect(all.map(noun => noun.key).filter(key => !seen.has(key))).toEqual([])
  }, 900_000)
  test('with the points of one noun, neither does a program', async () => {
    const choosable = await choosablePoints()
    const { leaks, seen } = await walk(
      points => keyHolding(server, world.appId, points),
      noun => pointsOf(noun).filter(point => choosable.has(point)),
    )
    expect(leaks).toEqual([])
    expect(seen.size).toBeGreaterThan(10)
  }, 900_000)
  test('without any point no type is visible', async () => {
    const leaks: string[] = []
    for (const { token } of [await holding(server, []), await keyHolding(server, world.appId, [])])
      for (const { method, url, access } of server.app.rules)
        if (access !== 'public' && !LEFT_OUT.test(url))
          for (const place of await placesOf({ method, url }, token)) leaks.push(`${method} ${url} shows ${place}`)
    expect(leaks).toEqual([])
  }, 900_000)
})

describe('strangers', () => {
  /** What everybody may see: the documents and adverts of the public site, and the brand of a login page. */
  const PUBLIC = ['advert.', 'doc.', 'docDir.name', 'brand.'].map(placeOf)
  test('are shown the public site and nothing else', async () => {
    const found = new Set<string>()
    for (const route of routes('public')) for (const place of await placesOf(route, null)) found.add(place)
    expect([...found].filter(place => !PUBLIC.some(one => place.startsWith(one)))).toEqual([])
  })
})

describe('streams and files', () => {
  /** The nouns of the rows that each message is about. */
  const MESSAGE_NOUNS: Readonly<Record<string, readonly string[]>> = {
    passage: ['passRecord'],
    event: ['deviceEvent'],
    operation: ['deviceOperation'],
    alarm: ['deviceAlarm'],
    state: ['device', 'deviceBind', 'session'],
    session: ['device', 'deviceBind', 'session'],
    // What people did with devices is one list, at the device or by commands.
    command: ['command', 'deviceOperation'],
    delivery: ['delivery', 'callback'],
    sync: ['syncTask', 'personAuth', 'person'],
  }
  const reads = (point: string, among: readonly string[]): boolean =>
    among.some(noun => [`${noun}:list`, `${noun}:view`].includes(point))

  test('each live type is sent only to accounts that may read its subject, tried with one point at a time', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    const streams: Record<string, string> = {}
    const stop = new AbortController()
    const callers = await oneEach()
    await Promise.all(
      callers.map(async ({ who, token }) => {
        const { body } = await fetch(`http://127.0.0.1:${port}/api/live?appId=${world.appId}`, {
          headers: { authorization: `Bearer ${token}` },
          signal: stop.signal,
        })
        streams[who] = ''
        void (async () => {
          for await (const part of body!) streams[who] += Buffer.from(part).toString()
        })().catch(() => {})
      }),
    )
    for (const message of Object.keys(MESSAGE_NOUNS)) {
      const fact = { passage: 1, event: 2, operation: 6 }[message]
      const type = fact ? 'fact' : message
      server.ports.bus.publish('live', {
        ...{ type, family: fact, appId: world.appId, at: new Date().toISOString(), identifier: `tells-${message}` },
      } as never)
    }
    // By now the stream for the last of these points has received every frame of its interval.
    await until(() => streams['staff syncTask:list']!.includes('tells-sync'), 'the stream of tasks')
    await new Promise(resolve => setTimeout(resolve, 600))
    stop.abort()
    const sentTo = (who: string): string[] =>
      Object.keys(MESSAGE_NOUNS).filter(one => streams[who]!.includes(`tells-${one}"`))
    const expected = (point: string): string[] =>
      Object.keys(MESSAGE_NOUNS).filter(one => reads(point, MESSAGE_NOUNS[one]!))
    const wrong = callers.filter(({ who, point }) => sentTo(who).join() !== expected(point).join())
    expect(wrong.map(({ who, point }) => `${who}: ${sentTo(who).join()} instead of ${expected(point).join()}`)).toEqual(
      [],
    )
  })
  test('a file opens for who may read the noun that holds it, with one point at a time', async () => {
    const jpeg = await sharp({ create: { width: 300, height: 360, channels: 3, background: '#c8aa96' } })
      .jpeg()
      .toBuffer()
    const holders = all
      .filter(noun => Object.values(noun.fields).some(field => field.kind === 'file'))
      .map(one => one.key)
    const kinds = [
      ['image', 'a.jpg', jpeg],
      ['portrait', 'a.jpg', jpeg],
      ['document', 'a.txt', Buffer.from('plain words')],
    ] as const
    const held: { noun: string; id: string; kind: string }[] = []
    for (const [at, noun] of holders.entries()) {
      const [kind, name, bytes] = kinds[at % kinds.length]!
      const url = `/api/admin/sys-file/upload?kind=${kind}&appId=${world.appId}`
      const { id } = (await postFile<{ id: string }>(server, url, name, bytes)).body.data
      held.push({ noun, kind, id })
      await world.admin.query('update engine.file set kept = true, noun = $1 where id = $2', [noun, id])
    }
    expect(holders.length).toBeGreaterThan(3)
    const opens = async ({ id, kind }: (typeof held)[number], token: string): Promise<boolean> => {
      const path = `/api/admin/sys-file/${id}`
      if (kind !== 'document') return (await server.call('GET', path, undefined, { token })).status === 200
      if ((await server.call('POST', `${path}/link`, {}, { token })).status === 200) return true
      const { data } = (await server.call('GET', `/api/admin/sys-file/info?ids=${id}`, undefined, { token })).body
      return data.length > 0
    }
    const wrong: string[] = []
    for (const [who, points, hold] of [
      ['staff', all.flatMap(pointsOf), (some: readonly string[]) => holding(server, some)],
      ['a key', [...(await choosablePoints())], (some: readonly string[]) => keyHolding(server, world.appId, some)],
    ] as const) {
      const { groups, suspects } = digitGroups(points)
      const tokens = await Promise.all(groups.map(async group => (await hold(group)).token))
      const { token: pointless } = await hold([])
      for (const file of held) {
        const among = new Set<number>()
        for (const [index, token] of tokens.entries()) if (await opens(file, token)) among.add(index)
        const readers = points.filter(point => reads(point, [file.noun]))
        for (const point of new Set([...suspects(among), ...readers]))
          if ((await opens(file, (await hold([point])).token)) !== readers.includes(point))
            wrong.push(`${who} ${point}: ${file.kind} of ${file.noun}`)
        if (await opens(file, pointless)) wrong.push(`${who} without points: ${file.kind} of ${file.noun}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
