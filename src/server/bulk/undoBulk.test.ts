/** A bulk act is undone on exactly the rows that it changed. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf } from '#main/wire.ts'
import type { ShownJob } from '#server/jobs/presentJob.ts'
import { startWorkers, type Workers } from '#server/jobs/workers.ts'
import { makeApplication } from '../../../tests/harness/device.ts'
import { quickAccount, quickRole } from '../../../tests/harness/quickAccount.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { until } from '../../../tests/harness/until.ts'

let server: TestServer
let workers: Workers
let appId: string
beforeAll(async () => {
  server = await startTestServer()
  workers = startWorkers(
    server.ports,
    partsOf('worker').filter(part => part.where === 'worker'),
  )
  ;({ appId } = await makeApplication(server))
})
afterAll(async () => {
  await workers?.stop()
  await server?.close()
})

const ended = (id: string, token = server.token): Promise<ShownJob> =>
  until(async () => {
    const job = (await server.call<ShownJob>('GET', `/api/job/${id}`, undefined, { token })).body.data
    return job.state === 'done' && job
  }, 'the end of the job')

test('an act is undone on the rows that it changed, by its user, with the right to the reverse, for ten minutes', async () => {
  const organization = '/api/person/organization'
  const added: string[] = []
  for (const name of ['撤销 1', '撤销 2', '撤销 3'])
    added.push((await server.call('POST', `${organization}?appId=${appId}`, { name })).body.data.id)
  const [before] = added
  await server.call('POST', `${organization}/${before}/stop?appId=${appId}`, {})
  const states = (): Promise<number[]> =>
    Promise.all(
      added.map(async id => (await server.call('GET', `${organization}/${id}?appId=${appId}`)).body.data.state),
    )
  const stop = async (token = server.token): Promise<ShownJob> => {
    const url = `${organization}/stop/bulk?appId=${appId}`
    return ended((await server.call<ShownJob>('POST', url, { ids: added }, { token })).body.data.id, token)
  }
  const undo = (id: string, token = server.token) => server.call<ShownJob>('POST', `/api/job/${id}/undo`, {}, { token })

  const [open, stopped] = [(await states())[1], (await states())[0]]
  const first = await stop()
  expect(first).toMatchObject({ ok: 2, failed: 1, undoable: true })
  expect(await states()).toEqual([stopped, stopped, stopped])
  const other = await quickAccount(server, { apps: [appId] })
  expect((await undo(first.id, other.token)).status).toBe(404)
  const undoing = await undo(first.id)
  expect(undoing.body.data).toMatchObject({ kind: 'bulk', title: '启用', total: 2 })
  expect(await ended(undoing.body.data.id)).toMatchObject({ state: 'done', ok: 2, failed: 0 })
  expect(await states()).toEqual([stopped, open, open])

  // Without the right to the reverse it is not offered, nor done.
  const roleId = await quickRole(server, { points: ['organization:list', 'organization:stop'] })
  const { token } = await quickAccount(server, { roleIds: [roleId], apps: [appId] })
  const limited = await stop(token)
  expect(limited).toMatchObject({ ok: 2, undoable: false })
  expect((await undo(limited.id, token)).status).toBe(409)
  // Nor later than removals.
  await server.ports.db.query(
    { role: 'engine' },
    sql`update engine.job set finished_at = now() - interval '11 minutes' where id = ${undoing.body.data.id}`,
  )
  expect((await undo(undoing.body.data.id)).status).toBe(409)
})
