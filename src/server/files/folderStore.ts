/** Files of one machine: a folder of random names, written whole or not at all. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '../ports.ts'
import { isFileKey, newFileKey } from './fileKey.ts'

export function makeFolderStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!isFileKey(key)) throw new Error('not a file key')
    return join(folder, key.slice(0, 2), key)
  }
  return {
    async put(bytes, key = newFileKey()) {
      const path = pathOf(key)
      await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 })
      try {
        const handle = await open(`${path}.part`, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(`${path}.part`, path)
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
      // A process that died while it wrote leaves a part.
      for (const path of [pathOf(key), `${pathOf(key)}.part`]) await rm(path, { force: true })
    },
  }
}
