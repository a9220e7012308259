/** The description of a backup: its last file, without which the folder is not a backup. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeVault } from '../vault/makeVault.ts'
import type { Content } from './copyTree.ts'
import type { Dump } from './dumpTables.ts'

/** Since 2 the manifest is proved by the master secret; its digest alone could be written again by anybody who changes the backup. */
const FORMAT = 2
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

const proofOf = (manifest: Manifest, secret: string): string =>
  createHmac('sha256', makeVault(Buffer.from(secret)).derive('backup-manifest', 32))
    .update(JSON.stringify(manifest))
    .digest('hex')

export const writeManifest = (folder: string, manifest: Omit<Manifest, 'format'>, secret: string): Promise<void> => {
  const whole: Manifest = { format: FORMAT, ...manifest }
  const written = { ...whole, digest: digestOf(whole), proof: proofOf(whole, secret) }
  return writeFile(join(folder, MANIFEST), `${JSON.stringify(written, null, 1)}\n`, { mode: 0o600 })
}

/** A manifest as it was read: undamaged, but not yet proved. */
export interface ReadManifest {
  manifest: Manifest
  /** Null in backups of form 1. */
  proof: string | null
}

/** Throws a one-line error unless the manifest, and with it the digest of every file, was written with the master secret. */
export function proveManifest({ manifest, proof }: ReadManifest, secret: string, folder: string): void {
  if (proof === null)
    throw new Error(
      `${folder} is a backup of form ${manifest.format}, whose description anybody could have changed: restore it with --unproved if it was never in strange hands`,
    )
  const [given, due] = [Buffer.from(proof, 'hex'), Buffer.from(proofOf(manifest, secret), 'hex')]
  if (given.length !== due.length || !timingSafeEqual(given, due))
    throw new Error(
      `${join(folder, MANIFEST)} was changed by somebody without the master secret: nothing of it is used`,
    )
}

/** Throws a one-line error when the folder is not a complete backup, or one of a newer version. */
export async function readManifest(folder: string): Promise<ReadManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? `${folder} is not a complete backup: it has no ${MANIFEST}`
        : `${join(folder, MANIFEST)} cannot be read (${error.code})`,
    )
  })
  let read: Manifest & { digest: string; proof?: unknown }
  try {
    read = JSON.parse(text) as typeof read
  } catch {
    throw new Error(`${join(folder, MANIFEST)} is damaged: it is not JSON`)
  }
  if (read.format > FORMAT)
    throw new Error(
      `${folder} was made by version ${read.version} in form ${read.format}; this version reads forms up to ${FORMAT}: restore it with version ${read.version} or newer`,
    )
  const { digest, proof, ...manifest } = read
  if (digest !== digestOf(manifest))
    throw new Error(`${join(folder, MANIFEST)} is damaged: it differs from what was written`)
  // A backup of form 2 without a proof was changed: it is refused as one whose proof is wrong.
  const given = typeof proof === 'string' ? proof : ''
  return { manifest, proof: manifest.format < FORMAT ? null : given }
}
