/** Makes a backup: database, files and anchors in one folder, which gets its final name when everything is on the disk. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isAlive, markOf, processSpace, type ProcessMark } from '../sql/cluster/processes.ts'
import { MAJOR } from '../sql/cluster/startCluster.ts'
import { type Database, readDatabaseUrl } from '../sql/databaseUrl.ts'
import { appliedMigrations } from '../sql/migrate.ts'
import { openClient } from '../sql/openClient.ts'
import { baseBackup } from './baseBackup.ts'
import { copyFiles, syncPath, syncTree, treeOf, writeContent, type Content } from './copyTree.ts'
import { dumpTables } from './dumpTables.ts'
import { fingerprintOf, MANIFEST, readManifest, writeManifest, type Manifest } from './manifest.ts'
import { openCluster } from './openCluster.ts'

export interface BackUpOptions {
  dataDir: string
  /** Null for the embedded database. */
  databaseUrl: string | null
  /** Whether files are in an S3 store, which is not copied. */
  s3: boolean
  secret: string
  /** Throws when the database is sealed with another secret; with `looks` it writes nothing. */
  checkSecret: (connection: Database, secret: string, looks: boolean) => Promise<void>
  /** Includes the master secret: everybody who has the backup can then read all of it. */
  withKey: boolean
  logical: boolean
  /** Created when missing; the backup is a folder inside it. */
  to: string
  /** The number of newest backups that stay in `to`; null for all. */
  keep: number | null
  version: string
  print(line: string): void
}

/** Folders in the data folder, besides database and key, that belong to the installation and not just to this machine. */
export const FOLDERS = ['files', 'audit', 'demo'] as const
/** The file with the master secret, in a backup as in the data folder. */
export const KEY_FILE = 'secret.key'
const OWNER = 'owner.json'
const NAME = /^portico-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?$/

/** Throws a one-line error, and leaves nothing behind, when anything could not be copied. */
export async function backUp(options: BackUpOptions): Promise<{ folder: string; manifest: Manifest }> {
  const { to, print } = options
  if (options.databaseUrl && !options.logical)
    throw new Error(
      'the files of the database of DATABASE_URL are not here to be copied: use --logical, or the means of that server (pg_basebackup, snapshots)',
    )
  await mkdir(to, { recursive: true, mode: 0o700 })
  await sweep(to, print)
  const name = newName(to)
  const draft = join(to, `${name}.part`)
  await mkdir(draft, { mode: 0o700 })
  try {
    await writeFile(join(draft, OWNER), JSON.stringify({ ...markOf(process.pid), space: processSpace() }))
    await fill(draft, options)
    await rm(join(draft, OWNER))
    await syncTree(draft)
    await rename(draft, join(to, name))
    await syncPath(to)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  const folder = join(to, name)
  const { manifest } = await readManifest(folder)
  if (options.keep !== null) await retire(to, options.keep, print)
  return { folder, manifest }
}

async function fill(draft: string, options: BackUpOptions): Promise<void> {
  const { dataDir, print } = options
  const at = new Date().toISOString()
  const contents: Content[] = []
  const folders: string[] = []
  const add = (under: string, found: readonly Content[]): void => {
    for (const content of found) contents.push({ ...content, path: `${under}/${content.path}` })
  }
  // A row may lose or get a file while the database is copied, so the files are listed before and after the copy.
  // Anchors are copied only before it: an anchor file that is ahead of the database would look as if the database had been cut.
  const seen = new Set<string>()
  const copy = async (name: string): Promise<void> => {
    const { files } = await treeOf(join(dataDir, name), path => path.endsWith('.part'))
    const fresh = files.filter(path => !seen.has(`${name}/${path}`))
    const found: Content[] = []
    await copyFiles(join(dataDir, name), join(draft, name), fresh, content => {
      seen.add(`${name}/${content.path}`)
      found.push(content)
    })
    add(name, found)
  }
  const kept = FOLDERS.filter(name => name !== 'files' || !options.s3)
  for (const name of kept) await copy(name)
  print(`${contents.length} files and anchors`)

  const cluster = options.databaseUrl ? null : await openCluster(join(dataDir, 'postgres'), print)
  const connection = cluster?.connection ?? readDatabaseUrl(options.databaseUrl ?? '')
  try {
    const migrations = await migrationsIn(connection)
    await options.checkSecret(connection, options.secret, true)
    const part: Pick<Manifest, 'postgres' | 'dump'> = {}
    if (options.logical) {
      const { dump, contents: found } = await dumpTables(connection, join(draft, 'tables'), print)
      add('tables', found)
      part.dump = dump
    } else {
      const base = await baseBackup(connection, cluster!.pgData, join(draft, 'postgres'), print)
      add('postgres', base.contents)
      folders.push(...base.folders.map(path => `postgres/${path}`))
      part.postgres = { major: MAJOR, stopLsn: base.stopLsn }
    }
    if (kept.includes('files')) await copy('files')
    if (options.withKey) contents.push(await writeContent(draft, KEY_FILE, Buffer.from(`${options.secret}\n`)))
    const manifest: Omit<Manifest, 'format'> = {
      form: options.logical ? 'logical' : 'physical',
      version: options.version,
      at,
      key: { fingerprint: fingerprintOf(options.secret), included: options.withKey },
      migrations,
      ...part,
      files: !options.s3,
      folders: folders.sort(),
      contents: contents.sort((a, b) => (a.path < b.path ? -1 : 1)),
    }
    await writeManifest(draft, manifest, options.secret)
  } finally {
    await cluster?.close()
  }
}

async function migrationsIn(connection: Database): Promise<Manifest['migrations']> {
  const client = await openClient(connection)
  try {
    return await appliedMigrations(client)
  } finally {
    await client.end().catch(() => {})
  }
}

function newName(to: string): string {
  const name = `portico-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const taken = (one: string): boolean => existsSync(join(to, one)) || existsSync(join(to, `${one}.part`))
  for (let n = 1; ; n += 1) {
    const one = n === 1 ? name : `${name}-${n}`
    if (!taken(one)) return one
  }
}

/** Removes what interrupted backups left, except one that may still be running. */
async function sweep(to: string, print: (line: string) => void): Promise<void> {
  for (const name of await readdir(to)) {
    if (!name.endsWith('.part') || !NAME.test(basename(name, '.part'))) continue
    const owner = await readFile(join(to, name, OWNER), 'utf8')
      .then(text => JSON.parse(text) as ProcessMark & { space: string })
      .catch(() => undefined)
    if (owner && (owner.space !== processSpace() || isAlive(owner))) {
      print(`${join(to, name)} is being written by another backup`)
      continue
    }
    print(`${join(to, name)} was left by an interrupted backup; removing it`)
    await rm(join(to, name), { recursive: true, force: true })
  }
}

async function retire(to: string, keep: number, print: (line: string) => void): Promise<void> {
  const whole = (await readdir(to)).filter(name => NAME.test(name) && existsSync(join(to, name, MANIFEST))).sort()
  for (const name of whole.slice(0, Math.max(0, whole.length - keep))) {
    // The manifest is removed first: without it the folder no longer counts as a backup.
    await rm(join(to, name, MANIFEST))
    await rm(join(to, name), { recursive: true, force: true })
    print(`${join(to, name)} is older than the backups to be kept; removing it`)
  }
}
