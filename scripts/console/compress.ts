/** Writes a Brotli and a gzip version beside each file of the built console that becomes smaller; the server sends what the browser accepts. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|mjs|css|svg|json|webmanifest|wasm)$/
/** Smaller files fit into one packet anyway. */
const LEAST_BYTES = 1000
/** 11 is a few percent smaller and takes ten times as long. */
const BROTLI_QUALITY = 9

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < LEAST_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  for (const [ending, packed] of [
    ['br', await asBrotli(bytes, { params })],
    ['gz', await asGzip(bytes, { level: 9 })],
  ] as const)
    if (packed.length < bytes.length) await writeFile(`${path}.${ending}`, packed)
}

export const compress = (): Plugin => ({
  name: 'portico-compress',
  apply: 'build',
  async writeBundle({ dir }) {
    if (!dir) return
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    const files = entries.filter(entry => entry.isFile() && TEXT.test(entry.name))
    await Promise.all(files.map(entry => compressFile(join(entry.parentPath, entry.name))))
  },
})
