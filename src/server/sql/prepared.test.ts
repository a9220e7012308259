/** Prepared statements: the plan of one role never answers another. */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { makeApplication } from '../../../tests/harness/device.ts'
import { startTestServer } from '../../../tests/harness/server.ts'
import { openDb, type Actor } from './db.ts'
import { prepared } from './prepared.ts'

test('a prepared statement gives each role its own rows, also where all of them share a connection', async () => {
  const server = await startTestServer()
  const db = openDb(server.installation.connection, { max: 1 })
  try {
    const [a, b] = [await makeApplication(server, '甲'), await makeApplication(server, '乙')]
    const read = (actor: Actor): Promise<string[]> =>
      db.tx(actor, async query =>
        (
          await query<{ id: string }>(
            prepared(
              sql`select id from applications.application where name = any(${['甲', '乙']}::text[]) order by id`,
            ),
          )
        ).map(row => row.id),
      )
    // More often than the five times after which one plan may serve all values.
    for (let round = 0; round < 8; round += 1) {
      expect(await read({ role: 'platform' })).toEqual([a.appId, b.appId])
      expect(await read({ role: 'apps', appIds: [b.appId] })).toEqual([b.appId])
      expect(await read({ role: 'apps', appIds: [a.appId] })).toEqual([a.appId])
      expect(await read({ role: 'source', sourceId: '999' })).toEqual([])
    }
  } finally {
    await db.end()
    await server.close()
  }
})
