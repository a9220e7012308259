/** Backup and restore (P45): a running installation is backed up while it writes, restored into an empty folder, and is the same. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropAnchor } from '#server/audit/dropAnchor.ts'
import { sealBatch, SEALED_AT_ONCE } from '#server/audit/seal.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { countTable } from '#server/backup/dumpTables.ts'
import { writeManifest, type Manifest } from '#server/backup/manifest.ts'
import { restore, type RestoreOptions } from '#server/backup/restore.ts'
import { openSession } from '#server/backup/tables.ts'
import { type Cluster, startCluster } from '#server/sql/cluster/startCluster.ts'
import { migrate } from '#server/sql/migrate.ts'
import { connectDevice, makeApplication, openDevice, startTestGateway, type TestGateway } from './harness/device.ts'
import { urlOf } from './harness/database.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from './harness/server.ts'
import { postFile } from './harness/sheet.ts'

const ROOT = join(import.meta.dirname, '..')
// Ten thousand small files are kept in memory where there is room, because the shared disk would be the slowest part of this test.
const MEMORY = '/dev/shm'
const roomy = existsSync(MEMORY) && (({ bavail, bsize }) => bavail * bsize > 2e9)(statfsSync(MEMORY))
const folder = roomy ? mkdtempSync(join(MEMORY, 'portico-backup-')) : join(ROOT, 'tests/.tmp', `backup-${process.pid}`)
const secret = randomBytes(48).toString('base64')
const at = (name: string): string => join(folder, name)
const ENGINE = { role: 'engine' } as const
const clusters: Cluster[] = []

async function startAt(dataDir: string): Promise<Cluster> {
  const settings = { shared_buffers: '32MB', fsync: 'off', log_min_duration_statement: '-1' }
  const cluster = await startCluster({ dataDir, log: () => {}, settings, dieWithParent: true })
  clusters.push(cluster)
  return cluster
}

type Run = { child: ChildProcess; exit: Promise<number | null>; output(): string; prints(text: string): Promise<void> }
/** Runs the command as a person would, on this data folder. */
function run(script: 'backup' | 'restore', dataDir: string, args: string[], env: NodeJS.ProcessEnv = {}): Run {
  const given: NodeJS.ProcessEnv = { ...process.env, PORTICO_DATA_DIR: dataDir, ...env }
  delete given.INIT_CWD
  const child = spawn(process.execPath, [join(ROOT, 'scripts', `${script}.ts`), ...args], { env: given, cwd: ROOT })
  let output = ''
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
      for (const look of waiting) look()
    })
  return {
    child,
    output: () => output,
    exit: new Promise(resolve => child.once('close', resolve)),
    prints: text =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!output.includes(text)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        child.once('close', () => reject(new Error(`it ended without saying ${text}: ${output}`)))
        look()
      }),
  }
}
async function done(one: Run): Promise<string> {
  const code = await one.exit
  if (code !== 0) throw new Error(one.output())
  return one.output()
}
async function refused(one: Run): Promise<string> {
  expect(await one.exit).toBe(1)
  return one.output().trim().split('\n').at(-1)!
}
const only = (name: string): string => {
  const [found, ...more] = readdirSync(at(name))
  expect(more).toEqual([])
  return join(at(name), found!)
}
const manifestOf = (backup: string): Manifest => JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'))

const restoreHere = (from: string, name: string, more: Partial<RestoreOptions> = {}): Promise<Manifest> =>
  restore({
    from,
    dataDir: at(name),
    databaseUrl: null,
    s3: false,
    secret: null,
    ...{ keyFile: null, unproved: false },
    version: '0',
    migrations: join(ROOT, 'migrations'),
    print: () => {},
    settings: { fsync: 'off' },
    ...more,
  })

let cluster: Cluster
let server: TestServer
let gateway: TestGateway
let picture: { url: string; bytes: Buffer }

beforeAll(async () => {
  mkdirSync(at('one'), { recursive: true })
  writeFileSync(at('one/secret.key'), `${secret}\n`, { mode: 0o600 })
  cluster = await startAt(at('one/postgres'))
  await migrate(cluster.connection, join(ROOT, 'migrations'))
  server = await startTestServer({ installation: { connection: cluster.connection, secret, dataDir: at('one') } })
  gateway = await startTestGateway(server)
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  const { id, url } = (await postFile<any>(server, '/api/admin/sys-file/upload?kind=content', 'a.png', bytes)).body.data
  const dir = (await server.call('GET', '/api/admin/docDir/tree')).body.data[0]
  const doc = {
    title: '接线 · "quoted"\t\\ and\nlines',
    dirId: dir.id,
    language: 'zh',
    content: `<p>图</p><img src="${url}">`,
  }
  expect((await server.call('POST', '/api/admin/doc', doc)).body.code).toBe(0)
  picture = { url, bytes: (await server.app.inject({ url })).rawPayload }
  expect(id).toBeTruthy()
}, 120_000)
afterAll(async () => {
  await gateway?.close()
  await server?.close().catch(() => {})
  for (const one of clusters) await one.stop('immediate').catch(() => {})
  rmSync(folder, { recursive: true, force: true })
})

