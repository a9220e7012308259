/** What a queued command delivers is read when it is sent: rights that ended meanwhile are not sent, those that remain are. */
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { engine, until, useTerminal } from '../../../tests/harness/terminal.ts'

const t = useTerminal()

/** A command as delivery queues it, for a terminal that is away, so that no gateway sends it. */
async function queued(personIds: readonly string[]): Promise<string> {
  const id = t.server.ports.newId()
  await t.server.ports.db.query(
    engine,
    sql`insert into devices.command (id, source_id, device_id, device_class, identifier, risk, origin, expires_at, carries)
      values (${id}, 1, ${t.terminal.id}, 'faceEqui', 'addPersons', 'none', 'sync', now() + interval '1 minute', 1)`,
  )
  await t.server.ports.db.query(
    engine,
    sql`insert into sync.flight (device_id, item, subject_kind, subject_id, source_id, app_id, put, version, command_id)
      select ${t.terminal.id}, 'person', 'person', p, 1, ${t.appId}, true, 'older', ${id}
      from unnest(${personIds}::bigint[]) p`,
  )
  return id
}
const load = (id: string) =>
  t.server.ports.carrier.load(t.server.ports, { id, deviceId: t.terminal.id, deviceClass: 'faceEqui' })
const flying = (id: string) =>
  t.server.ports.db.query<{ subject_id: string; version: string }>(
    engine,
    sql`select subject_id, version from sync.flight where command_id = ${id}`,
  )

test('who lost the right before the command is sent is left out, and checked again', async () => {
  const [stays, leaves] = [await t.person('留下'), await t.person('离开')]
  await t.post(`/api/person/authGroup/${t.groupId}/addPeople`, { personIds: [stays.id, leaves.id] })
  await until(() => t.held.has(stays.shortNo) && t.held.has(leaves.shortNo), 'on the terminal')
  await until(t.idle, 'idle')
  await t.leave()
  const both = await queued([stays.id, leaves.id])
  await t.post(`/api/person/person/${leaves.id}/pause`, {})
  expect(await load(both)).toMatchObject({ persons: [{ name: '留下', digest: t.held.get(stays.shortNo) }] })
  // The version that is sent is the one that is compared later.
  expect(await flying(both)).toEqual([{ subject_id: stays.id, version: t.held.get(stays.shortNo) }])
  const one = await queued([leaves.id])
  expect(await load(one)).toBeNull()
  expect(await flying(one)).toEqual([])
  const [again] = await t.server.ports.db.query(
    engine,
    sql`select 1 from sync.exception where device_id = ${t.terminal.id} and subject_id = ${leaves.id}`,
  )
  expect(again).toBeDefined()
})
