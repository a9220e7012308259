/** A device that cannot be served for a moment: the others are served, and it is retried soon. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, makeApplication } from '../../../tests/harness/device.ts'
import { clusterConnection, onCluster } from '../../../tests/harness/database.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { delivery } from './deliver.server.ts'

const ENGINE = { role: 'engine' } as const
let server: TestServer
const ids: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  const { appId, models } = await makeApplication(server)
  for (const sn of ['FACE-ONE', 'FACE-TWO']) ids.push((await connectDevice(server, appId, models.faceEqui!, sn)).id)
  for (const [at, id] of ids.entries()) {
    await server.ports.db.query(
      ENGINE,
      sql`insert into devices.session (device_id, source_id, online, node, opened_at) values (${id}, 1, true, 'n', now())
        on conflict (device_id) do update set online = true`,
    )
    await server.ports.db.query(
      ENGINE,
      sql`insert into sync.device (device_id, wake_at) values (${id}, now() - make_interval(secs => ${10 - at}))
        on conflict (device_id) do update set wake_at = excluded.wake_at, claimed_until = null`,
    )
  }
})
afterAll(() => server?.close())

const stateOf = async (id: string) =>
  (
    await server.ports.db.query<{ claimed: boolean; asleep: boolean; soon: boolean }>(
      ENGINE,
      sql`select claimed_until is not null as claimed, wake_at = 'infinity' as asleep,
        wake_at < now() + interval '3 seconds' as soon
        from sync.device where device_id = ${id}`,
    )
  )[0]

test('what fails for one is done for the next, and its claim does not stay', async () => {
  const [first, second] = ids as [string, string]
  const [{ name }] = (await server.ports.db.query<{ name: string }>(
    ENGINE,
    sql`select current_database() as name`,
  )) as [{ name: string }]
  await onCluster(
    { ...clusterConnection(), database: name },
    `create function sync.refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`,
    `create trigger refuse before update on sync.device for each row
      when (new.device_id = ${first} and new.wake_at = 'infinity') execute function sync.refuse()`,
  )
  await delivery.run(server.ports, new AbortController().signal)
  expect(await stateOf(second)).toEqual({ claimed: false, asleep: true, soon: false })
  expect(await stateOf(first)).toEqual({ claimed: false, asleep: false, soon: true })
})
