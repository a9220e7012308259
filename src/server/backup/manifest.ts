/** The description of a backup: its last file, without which the folder is not a backup. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeVault } from '../vault/makeVault.ts'
import type { Content } from './copyTree.ts'
import type { Dump } from './dumpTables.ts'

const FORMAT = 1
export const MANIFEST = 'manifest.json'

export interface Manifest {
  format: number
  /** The files of the database, or its rows. */
  form: 'physical' | 'logical'
  /** The version of the product that made it. */
  version: string
  /** RFC 3339, UTC. */
  at: string
  /** Which master secret opens it, and whether the backup includes the secret. */
  key: { fingerprint: string; included: boolean }
  /** The migrations that created the database, in order. */
  migrations: { name: string; digest: string }[]
  /** Physical backups: the major version of PostgreSQL, and the position in the log at which the copy is consistent. */
  postgres?: { major: string; stopLsn: string }
  /** Logical backups: the tables and their digests. */
  dump?: Dump
  /** False where an S3 store holds the files. */
  files: boolean
  folders: string[]
  contents: Content[]
}

/** Identifies the secret without revealing anything about it. */
export const fingerprintOf = (secret: string): string =>
  makeVault(Buffer.from(secret)).derive('backup-fingerprint', 8).toString('hex')

const digestOf = (manifest: Manifest): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

export const writeManifest = (folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> => {
  const whole: Manifest = { format: FORMAT, ...manifest }
  return writeFile(join(folder, MANIFEST), `${JSON.stringify({ ...whole, digest: digestOf(whole) }, null, 1)}\n`, {
    mode: 0o600,
  })
}

/** Throws a one-line error when the folder is not a complete backup, or one of a newer version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? `${folder} is not a complete backup: it has no ${MANIFEST}`
        : `${join(folder, MANIFEST)} cannot be read (${error.code})`,
    )
  })
  let read: Manifest & { digest: string }
  try {
    read = JSON.parse(text) as Manifest & { digest: string }
  } catch {
    throw new Error(`${join(folder, MANIFEST)} is damaged: it is not JSON`)
  }
  if (read.format > FORMAT)
    throw new Error(
      `${folder} was made by version ${read.version} in form ${read.format}; this version reads forms up to ${FORMAT}: restore it with version ${read.version} or newer`,
    )
  const { digest, ...manifest } = read
  if (digest !== digestOf(manifest))
    throw new Error(`${join(folder, MANIFEST)} is damaged: it differs from what was written`)
  return manifest
}
