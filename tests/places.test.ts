/**
 * An account that is limited to sites or device groups (decision 0021) calls every route of the product with all points and
 * the ids of a device outside of its places: no answer, stream or file holds a word of it, and nothing of it changes.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REFUSAL_KEYS } from '#devices/abilities/passage.ts'
import { nouns } from '#main/registry.ts'
import { verbsOf } from '#model/noun.ts'
import { OF_THE_PROCESS } from './harness/accessWorld.ts'
import { all, bodyFor, nounOf, placesIn } from './harness/canaries.ts'
import { INSIDE, OUTSIDE, startPlacesWorld, type PlacesWorld } from './harness/placesWorld.ts'
import { changed, digestsOf } from './harness/storedTables.ts'

/** Belongs to the application or the platform as a whole; devices of other places are not in it. */
const WHOLE = new Set([
  ...[
    'application',
    'person',
    'organization',
    'authGroup',
    'timePlan',
    'user',
    'menu',
    'organisation',
    'scenarioCategory',
    'customTemplate',
  ],
  ...['deviceType', 'deviceModel', 'deviceVendor', 'deviceCategory'],
])
const WHOLE_TABLES = [...WHOLE].map(key => `${nouns.get(key)!.table}.`)
/** What everybody may read without a session. */
const PUBLIC = ['adverts.advert.', 'content.doc.', 'content.doc_dir.', 'identity.brand.']

let places: PlacesWorld
let { server, world, guard, chief, deviceOf, ask } = {} as PlacesWorld
beforeAll(async () => {
  places = await startPlacesWorld()
  ;({ server, world, guard, chief, deviceOf, ask } = places)
})
afterAll(() => places?.close())

const LEFT_OUT = /logout|unlock|\/api\/live$|\/api\/auth\/|user\/preference|callback\/:id\/secret$/
const routes = () => server.app.rules.filter(one => one.access !== 'public' && !LEFT_OUT.test(one.url))

/** Rows that the two callers make for themselves: exports, and the entries of what they did. */
const OF_THE_CALLERS: Readonly<Record<string, string>> = { 'audit.entry': 'actor_id', 'engine.job': 'user_id' }

/** A digest of everything stored by table, without the rows of the device inside. */
const state = (): Promise<Record<string, string>> =>
  digestsOf(server.installation.connection, ({ name, columns }) => {
    if (name in OF_THE_PROCESS) return undefined
    if (name in OF_THE_CALLERS)
      return `t.${OF_THE_CALLERS[name]} is null or t.${OF_THE_CALLERS[name]} not in (${guard.id}, ${chief.id})`
    if (name === 'devices.device') return `t.id <> ${deviceOf(INSIDE)}`
    return columns.includes('device_id') ? `t.device_id is distinct from ${deviceOf(INSIDE)}` : 'true'
  })

const EXTRA: Readonly<Record<string, () => string>> = {
  '/api/insight/story': () => `kind=passage&id=${world.idOf('devices.passage', OUTSIDE)}`,
  '/api/admin/personDefinition': () => 'kind=person',
}

