/** A request whose transaction ends in a deadlock with another one is run again: nobody has changed its data. */
import { setTimeout as wait } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a deadlock is not answered as a change by somebody else', async () => {
  const role = { name: '夜班', code: 'night', dataScope: 0 }
  const { id } = (await server.call<{ id: string }>('POST', '/api/admin/role', role)).body.data
  let answer!: Promise<Awaited<ReturnType<TestServer['call']>>>
  await server.ports.db.tx({ role: 'engine' }, async query => {
    await query(sql`select version from engine.head where name = 'identity' for update`)
    // The request has its role, and waits for the head; this transaction has the head, and asks for the role.
    answer = server.call('PUT', '/api/admin/role', { id, name: '夜班二' })
    await wait(300)
    await query(sql`select id from identity.role where id = ${id} for update`)
  })
  expect((await answer).body).toMatchObject({ code: 0 })
  const [stored] = await server.ports.db.query<{ name: string }>(
    { role: 'engine' },
    sql`select name from identity.role where id = ${id}`,
  )
  expect(stored!.name).toBe('夜班二')
  const edits = await server.ports.db.query(
    { role: 'engine' },
    sql`select 1 from audit.entry where object_id = ${id} and action = 'edit'`,
  )
  expect(edits).toHaveLength(1)
})
