/** Guesses while the row of their key is being removed: by a sign-in that succeeds, or by the upkeep. */
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { until } from '../../../../tests/harness/until.ts'
import { clearProofs, countProof, tryOnce } from './attempt.server.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test.each(['its statements', 'the removal and its end'])(
  'the row is removed between %s: counted anew',
  async between => {
    const { ports } = server
    await countProof(ports, 'a')
    const waits = () =>
      ports.db.query(
        ENGINE,
        sql`select 1 from pg_locks w join pg_locks h on h.pid = w.pid
        where not w.granted and h.relation = 'identity.attempt'::regclass`,
      )
    const attempt = (each: () => Promise<void>): Promise<unknown> =>
      ports.db.tx(ENGINE, query => {
        const interleaved = async <Row>(statement: Sql): Promise<Row[]> => {
          const rows = await query<Row>(statement)
          await each()
          return rows
        }
        return tryOnce(interleaved, ports.now(), 'proof:a', true)
      })
    if (between === 'its statements') {
      let removal: Promise<unknown> | undefined
      let gone = false
      const look = await attempt(async () => {
        removal ??= clearProofs(ports, 'a').then(() => (gone = true))
        await until(async () => gone || (await waits()).length > 0, 'the row is gone, or its removal waits')
      })
      expect(look).toBe('look')
      await removal
    } else {
      let look: Promise<unknown> | undefined
      await ports.db.tx(ENGINE, async query => {
        await query(sql`delete from identity.attempt where key = 'proof:a'`)
        look = attempt(async () => {})
        look.catch(() => {})
        await until(async () => (await waits()).length > 0, 'the attempt waits for the removal')
      })
      expect(await look).toBe('look')
      expect(await ports.db.query(ENGINE, sql`select failures from identity.attempt where key = 'proof:a'`)).toEqual([
        { failures: 1 },
      ])
    }
  },
)