/** Signs in, opens a file, reads the audit, and counts facts: what must work in a restored installation. */
async function judge(back: TestServer): Promise<{ facts: number }> {
  expect((await back.login('admin', ADMIN_PASSWORD)).status).toBe(200)
  expect((await back.app.inject({ url: picture.url })).rawPayload.equals(picture.bytes)).toBe(true)
  expect(await verifyAudit(back.ports)).toMatchObject({ ok: true, firstBad: null, damage: null })
  const [books] = await back.ports.db.query<{ facts: number; tally: number; guids: number }>(
    ENGINE,
    sql`select (select count(*)::int from devices.passage) as facts, (select count(distinct params->>'guid')::int from devices.passage) as guids,
      (select coalesce(sum(n), 0)::int from devices.tally where family = 1) as tally`,
  )
  expect([books!.tally, books!.guids]).toEqual([books!.facts, books!.facts])
  return books!
}

test('a running installation, backed up while it writes, is the same in an empty folder', async () => {
  const { appId, models } = await makeApplication(server)
  const controller = await connectDevice(server, appId, models.accessControlDevice!, 'ACC-0001', '东门岗')
  const device = await openDevice(gateway.port, controller)
  const pass = (guid: string): Promise<void> => {
    const value = { guid, doorNo: 1, cardNo: '0012345678', method: 2, direction: 1, ok: false, reason: 'unknownCard' }
    return device.post('event/pass/post', { value, time: Date.now() })
  }
  for (let n = 0; n < 20; n += 1) await pass(`before-${n}`)
  while ((await sealBatch(server.ports)) === SEALED_AT_ONCE);
  await dropAnchor(server.ports)
  expect(existsSync(at('one/audit/anchors.jsonl'))).toBe(true)

  let acknowledged = 20
  let writing = true
  const writes = (async () => {
    for (; writing; acknowledged += 1) {
      await pass(`during-${acknowledged}`)
      if (acknowledged % 20 === 0) {
        await sealBatch(server.ports)
        await dropAnchor(server.ports)
      }
    }
  })()
  const backup = run('backup', at('one'), ['--to', at('running')])
  await backup.prints('the database keeps its log')
  const atLeast = acknowledged
  const output = await done(backup)
  writing = false
  await writes
  await device.end()
  expect(output.trim().split('\n').at(-1)).toMatch(
    /^portico: \S+running\/portico-\S+: physical, \d+ files, \d+ MB, key [\da-f]{16} not in it: keep secret\.key apart, [\d.]+ s$/,
  )
  expect(acknowledged).toBeGreaterThan(atLeast)
  for (const path of readdirSync(only('running'), { recursive: true, encoding: 'utf8' }))
    expect(path).not.toMatch(/secret|owner\.json|postmaster/)

  expect(await done(run('restore', at('two'), [only('running'), '--key', at('one/secret.key')]))).toContain(
    'is what it was at',
  )
  expect(readdirSync(at('two')).sort()).toEqual(['audit', 'files', 'postgres', 'secret.key'])
  const two = await startAt(at('two/postgres'))
  const back = await startTestServer({ installation: { connection: two.connection, secret, dataDir: at('two') } })
  const { facts } = await judge(back)
  // Everything acknowledged before the copy began, and nothing that was never sent.
  expect(facts).toBeGreaterThanOrEqual(atLeast)
  expect(facts).toBeLessThanOrEqual(acknowledged)
  await back.close()
  await two.stop()
}, 120_000)

