/**
 * The file store of one machine: a folder of random names, each file written completely or not at all, and synced
 * before a row refers to it.
 */
import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../ports.ts'
import { isFileKey, newFileKey } from './fileKey.ts'

export function makeFolderStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!isFileKey(key)) throw new Error('not a file key')
    return join(folder, key.slice(0, 2), key)
  }
  const folders = new Folders()
  return {
    async put(bytes, key = newFileKey()) {
      const path = pathOf(key)
      try {
        const handle = await folders.open(`${path}.part`)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(`${path}.part`, path)
        // The name is only in memory until its folder is synced, and a row could be committed before that.
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(`${path}.part`, { force: true }).catch(() => {})
        throw error
      }
      return key
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async remove(key) {
      // A process that died while writing leaves a `.part` file.
      for (const path of [pathOf(key), `${pathOf(key)}.part`]) await rm(path, { force: true })
    },
  }
}

class Folders {
  /** Those whose own names this process has synced; later writers wait for the first one. */
  private readonly named = new Map<string, Promise<void>>()

  /** Opens a new file. Its folder is made when it is missing: asking each time costs as much as opening the file. */
  async open(path: string): Promise<FileHandle> {
    const folder = dirname(path)
    const known = this.named.get(folder)
    if (known) {
      await known
      try {
        return await open(path, 'wx', 0o600)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
    await this.make(folder)
    return open(path, 'wx', 0o600)
  }

  private async make(path: string): Promise<void> {
    const made = await mkdir(path, { recursive: true, mode: 0o700 })
    if (made) this.named.delete(path)
    const sync = this.named.get(path) ?? syncNames(dirname(made ?? path), dirname(path))
    this.named.set(path, sync)
    await sync.catch((error: unknown) => {
      this.named.delete(path)
      throw error
    })
  }
}

/** Syncs every folder from `first` down to `last`, which is inside it or the same. */
async function syncNames(first: string, last: string): Promise<void> {
  for (let path = last; ; path = dirname(path)) {
    await syncFolder(path)
    if (path === first) return
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
