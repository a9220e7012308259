/** Restores a backup into an empty data folder, and its rows into an empty database: completely or not at all. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { lockFolder } from '../sql/cluster/folderLock.ts'
import { readDatabaseUrl } from '../sql/databaseUrl.ts'
import { type Cluster, MAJOR, startCluster } from '../sql/cluster/startCluster.ts'
import { appliedMigrations, migrate, migrationsOf, strangeMigration } from '../sql/migrate.ts'
import { openClient } from '../sql/openClient.ts'
import { FOLDERS, KEY_FILE } from './backUp.ts'
import { copyFile, isGone, syncPath, syncTree } from './copyTree.ts'
import { inParallel } from './inParallel.ts'
import { loadTables } from './loadTables.ts'
import { fingerprintOf, proveManifest, readManifest, type Manifest } from './manifest.ts'
import { DRAFT } from './restoring.ts'

export interface RestoreOptions {
  from: string
  /** Must be missing or empty. */
  dataDir: string
  /** Null for the embedded database. */
  databaseUrl: string | null
  s3: boolean
  /** The secret given by the environment; it is not written to the disk. */
  secret: string | null
  /** A file with the secret, which is copied into the data folder. */
  keyFile: string | null
  /** Accepts a backup of form 1, whose manifest proves nothing. */
  unproved: boolean
  version: string
  migrations: string
  print(line: string): void
  /** For tests, as of startCluster. */
  settings?: Record<string, string>
}

const LOCK = 'restore.lock'
/** What a restore creates, in the order in which it is moved into place. */
const BROUGHT = [...FOLDERS, KEY_FILE, 'postgres']

/** Throws a one-line error when the backup is incomplete, of another key or of a newer version, or when the destination is not empty. */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { dataDir, from, print } = options
  const read = await readManifest(from)
  const { manifest } = read
  const strange = strangeMigration(manifest.migrations, await migrationsOf(options.migrations), `the backup ${from}`)
  if (strange) throw new Error(`${strange} (this is version ${options.version}, the backup is of ${manifest.version})`)
  const key = keyOf(manifest, options)
  // Before anything of it is used: files of a database contain code that its start executes.
  if (!(options.unproved && read.proof === null)) proveManifest(read, key.secret, from)
  judgeTarget(manifest, options)
  if (options.databaseUrl) await judgeDatabase(options.databaseUrl)
  const draft = join(dataDir, DRAFT)
  // Parent folders get the usual mode: only the data itself is private.
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(dataDir, join(dataDir, LOCK))
  const clear = async (): Promise<void> => {
    for (const name of [DRAFT, ...BROUGHT]) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  try {
    await clear()
    await mkdir(draft, { mode: 0o700 })
    await copyBack(manifest, from, draft, print)
    if (manifest.form === 'physical') await recover(manifest, draft, options)
    else await fill(manifest, draft, options)
    if (key.write) await writeFile(join(draft, KEY_FILE), `${key.secret}\n`, { mode: 0o600 })
    await syncTree(draft)
    // The database is moved last, and the draft is removed after it: while the draft exists, nothing starts on this folder.
    for (const name of BROUGHT) if (existsSync(join(draft, name))) await rename(join(draft, name), join(dataDir, name))
    await rm(draft, { recursive: true })
    await syncPath(dataDir)
  } catch (error) {
    await clear()
    throw error
  } finally {
    unlock()
  }
  return manifest
}

function keyOf(manifest: Manifest, { from, secret, keyFile }: RestoreOptions): { secret: string; write: boolean } {
  const { fingerprint, included } = manifest.key
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8').trim()
    } catch (error) {
      throw new Error(`the key file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  const file = keyFile ?? (included && secret === null ? join(from, KEY_FILE) : null)
  const given = [
    ...(file ? [{ where: `the key file ${file}`, secret: read(file) }] : []),
    ...(secret === null ? [] : [{ where: 'PORTICO_SECRET', secret }]),
  ]
  if (!given[0])
    throw new Error(
      `the backup was made with the key ${fingerprint}, which is not in it: give the master secret of that installation by PORTICO_SECRET, or its file ${KEY_FILE} by --key`,
    )
  const wrong = given.find(one => fingerprintOf(one.secret) !== fingerprint)
  if (wrong)
    throw new Error(
      `${wrong.where} holds the key ${fingerprintOf(wrong.secret)}, and the backup was made with the key ${fingerprint}: nothing in it that is sealed could be read`,
    )
  return { secret: given[0].secret, write: secret === null }
}

function judgeTarget(manifest: Manifest, { dataDir, databaseUrl, s3 }: RestoreOptions): void {
  if (manifest.form === 'physical' && databaseUrl)
    throw new Error(
      'the backup holds the files of an embedded database: unset DATABASE_URL, or restore a backup made with --logical there',
    )
  if (manifest.postgres && manifest.postgres.major !== MAJOR)
    throw new Error(
      `the backup holds the files of PostgreSQL ${manifest.postgres.major}, and this version brings ${MAJOR}: restore it with version ${manifest.version}, and bring it here by a backup made with --logical`,
    )
  if (manifest.files && s3)
    throw new Error('the backup holds its files itself and brings them back into the data folder: unset S3_URL')
  // A restore that was killed left its draft, and what it had already moved into place.
  const found = existsSync(dataDir) ? readdirSync(dataDir) : []
  const killed = found.includes(DRAFT) ? new Set([DRAFT, LOCK, ...BROUGHT]) : new Set([LOCK])
  const strange = found.filter(name => !killed.has(name))
  if (strange.length > 0)
    throw new Error(
      `the data folder ${dataDir} is not empty (${strange.slice(0, 3).join(', ')}): set PORTICO_DATA_DIR to a new folder, or move what is there away`,
    )
}

async function judgeDatabase(url: string): Promise<void> {
  let client: pg.Client | undefined
  try {
    client = await openClient(readDatabaseUrl(url), { connectionTimeoutMillis: 10_000 })
    const { rows } = await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
         and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e') limit 1`,
    )
    if (rows[0]) throw new Error(`it is not empty (it has ${rows[0].name}): make a new one`)
  } catch (error) {
    throw new Error(`DATABASE_URL: nothing can be restored into this database: ${(error as Error).message}`)
  } finally {
    await client?.end().catch(() => {})
  }
}

