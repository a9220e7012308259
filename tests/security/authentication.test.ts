/** S-AU: random sequences of signing in, refreshing and being signed out; and limits of guessing by one address or at one name. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRole } from '../harness/people.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { commands } from './authCommands.ts'
import { World, type Clock } from './authWorld.ts'

/** A fixed seed: a failure here is caused by a change. */
const seed = Number(process.env.SEED ?? 271_828)
const clock: Clock = { now: Date.now() }
let server: TestServer
let role = ''
let runs = 0
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(clock.now) })
  role = await makeRole(server, 'reader', { points: /^role:list$/ })
})
afterAll(() => server.close())

test('whatever is done in whatever order, the server answers as the model does', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(commands, async given => {
      const world = new World(server, clock, (runs += 1), role)
      await world.begin()
      for (const [at, one] of given.entries()) {
        try {
          await world.do(one)
        } catch (error) {
          throw new Error(`step ${at}, ${JSON.stringify(one)}: ${(error as Error).message}`)
        }
      }
      for (const one of world.seen) seen.add(one)
    }),
    { seed, numRuns: 20, interruptAfterTimeLimit: 90_000, endOnFailure: false },
  )
  // The random walk reached the rare cases: each of these happened.
  for (const one of [
    ...[
      'login in',
      'login 400',
      'login 428',
      'login 429',
      'useCode in',
      'useCode 400',
      'askCode 429',
      'factor in',
      'factor 400',
    ],
    ...['refresh in', 'refresh ok', 'refresh 401', 'password ok', 'password 400', 'enrol ok', 'enrol 428'],
  ])
    expect([...seen]).toContain(one)
}, 150_000)
