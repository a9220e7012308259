/** A device with more retries than fit into one batch: each batch is as large as the device allows, whatever plan the database chooses. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faceEqui } from '#devices/faceEqui.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { next } from './next.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('reads at most one batch of what is due, by every query plan', async () => {
  const set = faceEqui.sets[0]!
  const [deviceId, count] = ['7001', set.put.max * 3]
  await expect(
    server.ports.db.tx({ role: 'engine' }, async query => {
      await query(sql`insert into sync.exception
          (device_id, item, subject_kind, subject_id, source_id, put, kind, next_at)
        select ${deviceId}, 'person', 'person', n, 1, true, 'busy', now() - interval '1 minute' from generate_series(1, ${count}::int) n`)
      // Forces the plan of a busy table with many devices, in which the subquery is executed again for each row.
      for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'])
        await query(sql`select set_config(${`enable_${way}`}, 'off', true)`)
      expect(await next({ query, kinds: server.ports.subjects, deviceId, set, now: new Date() }, 'due')).toBeNull()
      const [left] = await query<{ n: number }>(
        sql`select count(*)::int as n from sync.exception where device_id = ${deviceId} and next_at < now()`,
      )
      throw new Error(`left ${left!.n}`)
    }),
  ).rejects.toThrow('left 0')
})
