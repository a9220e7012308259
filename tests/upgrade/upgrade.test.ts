/** Installations of earlier versions, each opened by this one: the same rows, working sign-in, an intact audit. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/verify.ts'
import { countTable } from '#server/backup/dumpTables.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { restore } from '#server/backup/restore.ts'
import { openSession, tablesOf } from '#server/backup/tables.ts'
import { startCluster } from '#server/sql/cluster/startCluster.ts'
import { checkSecret } from '#main/checkSecret.ts'
import { PASSWORD } from '../faults/product.ts'
import { startTestServer } from '../harness/server.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')
const folder = mkdtempSync(join(tmpdir(), 'portico-upgrade-'))
const settings = { fsync: 'off' }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Tables whose rows a later migration changes or removes on purpose: with that migration, and why. */
const CHANGED: Readonly<Record<string, string>> = {
  'content.advert': '0400: a brand is named by its row, no longer by its code',
  'devices.command': '0648: contents of deliveries are read when they are sent, and stored nowhere else',
  'devices.frame': '0648: likewise, in the log of messages',
  'people.card': '0643: a card has one form, and the spelling that was given beside it',
}
/** Renamed tables; their rows are the same. */
const MOVED: Readonly<Record<string, string>> = {
  'devices.linkage': 'linkage.rule',
  'devices.linkage_run': 'linkage.run',
  'devices.apk': 'packages.apk',
  'devices.apk_upload': 'packages.upload',
  'applications.callback': 'callbacks.callback',
  'applications.delivery': 'callbacks.delivery',
  'access.passage': 'devices.passage',
  'people.template': 'applications.template',
  'content.advert': 'adverts.advert',
  'people.template_version': 'applications.template_version',
}

/** Renamed columns of all tables of a schema; their values are the same. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = { sync: { person_id: 'subject_id' } }

const fixtures = readdirSync(FIXTURES).filter(name => name.endsWith('.tar.gz'))

test('there are fixtures, and they are small', () => {
  expect(fixtures.length).toBeGreaterThan(0)
  for (const name of fixtures) expect(statSync(join(FIXTURES, name)).size, name).toBeLessThan(1_500_000)
})

test.each(fixtures)(
  '%s opens under this version with equal counts and digests',
  async name => {
    const [from, dataDir] = [join(folder, 'backup', name), join(folder, 'data', name)]
    mkdirSync(from, { recursive: true })
    const unpacked = spawnSync('tar', ['-xzf', join(FIXTURES, name), '-C', from], { encoding: 'utf8' })
    expect(unpacked.stderr).toBe('')
    const manifest = await restore({
      from,
      dataDir,
      databaseUrl: null,
      s3: false,
      secret: null,
      keyFile: null,
      // Made before backups were proved.
      unproved: true,
      version: 'test',
      migrations: join(import.meta.dirname, '../../migrations'),
      print: () => {},
      settings,
    })
    const secret = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
    const cluster = await startCluster({
      dataDir: join(dataDir, 'postgres'),
      log: () => {},
      settings,
      dieWithParent: true,
    })
    try {
      await compare(manifest, cluster.connection)
      await checkSecret(cluster.connection, secret)
      const server = await startTestServer({ installation: { connection: cluster.connection, secret, dataDir } })
      try {
        expect((await server.login('admin', PASSWORD)).status).toBe(200)
        expect(await verifyAudit(server.ports)).toMatchObject({ ok: true, firstBad: null, damage: null })
        const [books] = await server.ports.db.query<{ facts: number; tally: number }>(
          { role: 'engine' },
          sql`select (select count(*)::int from devices.passage) as facts, (select sum(n)::int from devices.tally where family = 1) as tally`,
        )
        expect(books!.facts).toBeGreaterThan(100)
        expect(books!.tally).toBe(books!.facts)
        const devices = await server.call('GET', '/api/device/bind/page?size=10')
        expect(devices.body.data.records.length).toBeGreaterThan(0)
      } finally {
        await server.close()
      }
    } finally {
      await cluster.stop('immediate')
    }
  },
  120_000,
)

/** New columns are ignored; a table that was removed, or whose rows differ, must be listed above. */
async function compare(manifest: Manifest, connection: Parameters<typeof openSession>[0]): Promise<void> {
  const client = await openSession(connection)
  try {
    const now = new Map((await tablesOf(client)).map(table => [table.name, new Set(table.columns)]))
    for (const { name: before, columns: columnsBefore, rows, digest } of manifest.dump!.tables) {
      if (before in CHANGED) continue
      const name = MOVED[before] ?? before
      const kept = now.get(name)
      const columns = columnsBefore.map(column => RENAMED[name.split('.')[0]!]?.[column] ?? column)
      expect(kept && columns.filter(column => !kept.has(column)), name).toEqual([])
      expect(await countTable(client, { name, columns }), name).toEqual({ rows, digest })
    }
  } finally {
    await client.end()
  }
}
