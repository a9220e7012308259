/** The private folder of the database's socket: its path is short, and only its owner may enter it. */
import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The path of a socket may have 107 bytes (sun_path of unix(7) is 108 including its terminating zero), and PostgreSQL appends its name. */
const PATH_BYTES = 107
export const SOCKET_NAME = '.s.PGSQL.5432'

/**
 * The folder for the database in `dataFolder`, mode 0700, owned by `uid`; the same at each start, so that the connections
 * of running processes find the database again. A random suffix is added when another user has taken the name.
 */
export function socketFolder(dataFolder: string, uid: number, gid: number): string {
  const name = `portico-${createHash('sha256').update(`${uid}:${dataFolder}`).digest('hex').slice(0, 12)}`
  for (const parent of new Set([tmpdir(), '/tmp', '/dev/shm'])) {
    if (Buffer.byteLength(join(parent, `${name}-XXXXXX`, SOCKET_NAME)) > PATH_BYTES) continue
    try {
      const folder = join(parent, name)
      if (claim(folder, uid, gid)) return folder
      const other = mkdtempSync(`${folder}-`)
      if (claim(other, uid, gid)) return other
    } catch {
      // not writable; try the next one
    }
  }
  throw new Error(
    `no folder for the database's socket: ${tmpdir()}, /tmp and /dev/shm are not writable, or their names are too long`,
  )
}

function claim(folder: string, uid: number, gid: number): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  let stat = lstatSync(folder)
  if (stat.isDirectory() && stat.uid === process.getuid?.() && stat.uid !== uid) {
    chownSync(folder, uid, gid)
    stat = lstatSync(folder)
  }
  return stat.isDirectory() && stat.uid === uid && (stat.mode & 0o077) === 0
}
