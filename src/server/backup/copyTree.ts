/** Copies folders that may change meanwhile, with a digest of exactly the bytes that were written. */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inParallel } from './inParallel.ts'

export interface Content {
  /** Path inside the backup, with slashes. */
  path: string
  bytes: number
  sha256: string
}

const CHUNK = 1024 * 1024
export const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Writes a copy that only the owner can read; `syncTree` flushes it to the disk. */
export async function copyFile(from: string, to: string): Promise<Omit<Content, 'path'>> {
  const source = await open(from, 'r')
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      let bytes = 0
      const { size } = await source.stat()
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(size, 1)))
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, buffer.length, bytes)
        if (bytesRead === 0) break
        const part = buffer.subarray(0, bytesRead)
        hash.update(part)
        await target.writeFile(part)
        bytes += bytesRead
      }
      return { bytes, sha256: hash.digest('hex') }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Writes a file of the backup that only the owner can read. */
export async function writeContent(folder: string, path: string, bytes: Buffer): Promise<Content> {
  await writeFile(join(folder, path), bytes, { mode: 0o600, flag: 'wx' })
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The paths of all files below a folder, with slashes; a missing folder gives none. */
export async function treeOf(
  folder: string,
  leavesOut: (path: string) => boolean = () => false,
): Promise<{ folders: string[]; files: string[] }> {
  const found = { folders: [] as string[], files: [] as string[] }
  const walk = async (inside: string): Promise<void> => {
    const entries = await readdir(join(folder, inside), { withFileTypes: true }).catch((error: unknown) => {
      if (isGone(error)) return []
      throw error
    })
    for (const entry of entries) {
      const path = inside ? `${inside}/${entry.name}` : entry.name
      if (leavesOut(path)) continue
      if (entry.isDirectory()) {
        found.folders.push(path)
        await walk(path)
      } else if (entry.isFile()) found.files.push(path)
      else throw new Error(`${join(folder, path)} is neither a file nor a folder: a backup cannot hold it`)
    }
  }
  await walk('')
  return found
}

/**
 * Copies files of one folder into another, creating its folders where missing. A file that has gone by the time it is
 * read is left out: the caller finds out by other means what belongs to the backup.
 */
export async function copyFiles(
  from: string,
  to: string,
  files: readonly string[],
  onCopied: (content: Content) => void,
): Promise<void> {
  const made = new Set<string>()
  for (const folder of new Set(files.map(file => dirname(join(to, file))))) {
    if (!made.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 })
    made.add(folder)
  }
  await inParallel(files, async path => {
    try {
      onCopied({ path, ...(await copyFile(join(from, path), join(to, path))) })
    } catch (error) {
      if (!isGone(error)) throw error
    }
  })
}

/**
 * Flushes a whole folder to the disk: the contents, then the names. At the end rather than file by file, because the first
 * flush writes most of what is pending.
 */
export async function syncTree(folder: string): Promise<void> {
  const { folders, files } = await treeOf(folder)
  await inParallel(files, path => syncPath(join(folder, path)))
  await inParallel([...folders.toReversed().map(path => join(folder, path)), folder], syncPath)
}

/** Flushes a file's contents, or the names in a folder. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
