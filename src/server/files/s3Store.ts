/**
 * Files in an S3-compatible store: each request is signed, limited in time, retried, and refused with a clear message
 * while the store is unavailable.
 */
import { hash, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import type { FileStore, Log } from '../ports.ts'
import { isFileKey, newFileKey } from './fileKey.ts'
import type { S3Address } from './s3Address.ts'

const AWAY: Text = ['文件存储暂时不可用，请稍后再试', 'The file store cannot be reached; please try again']

export interface S3Options {
  /** For one attempt, from the first byte sent to the last received. */
  timeoutMs?: number
  /** Pauses before the second, third … attempt. */
  pausesMs?: readonly number[]
  log?: Pick<Log, 'error'>
}

/** Why an attempt failed; `text` is the store's own short code, never a URL. */
interface Trouble {
  status: number | null
  text: string
}

/** Throws a Refusal `unavailable` when the store did not do what it was asked. */
export function makeS3Store(address: S3Address, options: S3Options = {}): FileStore {
  const { timeoutMs = 8000, pausesMs = [200, 800], log } = options
  const client = new AwsClient({
    accessKeyId: address.accessKeyId,
    secretAccessKey: address.secretAccessKey,
    region: address.region,
    service: 's3',
  })
  const urlOf = (key: string): string => {
    if (!isFileKey(key)) throw new Error('not a file key')
    return [address.base, address.prefix, key.slice(0, 2), key].filter(Boolean).join('/')
  }

  /** The bytes of the answer, or null when the store reports that there is no such object. */
  async function ask(method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Uint8Array): Promise<Uint8Array | null> {
    const url = urlOf(key)
    let trouble: Trouble = { status: null, text: '' }
    for (const pauseMs of [0, ...pausesMs]) {
      // Randomised, so that many clients that failed together do not retry together.
      if (pauseMs) await sleep(Math.round(pauseMs * (0.75 + randomInt(500) / 1000)))
      const done = await once(client, timeoutMs, method, url, body)
      if ('bytes' in done) return done.bytes
      trouble = done
      if (!isPassing(trouble)) break
    }
    log?.error({ method, status: trouble.status, reason: trouble.text }, 'the file store did not answer as it should')
    throw new Refusal('unavailable', { text: AWAY })
  }

  return {
    async put(bytes, key = newFileKey()) {
      if ((await ask('PUT', key, bytes)) === null) throw new Refusal('unavailable', { text: AWAY })
      return key
    },
    get: key => ask('GET', key),
    async remove(key) {
      await ask('DELETE', key)
    },
  }
}

/** One attempt. `timeoutMs` is from the first byte sent to the last received. */
async function once(
  client: AwsClient,
  timeoutMs: number,
  method: string,
  url: string,
  body: Uint8Array | undefined,
): Promise<{ bytes: Uint8Array | null } | Trouble> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // Each attempt is signed again, because a signature expires after some minutes. With the digest the store can refuse damaged data.
    const request = await client.sign(url, {
      method,
      headers: { 'x-amz-content-sha256': hash('sha256', body ?? '') },
      ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
    })
    const response = await fetch(request, { signal, redirect: 'manual' })
    if (response.ok) return { bytes: new Uint8Array(await response.arrayBuffer()) }
    const code = /<Code>(\w{1,64})<\/Code>/.exec(await response.text())?.[1] ?? ''
    // A missing bucket also answers 404, but is not a missing object.
    if (response.status === 404 && (code === '' || code === 'NoSuchKey')) return { bytes: null }
    return { status: response.status, text: code }
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code
    return { status: null, text: signal.aborted ? 'timeout' : (cause ?? (error as Error).name) }
  }
}

/** Worth another attempt: no answer, too many requests, or an internal error of the store. */
const isPassing = ({ status }: Trouble): boolean => status === null || status === 429 || status >= 500
