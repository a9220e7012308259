/** A package in the file store: pieces of equal length, each sealed for its place, read in order or from any offset. */
import { createHash } from 'node:crypto'
import type { Ports } from '#server/ports.ts'

/** Below the limit of one request; even a slow connection can send such a piece in time. */
export const CHUNK_BYTES = 4 * 1024 * 1024
export const MOST_BYTES = 500 * 1024 * 1024

const placeOf = (uploadId: string, no: number): string => `apk|${uploadId}|${no}`

export const putChunk = (ports: Ports, uploadId: string, no: number, bytes: Uint8Array): Promise<string> =>
  ports.files.put(ports.vault.seal(bytes, placeOf(uploadId, no)))

export interface Stored {
  uploadId: string
  chunks: readonly string[]
  size: number
}

async function chunk(ports: Ports, { uploadId, chunks }: Stored, no: number): Promise<Buffer> {
  const sealed = await ports.files.get(chunks[no]!)
  if (!sealed) throw new Error(`piece ${no} of a package is gone`)
  return ports.vault.open(sealed, placeOf(uploadId, no))
}

/** The bytes from `from` up to, but not including, `to`, one piece at a time in memory. */
export async function* bytesOf(ports: Ports, stored: Stored, from = 0, to = stored.size): AsyncGenerator<Buffer> {
  for (let no = Math.floor(from / CHUNK_BYTES); no * CHUNK_BYTES < to; no += 1) {
    const bytes = await chunk(ports, stored, no)
    const start = no * CHUNK_BYTES
    yield bytes.subarray(Math.max(0, from - start), Math.min(bytes.length, to - start))
  }
}

export async function readAt(ports: Ports, stored: Stored, offset: number, length: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytesOf(ports, stored, offset, Math.min(stored.size, offset + length))) parts.push(part)
  return Buffer.concat(parts)
}

export async function digestsOf(ports: Ports, stored: Stored): Promise<{ sha256: string; md5: string }> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  for await (const part of bytesOf(ports, stored)) {
    sha256.update(part)
    md5.update(part)
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('hex') }
}

export const removeChunks = async (ports: Ports, chunks: readonly string[]): Promise<void> => {
  for (const key of chunks) await ports.files.remove(key)
}
