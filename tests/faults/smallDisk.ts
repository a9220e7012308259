/** A separate file system that is small enough to fill: a tmpfs, mounted where the user is root on Linux. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  freeMb(): number
  /** Fills all remaining space. */
  fill(): void
  free(): void
  unmount(): void
}

/** Null where this user may not mount; throws where it should be possible and fails. */
export function smallDisk(mb: number): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'portico-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m,mode=0755`, 'portico', folder], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) {
    rmdirSync(folder)
    throw new Error(`a tmpfs cannot be mounted here: ${mounted.stderr.trim() || 'mount is missing'}`)
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    freeMb: () => {
      const { bavail, bsize } = statfsSync(folder)
      return Math.round((bavail * bsize) / 1024 / 1024)
    },
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (let size = 1024 * 1024; size >= 1;) {
          try {
            writeSync(file, Buffer.alloc(size))
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
            size = Math.floor(size / 16)
          }
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount() {
      const done = spawnSync('umount', [folder], { encoding: 'utf8' })
      if (done.status !== 0) spawnSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}