test('to a PostgreSQL elsewhere whose user is no superuser, and back: every row of every table', async () => {
  const elsewhere = await startAt(at('elsewhere'))
  const owner = new pg.Client({ ...elsewhere.connection, database: 'postgres' })
  await owner.connect()
  await owner.query('create role keeper login createrole')
  await owner.query('create database kept owner keeper')
  await owner.end()
  const connection = { ...elsewhere.connection, user: 'keeper', database: 'kept' }
  const env = { DATABASE_URL: urlOf(connection), PORTICO_SECRET: secret }
  // The database of the restored folder is stopped; the command starts it.
  await done(run('backup', at('two'), ['--to', at('rows'), '--logical']))
  const rows = manifestOf(only('rows')).dump!
  expect(rows.tables.length).toBeGreaterThan(80)
  expect(rows.tables.find(table => table.name === 'devices.passage')?.rows).toBeGreaterThan(20)

  await restoreHere(only('rows'), 'three', { databaseUrl: urlOf(connection), secret })
  expect(readdirSync(at('three')).sort()).toEqual(['audit', 'files'])
  await done(run('backup', at('three'), ['--to', at('there'), '--logical', '--with-key'], env))
  expect(manifestOf(only('there')).dump).toEqual(rows)
  const there = await startTestServer({ installation: { connection, secret, dataDir: at('three') } })
  await judge(there)
  await there.close()
  await expect(restoreHere(only('rows'), 'four', { databaseUrl: urlOf(connection), secret })).rejects.toThrow(
    /^DATABASE_URL: .* is not empty/,
  )

  // The backup contains its key.
  await restoreHere(only('there'), 'four')
  expect(readFileSync(at('four/secret.key'), 'utf8').trim()).toBe(secret)
  const four = await startAt(at('four/postgres'))
  const client = await openSession(four.connection)
  for (const table of rows.tables) expect({ ...table, ...(await countTable(client, table)) }, table.name).toEqual(table)
  await client.end()
  await four.stop()
}, 120_000)

test('a backup of another key, of a newer version, damaged or half is refused, by name, and nothing is left', async () => {
  const backup = only('rows')
  const attempt = (from: string, more: Partial<RestoreOptions> = {}): Promise<string> =>
    restoreHere(from, 'five', { keyFile: at('one/secret.key'), ...more }).then(
      () => 'restored',
      (error: Error) => error.message,
    )
  expect(await attempt(backup, { keyFile: null })).toMatch(/made with the key [\da-f]{16}, which is not in it/)
  expect(await attempt(backup, { secret: 'zQ8vN1mXw4Rk7TpYc2BfHs6LdJg9AeUo' })).toMatch(
    /PORTICO_SECRET holds the key [\da-f]{16}, and the backup was made with the key [\da-f]{16}/,
  )
  const changed = (name: string, change: (folder: string) => void): string => {
    cpSync(backup, at(name), { recursive: true })
    change(at(name))
    return at(name)
  }
  const flip = (path: string): void => {
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(path, bytes)
  }
  const table = 'tables/identity.account.copy'
  expect(await attempt(changed('flipped', one => flip(join(one, table))))).toContain(`${table} differs from what was`)
  expect(await attempt(changed('less', one => rmSync(join(one, table))))).toContain(`${table} is missing`)
  expect(await attempt(changed('said', one => flip(join(one, 'manifest.json'))))).toContain('manifest.json is dam')
  expect(await attempt(changed('half', one => rmSync(join(one, 'manifest.json'))))).toContain('not a complete backup')
  const newer = changed('newer', one => rmSync(join(one, 'manifest.json')))
  const { digest: _, proof: __, ...manifest } = manifestOf(backup) as Manifest & { digest: string; proof: string }
  const later = { ...manifest, migrations: [...manifest.migrations, { name: '9999_x.sql', digest: '' }] }
  await writeManifest(newer, later, secret)
  expect(await attempt(newer)).toMatch(/newer Portico: it has migration 9999_x\.sql, and this version ends with \d{4}_/)
  expect(existsSync(at('five')) ? readdirSync(at('five')) : []).toEqual([])
  mkdirSync(at('five'), { recursive: true })
  writeFileSync(at('five/machine'), '')
  expect(await attempt(backup)).toMatch(/five is not empty \(machine\)/)
}, 120_000)

test('killed in the midst: the backup’s own process, then the database; nothing of either is taken for a backup', async () => {
  const first = run('backup', at('one'), ['--to', at('killed')])
  await first.prints('the database keeps its log')
  first.child.kill('SIGKILL')
  await first.exit
  expect(only('killed')).toMatch(/\.part$/)
  const attempted = await refused(run('restore', at('six'), [only('killed'), '--key', at('one/secret.key')]))
  expect(attempted).toContain('is not a complete backup')

  const second = run('backup', at('one'), ['--to', at('killed')])
  await second.prints('the database keeps its log')
  process.kill(cluster.pid, 'SIGKILL')
  await refused(second)
  expect(second.output()).toContain('was left by an interrupted backup; removing it')
  expect(readdirSync(at('killed'))).toEqual([])
}, 120_000)