/** Copies everything but the key, comparing each file with the manifest. */
async function copyBack(manifest: Manifest, from: string, draft: string, print: (line: string) => void): Promise<void> {
  const target = (path: string): string =>
    join(draft, path.startsWith('postgres/') ? path.replace('postgres/', `postgres/${MAJOR}/`) : path)
  const wanted = manifest.contents.filter(content => content.path !== KEY_FILE)
  const folders = new Set(wanted.map(content => dirname(target(content.path))))
  for (const folder of [...manifest.folders.map(target), ...folders])
    await mkdir(inside(draft, folder), { recursive: true, mode: 0o700 })
  let [count, printedMs] = [0, Date.now()]
  await inParallel(wanted, async content => {
    const source = join(from, content.path)
    const copied = await copyFile(source, inside(draft, target(content.path))).catch((error: unknown) => {
      throw isGone(error) ? new Error(`the backup is incomplete: ${source} is missing`) : error
    })
    if (copied.sha256 !== content.sha256 || copied.bytes !== content.bytes)
      throw new Error(`the backup is damaged: ${source} differs from what was written`)
    count += 1
    if (Date.now() - printedMs > 5000) {
      printedMs = Date.now()
      print(`${count} of ${wanted.length} files`)
    }
  })
  print(`${count} files, each as it was written`)
}

/** Paths in a manifest must not lead outside the folder. */
function inside(folder: string, path: string): string {
  if (path.startsWith(`${folder}/`)) return path
  throw new Error(`the backup names a file outside of it: ${path}`)
}

const startIn = (draft: string, { print, settings = {} }: RestoreOptions): Promise<Cluster> =>
  startCluster({ dataDir: join(draft, 'postgres'), log: print, settings })

/** Replays the log that was copied with the files, and checks that the database is the one that was backed up. */
async function recover(manifest: Manifest, draft: string, options: RestoreOptions): Promise<void> {
  const { print } = options
  const cluster = await startIn(draft, options)
  try {
    const client = new pg.Client(cluster.connection)
    await client.connect()
    try {
      const found = await appliedMigrations(client)
      if (JSON.stringify(found) !== JSON.stringify(manifest.migrations))
        throw new Error('the restored database is another one than the backup says')
      const { rows } = await client.query<{ reached: boolean }>(
        'select pg_current_wal_lsn() >= $1::pg_lsn as reached',
        [manifest.postgres?.stopLsn],
      )
      if (!rows[0]?.reached) throw new Error('the restored database ends before the backup does')
    } finally {
      await client.end()
    }
    print('the database has played its log and is whole')
  } finally {
    await cluster.stop()
  }
}

/** Creates the schema with the migrations of the backup, loads its rows, and then applies the later migrations of this version. */
async function fill(manifest: Manifest, draft: string, options: RestoreOptions): Promise<void> {
  const { databaseUrl, migrations, print } = options
  const cluster = databaseUrl ? null : await startIn(draft, options)
  const connection = cluster?.connection ?? readDatabaseUrl(databaseUrl ?? '')
  try {
    await migrate(connection, migrations, new Set(manifest.migrations.map(one => one.name)))
    print(`roles and tables, as ${manifest.migrations.at(-1)?.name} left them`)
    await loadTables(connection, manifest.dump!, join(draft, 'tables'), print)
    const { applied } = await migrate(connection, migrations)
    if (applied.length > 0) print(`brought up to this version by ${applied.length} migrations`)
  } catch (error) {
    throw databaseUrl
      ? new Error(
          `${(error as Error).message} (the database of DATABASE_URL has no rows of the backup; make it anew before the next try)`,
        )
      : error
  } finally {
    await cluster?.stop()
  }
}
