/**
 * P39: no secret lies in the clear. Every route that shows a secret once is called with an `Idempotency-Key`; then the text of
 * every row of every table, the database's write-ahead log, every file and every line of the logs is searched for it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../harness/device.ts'
import { keepLogs } from '../harness/logs.ts'
import { makePerson, signIn, type In } from '../harness/people.ts'
import { startPlatform, type TestPlatform } from '../harness/platform.ts'

const ENGINE = { role: 'engine' } as const
let platform: TestPlatform
let logs: () => Promise<string>
const secrets: Record<string, string> = {}

beforeAll(async () => {
  platform = await startPlatform()
  logs = keepLogs(platform.server)
})
afterAll(() => platform?.close())

/** Shows the secret twice: the repeated request answers what the first one did. */
async function shown(what: string, url: string, body: object, pick: (data: any) => string): Promise<void> {
  const call = () =>
    platform.server.call('POST', `${url}?appId=${platform.appId}`, body, {
      headers: { 'idempotency-key': `key ${what}` },
    })
  const [first, again] = [await call(), await call()]
  expect(first.body.code, `${what}: ${JSON.stringify(first.body)}`).toBe(0)
  expect(again.body).toEqual(first.body)
  secrets[what] = pick(first.body.data)
  expect(secrets[what]!.length, what).toBeGreaterThan(7)
}

async function everyRow(): Promise<{ table: string; text: string }[]> {
  const { db } = platform.server.ports
  const tables = await db.query<{ name: string }>(
    ENGINE,
    sql`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and has_table_privilege(c.oid, 'select') and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const found: { table: string; text: string }[] = []
  for (const { name } of tables)
    for (const row of await db.query<{ text: string }>(
      ENGINE,
      sql`select to_jsonb(t)::text as text from ${raw(name)} t limit 5000`,
    ))
      found.push({ table: name, text: row.text })
  return found
}

/** The write-ahead log of the test's own cluster; nothing where the database is another's. */
async function walFiles(): Promise<Buffer[]> {
  if (process.env.PORTICO_TEST_DATABASE_URL) return []
  const client = new pg.Client(platform.server.installation.connection)
  await client.connect()
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  await client.end()
  const folder = join(rows[0]!.folder, 'pg_wal')
  return readdirSync(folder)
    .filter(name => /^[0-9A-F]{24}$/.test(name))
    .map(name => readFileSync(join(folder, name)))
}
const filesBelow = (folder: string): Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name)))

test('what is shown once is nowhere in the clear', async () => {
  const { server, appId, models } = platform
  await shown('first password', '/api/admin/user', { username: 'firstone', type: 1 }, data => data.password)
  await shown(
    'password of a company',
    '/api/admin/agency',
    { name: '密钥代理', code: 'secret-a', level: 1, contact: '赵', phone: '13800138000', username: 'secret-main' },
    data => data.password,
  )
  await shown('key', '/api/admin/apiKey', { name: '钥匙', points: ['site:list'] }, data => data.secret)
  await shown(
    'device secret',
    '/api/device/bind/connect',
    { sn: 'SECRET-1', name: '终端', modelId: models.faceEqui },
    data => data.secret,
  )
  const callback = await platform.ask('POST', '/api/device/callback', {
    name: '回调',
    deviceClass: 'faceEqui',
    url: 'http://127.0.0.1:9/',
    events: ['passage'],
  })
  await shown('webhook secret', `/api/device/callback/${callback.id}/rotateSecret`, {}, data => data.secret)
  await shown('application secret', `/api/admin/application/${appId}/resetKey`, {}, data => data.appSecret)
  secrets['another device secret'] = (await connectDevice(server, appId, models.bollardDevice!, 'SECRET-2')).secret
  await makePerson(server, 'holder', { phone: '13877776666' })
  const session = (await signIn(server, 'holder')).body as unknown as In & { device: string }
  Object.assign(secrets, {
    'access token': session.access_token,
    'refresh token': session.refresh_token,
    'typed password': 'moss kettle river',
    'phone number': '13877776666',
  })
  const card = '8899001122334455'
  await platform.ask('POST', '/api/person/person', {
    name: '持卡人',
    personType: 1,
    idCard: '11010519491231002X',
    cards: [card],
  })
  secrets['ID number'] = '11010519491231002X'

  const rows = await everyRow()
  expect(rows.length).toBeGreaterThan(100)
  const wal = await walFiles()
  const files = filesBelow(server.installation.dataDir)
  const log = await logs()
  const found: string[] = []
  for (const [what, secret] of Object.entries(secrets)) {
    for (const { table, text } of rows) if (text.includes(secret)) found.push(`${what} in ${table}`)
    if (wal.some(file => file.includes(secret))) found.push(`${what} in the write-ahead log`)
    if (files.some(file => file.includes(secret))) found.push(`${what} in a file`)
    if (log.includes(secret)) found.push(`${what} in a log`)
  }
  expect([...new Set(found)]).toEqual([])
  // The search finds what is there: a device's name is no secret.
  expect(rows.some(({ text }) => text.includes('SECRET-1'))).toBe(true)
  if (wal.length) expect(wal.some(file => file.includes('SECRET-1'))).toBe(true)
})
