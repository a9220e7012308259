/** The tests of the walls see what they compare: every table of the database, and a write into any of them. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintOfB, makeAccessWorld, NANC, OF_THE_PROCESS, type AccessWorld } from '../harness/accessWorld.ts'
import { changed } from '../harness/storedTables.ts'

let world: AccessWorld
let admin: pg.Client
beforeAll(async () => {
  world = await makeAccessWorld()
  admin = new pg.Client(world.server.installation.connection)
  await admin.connect()
  // Planted rows need no parents.
  await admin.query("set session_replication_role = 'replica'")
})
afterAll(async () => {
  await admin?.end()
  await world?.server.close()
})

test('every table of the catalogue is compared, but for those named with their reason', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
      and not exists (select from pg_inherits where inhrelid = (quote_ident(schemaname) || '.' || quote_ident(tablename))::regclass)`,
  )
  const seen = Object.keys(await fingerprintOfB(world))
  expect([...seen, ...Object.keys(OF_THE_PROCESS)].sort()).toEqual(rows.map(({ name }) => name).sort())
})

test('a write into a row of B is found in a module of any age, also where only a reference says whose it is', async () => {
  const before = await fingerprintOfB(world)
  const { appB, ofB } = world
  await admin.query(
    `insert into displays.forbidden_word (id, app_id, source_id, word) values (1, ${appB}, ${NANC}, '词')`,
  )
  await admin.query(`insert into adverts.advert_device (advert_id, device_id) values (1, ${ofB.device})`)
  await admin.query(
    `insert into codes.signing_key (id, app_id, source_id, no, public_key, private_key_sealed) values (1, ${appB}, ${NANC}, 1, '', '')`,
  )
  await admin.query(`insert into identity.account_role (account_id, role_id) values (${ofB.user}, 1)`)
  expect(changed(before, await fingerprintOfB(world))).toEqual([
    'adverts.advert_device',
    'codes.signing_key',
    'displays.forbidden_word',
    'identity.account_role',
  ])
})
