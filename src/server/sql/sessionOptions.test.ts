/** A cluster of somebody else has its own defaults: sessions have ours, so dates, bytes and transactions are as elsewhere. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clusterConnection, freshDatabase, onCluster, type FreshDatabase } from '../../../tests/harness/database.ts'
import { makeApplication } from '../../../tests/harness/device.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

const FOREIGN = {
  ...{ timezone: 'Asia/Tokyo', datestyle: 'German, DMY', intervalstyle: 'sql_standard', bytea_output: 'escape' },
  ...{ extra_float_digits: '-3', standard_conforming_strings: 'off', transform_null_equals: 'on' },
  ...{ default_transaction_isolation: 'serializable', synchronous_commit: 'off', client_encoding: 'LATIN1' },
}
let database: FreshDatabase
let dataDir: string
let server: TestServer
beforeAll(async () => {
  database = await freshDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'portico-foreign-'))
  const { database: name } = database.connection
  await onCluster(
    clusterConnection(),
    ...Object.entries({ ...FOREIGN, default_transaction_read_only: 'on' }).map(
      ([setting, value]) => `alter database ${name} set ${setting} = '${value}'`,
    ),
  )
  const secret = createHash('sha256').update('test').digest('base64')
  server = await startTestServer({ installation: { connection: database.connection, secret, dataDir } })
})
afterAll(async () => {
  await server?.close()
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('days, instants, sealed numbers and floats are stored and read as in our own cluster', async () => {
  const { appId } = await makeApplication(server)
  const given = { name: '江雨桐', personType: 1, phone: '13800138000', validFrom: '2026-03-04T05:06:07.000Z' }
  const made = await server.call('POST', `/api/person/person?appId=${appId}`, given)
  const seen = await server.call('GET', `/api/person/person/${made.body.data.id}?appId=${appId}`)
  expect(seen.body.data).toMatchObject({ name: '江雨桐', phone: '138****8000', validFrom: given.validFrom })
  const id = made.body.data.id
  const revealed = await server.call('POST', `/api/person/person/${id}/reveal?appId=${appId}`, { reason: '核对' })
  expect(JSON.stringify(revealed.body.data)).toContain('13800138000')
  const [row] = await server.ports.db.query<Record<string, unknown>>({ role: 'engine' }, {
    ...{
      text: `select date '2026-03-04' as day, 0.1::float8 + 0.2 as sum, interval '1 day 2 hours'::text as span, E'a\\\\b' as text`,
      values: [],
    },
  } as never)
  expect(row).toEqual({ day: '2026-03-04', sum: 0.30000000000000004, span: '1 day 02:00:00', text: 'a\\b' })
})
