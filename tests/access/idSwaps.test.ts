/** S-BOLA: an account with every permission of its own reaches no rows of others by swapping ids in path, query or body. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql, { raw } from 'sql-template-tag'
import { nouns } from '#main/registry.ts'
import {
  CANARY,
  ENDS,
  NANC,
  STREAMS,
  callRoute,
  fingerprintOfB,
  makeAccessWorld,
  routesOf,
  type AccessWorld,
} from '../harness/accessWorld.ts'
import { changed } from '../harness/storedTables.ts'
import { largestPage } from '../harness/largestPage.ts'
import { onlyDeclared } from '../harness/onlyDeclared.ts'
import { forget } from '../harness/people.ts'

const ENGINE = { role: 'engine' } as const

let world: AccessWorld
beforeAll(async () => {
  world = await makeAccessWorld()
})
afterAll(() => world.server.close())
beforeEach(() => forget(world.server))

/** Ids of B that a route might accept: those of its noun, or all of them for routes without a noun. */
function swapsFor(url: string): string[] {
  const noun = [...nouns.values()].filter(one => url.startsWith(`${one.api}/`) || url === one.api)
  const own = noun.flatMap(one => world.ofB[one.key] ?? [])
  return own.length ? own : noun.length ? [world.appB] : [...new Set(Object.values(world.ofB))]
}
/** A body that contains ids of B for every reference of the route's noun. */
function bodyFor(method: string, url: string, id: string, appId: string | null): Record<string, unknown> {
  const noun = [...nouns.values()].find(one => url.startsWith(`${one.api}/`) || url === one.api)
  const fields = Object.entries(noun?.fields ?? {})
  const refs = fields.flatMap(([name, field]) =>
    field.kind === 'ref' && world.ofB[field.to]
      ? [[name, field.many ? [world.ofB[field.to]] : world.ofB[field.to]]]
      : [],
  )
  return onlyDeclared(method, url, {
    name: '改掉',
    nickname: '改掉',
    reason: '测试',
    ...Object.fromEntries(refs as [string, unknown][]),
    id,
    ids: [id],
    sourceId: NANC,
    deviceId: world.ofB.device,
    personId: world.ofB.person,
    personIds: [world.ofB.person],
    menuIds: [],
    ...(appId ? { appId } : {}),
  })
}

/** What somebody in the walk may change, although it belongs to the platform. */
const OWN_WORK: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'staff-own': {
    'applications.scenario': 'staff with this point edit the scenarios of the platform',
    'identity.menu': 'and its menu',
  },
}

describe('id swaps: with every permission of their own', () => {
  test.each(['user-a', 'key-a', 'foshan-all', 'agency-all', 'supply-all', 'staff-own'])(
    '%s reads and changes nothing of B',
    async who => {
      const before = await fingerprintOfB(world, OWN_WORK[who])
      const seen: string[] = []
      const token = world.tokens[who]!
      for (const { method, url, name, access } of routesOf(world.server)) {
        if (access === 'public' || ENDS.has(name)) continue
        const swaps = url.includes(':') ? swapsFor(url) : [swapsFor(url)[0]!]
        for (const id of swaps) {
          const place = url.replace(/:\w+/g, id)
          // B's application in query and in body, the caller's own, and none.
          for (const [inQuery, inBody] of [
            [world.appB, world.appB],
            [world.appA, world.appA],
            ['', null],
          ] as const) {
            if (STREAMS.has(name) && inQuery !== world.appB) continue
            const answer = await callRoute(
              world.server,
              method,
              `${place}?${largestPage(url)}${inQuery ? `appId=${inQuery}` : ''}`,
              bodyFor(method, url, id, inBody),
              token,
            )
            const text = JSON.stringify(answer.body)
            if (text.includes(CANARY)) seen.push(`${name} ${inQuery}: shows it`)
            if (answer.status >= 500) seen.push(`${name} ${inQuery}: ${answer.status} ${text.slice(0, 120)}`)
            if (answer.status === 401) seen.push(`${name} ${inQuery}: lost the session`)
            if (inQuery === world.appB && access !== 'login' && answer.status === 200 && method !== 'GET')
              seen.push(`${name}: acted in B`)
          }
        }
      }
      expect(seen).toEqual([])
      expect(changed(before, await fingerprintOfB(world, OWN_WORK[who]))).toEqual([])
    },
  )
  test('and what they made themselves points at nothing of B', async () => {
    const ids = Object.values(world.ofB)
    const wrong: string[] = []
    for (const noun of nouns.values()) {
      if (noun.life === 'view' || noun.scope === 'platform') continue
      for (const [name, field] of Object.entries(noun.fields)) {
        if (field.kind !== 'ref' || field.many || field.computed || field.virtual) continue
        const column = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
        const [row] = await world.server.ports.db.query<{ n: number }>(
          ENGINE,
          sql`select count(*)::int as n from ${raw(noun.table)} t where ${raw(`t.${column}`)} = any(${ids}::bigint[]) and t.source_id <> ${NANC}`,
        )
        if (row!.n > 0) wrong.push(`${noun.key}.${name}: ${row!.n}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
