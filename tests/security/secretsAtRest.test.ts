/**
 * P39: no secret is stored in plain text. Every route that shows a secret once is called with an `Idempotency-Key`;
 * then every row of every table, a backup, the database's write-ahead log, every file and every line of the logs is
 * searched for it, in each readable form: as text, in base64, and as the hex digits in which PostgreSQL writes bytes.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSecret } from '#main/checkSecret.ts'
import { backUp } from '#server/backup/backUp.ts'
import { urlOf } from '../harness/database.ts'
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

/** Shows the secret twice: the repeated request returns the first answer. */
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

/** A place to search: its name and contents. */
type Place = readonly [name: string, bytes: Buffer]

/** All rows of all tables except that of the migrations, which the roles cannot read. */
async function everyRow(): Promise<Place[]> {
  const { db } = platform.server.ports
  const tables = await db.query<{ name: string }>(
    ENGINE,
    sql`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema') and c.relname <> 'portico_migration'`,
  )
  const found: Place[] = []
  for (const { name } of tables)
    for (const row of await db.query<{ text: string }>(
      ENGINE,
      sql`select to_jsonb(t)::text as text from ${raw(name)} t`,
    ))
      found.push([name, Buffer.from(row.text)])
  return found
}

/** The files of a backup as the product makes it, without the key. */
async function backupFiles(): Promise<Place[]> {
  const { connection, secret, dataDir } = platform.server.installation
  const to = mkdtempSync(join(tmpdir(), 'portico-secrets-'))
  try {
    const { folder, manifest } = await backUp({
      dataDir,
      databaseUrl: urlOf(connection),
      s3: false,
      secret,
      checkSecret,
      withKey: false,
      logical: true,
      to,
      keep: null,
      version: '0',
      print: () => {},
    })
    expect(manifest.dump!.tables.length).toBeGreaterThan(80)
    return filesBelow(folder, 'the backup')
  } finally {
    rmSync(to, { recursive: true })
  }
}

/** The write-ahead log of the test's own cluster; empty with another database. */
async function walFiles(): Promise<Place[]> {
  if (process.env.PORTICO_TEST_DATABASE_URL) return []
  const client = new pg.Client(platform.server.installation.connection)
  await client.connect()
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  await client.end()
  const folder = join(rows[0]!.folder, 'pg_wal')
  return readdirSync(folder)
    .filter(name => /^[0-9A-F]{24}$/.test(name))
    .map(name => ['the write-ahead log', readFileSync(join(folder, name))])
}
const filesBelow = (folder: string, place: string): Place[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => [`${place}: ${entry.name}`, readFileSync(join(entry.parentPath, entry.name))])

/** The forms in which a value may be stored and read back. */
function formsOf(value: string): (string | Buffer)[] {
  const text = Buffer.from(value)
  const base64 = text.toString('base64').replace(/=+$/, '')
  // Its last character depends on what follows.
  const forms = [value, text.toString('hex'), base64.slice(0, text.length % 3 ? -1 : undefined)]
  // Most secrets are random bytes, written as text.
  const written = value.replace(/^[a-z]{2}_/, '')
  const bytes = Buffer.from(written, 'base64url')
  return bytes.length >= 9 && bytes.toString('base64url') === written ? [...forms, bytes, bytes.toString('hex')] : forms
}
const holding = (places: readonly Place[], value: string): string[] => {
  const forms = formsOf(value)
  return [...new Set(places.filter(([, bytes]) => forms.some(form => bytes.includes(form))).map(([name]) => name))]
}

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

  // The search works: it finds a device's name, which is not secret, and a text stored in the place of a sealed one.
  const canary = 'canary in the place of a sealed secret'
  await server.ports.db.query(
    ENGINE,
    sql`update devices.device set old_secret_sealed = convert_to(${canary}, 'UTF8') where sn = 'SECRET-2'`,
  )
  const [rows, backup, wal] = [await everyRow(), await backupFiles(), await walFiles()]
  expect(rows.length).toBeGreaterThan(100)
  const files = filesBelow(server.installation.dataDir, 'a file')
  const log: Place = ['a log', Buffer.from(await logs())]
  for (const known of ['SECRET-1', canary]) {
    expect(holding(rows, known)).toContain('devices.device')
    expect(holding(backup, known)).toContain('the backup: devices.device.copy')
    if (wal.length) expect(holding(wal, known)).toEqual(['the write-ahead log'])
  }

  const places = [...rows, ...backup, ...wal, ...files, log]
  const found = Object.entries(secrets).map(([what, secret]) => [what, holding(places, secret)])
  expect(found.filter(([, names]) => names!.length)).toEqual([])
})