describe('every route', () => {
  test('with all points and the ids of a device outside, no answer holds a word of it and nothing of it changes', async () => {
    const before = await state()
    const leaks: string[] = []
    let shown = 0
    for (const { method, url } of routes()) {
      const noun = nounOf(url)
      const path = url.replace(/:\w+/g, noun ? world.idOf(noun.table, OUTSIDE) : world.appId)
      const body = bodyFor(world, method, url, noun)
      for (const query of [`appId=${world.appId}&${EXTRA[url]?.() ?? ''}`, EXTRA[url]?.() ?? '']) {
        if (method === 'GET')
          for (const place of placesIn((await ask(method, `${path}?${query}`, undefined, chief.token)).text))
            if (place.startsWith('devices.')) shown += 1
        const { text } = await ask(method, `${path}?${query}`, { ...body, deviceId: deviceOf(OUTSIDE) })
        const words = placesIn(text).filter(place => ![...WHOLE_TABLES, ...PUBLIC].some(one => place.startsWith(one)))
        const named = text.includes(deviceOf(OUTSIDE)) && !url.includes(':') && method === 'GET'
        if (words.length || named) leaks.push(`${method} ${url} shows ${words.join() || 'the id of the device'}`)
      }
    }
    expect(leaks).toEqual([])
    // The same walk without limits shows them.
    expect(shown).toBeGreaterThan(50)
    expect(changed(before, await state())).toEqual([])
  }, 300_000)

  test('what a noun declares open is answered, and shows the device inside', async () => {
    const refused: string[] = []
    const missing: string[] = []
    for (const noun of all) {
      for (const verb of noun.places ?? []) {
        const known = [
          ...verbsOf(noun),
          ...Object.keys(noun.actions ?? {}),
          ...Object.values(noun.states ?? {}).flatMap(one => Object.keys(one.moves)),
        ]
        const asked = server.app.rules.some(rule => rule.access === `${noun.key}:${verb}`)
        if (!known.includes(verb as never) && !asked) missing.push(`${noun.key}:${verb}`)
      }
      if (!noun.places) continue
      const urls = [
        ...(noun.places.includes('list') ? [`${noun.api}/page?appId=${world.appId}`] : []),
        ...(noun.places.includes('view') &&
        server.app.rules.some(rule => rule.url === `${noun.api}/:id` && rule.method === 'GET')
          ? [
              `${noun.api}/${noun.key === 'application' ? world.appId : world.idOf(noun.table, INSIDE)}?appId=${world.appId}`,
            ]
          : []),
      ]
      for (const url of urls) {
        const { status, text } = await ask('GET', url)
        // Some ids are of rows that nobody can open alone.
        if (status !== (await ask('GET', url, undefined, chief.token)).status)
          refused.push(
            `${url}: ${status} ${text.slice(0, 90)} // ${(await ask('GET', url, undefined, chief.token)).text.slice(0, 150)}`,
          )
      }
    }
    expect({ missing }).toEqual({ missing: [] })
    const story = (kind: string, table: string) => `insight/story?kind=${kind}&id=${world.idOf(table, INSIDE)}`
    for (const path of [
      ...['insight/application', 'device/bind/stat', 'device/alarm/open', 'device/syncTask/stat', 'job/page'],
      ...['admin/user/info', 'admin/menu', 'admin/dict/types', 'admin/personDefinition?kind=person'],
      ...[story('passage', 'devices.passage'), story('event', 'devices.event'), story('command', 'devices.command')],
      `device/bind/${deviceOf(INSIDE)}/detail`,
      `device/bind/${deviceOf(INSIDE)}/check`,
      `device/syncTask/documents?deviceId=${deviceOf(INSIDE)}`,
    ]) {
      const url = `/api/${path}${path.includes('?') ? '&' : '?'}appId=${world.appId}`
      const { status, text } = await ask('GET', url)
      if (status !== 200) refused.push(`${url}: ${status} ${text.slice(0, 100)}`)
    }
    expect(refused).toEqual([])
    // Alarms that were given to somebody are listed in an application, with limits and without.
    expect((await ask('GET', `/api/device/alarm/page?appId=${world.appId}`, undefined, chief.token)).status).toBe(200)
    for (const api of [
      'device/bind',
      'device/event',
      'device/alarm',
      'device/control',
      'person/passRecord',
      'service/ticket',
    ])
      expect((await ask('GET', `/api/${api}/page?appId=${world.appId}`)).text, api).toContain(
        world.idOf(nounOf(`/api/${api}`)!.table, INSIDE),
      )
  })

  test('what is not open is neither in the menu nor among the permissions that the console offers', async () => {
    const menuOf = async (token: string): Promise<string> =>
      (await ask('GET', `/api/admin/menu?appId=${world.appId}`, undefined, token)).text
    const [own, whole] = [await menuOf(guard.token), await menuOf(chief.token)]
    for (const path of ['/equi"', '/discern"', '/apply/alarm"'])
      expect([path, own.includes(path)]).toEqual([path, true])
    for (const path of ['/union"', '/callback"', '/apply/escalation"'])
      expect([path, own.includes(path), whole.includes(path)]).toEqual([path, false, true])
    const { permissions } = JSON.parse((await ask('GET', '/api/admin/user/info')).text).data
    expect(permissions).toContain('deviceBind:list')
    expect(permissions).not.toContain('linkage:list')
  })

  test('the story of a refusal is answered for each of its reasons', async () => {
    const [id, personId] = [world.idOf('devices.passage', INSIDE), world.idOf('people.person', INSIDE)]
    const answers: unknown[] = []
    for (const reason of REFUSAL_KEYS) {
      await world.admin.query('update devices.passage set result = 0, reason = $1, person_id = $2 where id = $3', [
        ...[reason, personId, id],
      ])
      const { status } = await ask('GET', `/api/insight/story?kind=passage&id=${id}&appId=${world.appId}`)
      answers.push([reason, status])
    }
    expect(answers).toEqual(REFUSAL_KEYS.map(reason => [reason, 200]))
  })

  test('what is not open is refused with its reason', async () => {
    const wrong: string[] = []
    for (const noun of all)
      if (!noun.places) {
        const { status, text } = await ask('GET', `${noun.api}/page?appId=${world.appId}`)
        if (status !== 404 && !text.includes('beyond_places')) wrong.push(`${noun.key}: ${status} ${text.slice(0, 80)}`)
      }
    expect(wrong).toEqual([])
    expect((await ask('GET', '/api/device/warehouse/page')).text).toContain('beyond_places')
    expect((await ask('POST', `/api/device/bind/bind?appId=${world.appId}`, { sn: 'x' })).text).toContain(
      'beyond_places',
    )
  })
})
