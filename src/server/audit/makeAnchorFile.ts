/** The second copy of the audit's anchors: a file on this machine, only ever appended to. */
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AnchorBook } from '../ports.ts'
import { anchorOf, lineOf } from './anchor.ts'

export const makeAnchorFile = (path: string): AnchorBook => ({
  async read() {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    return text.split('\n').flatMap(line => anchorOf(line) ?? [])
  },
  async append(anchors) {
    if (!anchors.length) return
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'a', 0o600)
    try {
      // Each line begins with a line feed, so that a line cut short by a power failure does not swallow the next one.
      await file.appendFile(anchors.map(anchor => `\n${lineOf(anchor)}`).join('') + '\n')
      await file.sync()
    } finally {
      await file.close()
    }
  },
})
