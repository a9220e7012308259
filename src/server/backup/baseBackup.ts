/** A copy of the embedded database while it runs, by PostgreSQL's own functions: its files, and the log that makes them consistent. */
import { mkdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import pg from 'pg'
import { copyFiles, treeOf, writeContent, type Content } from './copyTree.ts'

/** PostgreSQL 18, 25.3.4.2: the contents of these belong to one run or are created anew, and must not be copied. */
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./
const LEFT_OUT = /^(postmaster\.(pid|opts)|current_logfiles.*|backup_label.*|tablespace_map.*)$/
const TEMPORARY = /(^|\/)(pgsql_tmp|pg_internal\.init)/
const CONTROL = 'global/pg_control'
const leavesOut = (path: string): boolean => EMPTIED.test(path) || LEFT_OUT.test(path) || TEMPORARY.test(path)
const SEGMENT = /^[0-9A-F]{24}$/

export interface BaseBackup {
  contents: Content[]
  /** All folders, so that empty ones are created too. */
  folders: string[]
  /** The copy is the database as of this position in the log. */
  stopLsn: string
}

/** Copies the database of `connection`, with its files in `pgData`, into the new folder `to`. Throws when its server stops meanwhile. */
export async function baseBackup(
  connection: pg.ClientConfig,
  pgData: string,
  to: string,
  print: (line: string) => void,
): Promise<BaseBackup> {
  const client = new pg.Client({ ...connection, application_name: 'portico backup' })
  let lost: Error | undefined
  client.on('error', error => (lost = error))
  const one = async <Row>(text: string): Promise<Row> => (await client.query(text)).rows[0] as Row
  await client.connect()
  try {
    // The connection is idle while files are copied; the backup ends when it ends.
    await client.query("set statement_timeout = 0; set idle_session_timeout = 0; set client_min_messages = 'error'")
    const { name } = await one<{ name: string }>(
      `select 'portico_backup_' || pg_backend_pid() as name, pg_create_physical_replication_slot('portico_backup_' || pg_backend_pid(), true, true)`,
    )
    print(`the database keeps its log for this backup (${name})`)
    const { lsn, segment } = await one<{ lsn: string; segment: string }>(
      `select lsn::text, pg_walfile_name(lsn) as segment from pg_backup_start('portico', true) as lsn`,
    )
    const tree = await treeOf(pgData, path => leavesOut(path) || /^pg_tblspc\/./.test(path) || path === CONTROL)
    const contents: Content[] = []
    let bytes = 0
    let printedMs = Date.now()
    await mkdir(to, { mode: 0o700 })
    for (const folder of tree.folders) await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
    await copyFiles(pgData, to, tree.files, content => {
      if (lost) throw lost
      contents.push(content)
      bytes += content.bytes
      if (Date.now() - printedMs > 5000) {
        printedMs = Date.now()
        print(`${contents.length} of ${tree.files.length} files of the database, ${Math.round(bytes / 1e6)} MB`)
      }
    })
    contents.push(await copyControl(pgData, to))
    const stop = await one<{ lsn: string; label: string; spaces: string; segment: string; control: string }>(
      'select lsn::text, labelfile as label, spcmapfile as spaces, pg_walfile_name(lsn) as segment from pg_backup_stop(false)',
    )
    if (stop.spaces.trim()) throw new Error('the database has tablespaces of its own, which a backup does not follow')
    contents.push(await writeContent(to, 'backup_label', Buffer.from(stop.label)))
    contents.push(...(await copyLog(pgData, to, segment, stop.segment)))
    print(`the database from ${lsn} to ${stop.lsn}, ${contents.length} files`)
    return { contents, folders: tree.folders, stopLsn: stop.lsn }
  } finally {
    // The slot is temporary: it is dropped with the connection, however that ends.
    await client.end().catch(() => {})
  }
}

/** Copied last, and read until two reads agree: it may be written at the same time, and half of it could not be repaired. */
async function copyControl(pgData: string, to: string): Promise<Content> {
  for (let before = await readFile(join(pgData, CONTROL)); ; await sleep(10)) {
    const now = await readFile(join(pgData, CONTROL))
    if (now.equals(before)) return writeContent(to, CONTROL, now)
    before = now
  }
}

/** Every segment from the first to the last that recovery reads; a missing one would make the copy worthless, so they are counted. */
async function copyLog(pgData: string, to: string, first: string, last: string): Promise<Content[]> {
  const { files } = await treeOf(join(pgData, 'pg_wal'))
  const segments = files.filter(name => SEGMENT.test(name) && name >= first && name <= last)
  if (segments.length !== numberOf(last) - numberOf(first) + 1)
    throw new Error(`the database did not keep its log from ${first} to ${last}; make the backup again`)
  const copied: Content[] = []
  await copyFiles(
    pgData,
    to,
    [...segments, ...files.filter(name => name.endsWith('.history'))].map(name => `pg_wal/${name}`),
    content => void copied.push(content),
  )
  for (const name of segments)
    if (!copied.some(content => content.path === `pg_wal/${name}`))
      throw new Error(`the log file ${name} went while it was copied; make the backup again`)
  await mkdir(join(to, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 })
  return copied
}

/**
 * The number of a segment of 16 MB: its name is the timeline, then two halves of 8 hexadecimal digits, the second of
 * which counts to 255.
 */
const numberOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16), 16)
