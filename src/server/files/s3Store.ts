/** Files in an S3-compatible store: each request signed, limited in time, tried again, and refused in plain words while the store is away. */
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
  /** Of one try, from the first byte sent to the last received. */
  timeoutMs?: number
  /** Pauses before the second, third … try. */
  pausesMs?: readonly number[]
  log?: Pick<Log, 'error'>
}

/** What a try came to; `text` is the store's own short code, never a URL. */
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

  /** The answer's bytes, or null where the store says that there is no such object. */
  async function ask(method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Uint8Array): Promise<Uint8Array | null> {
    const url = urlOf(key)
    let trouble: Trouble = { status: null, text: '' }
    for (const pauseMs of [0, ...pausesMs]) {
      // A little by chance, so that many who failed together do not come back together.
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

/** One try. `timeoutMs` is from the first byte sent to the last received. */
async function once(
  client: AwsClient,
  timeoutMs: number,
  method: string,
  url: string,
  body: Uint8Array | undefined,
): Promise<{ bytes: Uint8Array | null } | Trouble> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // Signed anew for each try: a signature is good for some minutes only. The digest lets the store refuse what arrived damaged.
    const request = await client.sign(url, {
      method,
      headers: { 'x-amz-content-sha256': hash('sha256', body ?? '') },
      ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
    })
    const response = await fetch(request, { signal, redirect: 'manual' })
    if (response.ok) return { bytes: new Uint8Array(await response.arrayBuffer()) }
    const code = /<Code>(\w{1,64})<\/Code>/.exec(await response.text())?.[1] ?? ''
    // A missing bucket answers 404 as well, and is no missing object.
    if (response.status === 404 && (code === '' || code === 'NoSuchKey')) return { bytes: null }
    return { status: response.status, text: code }
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code
    return { status: null, text: signal.aborted ? 'timeout' : (cause ?? (error as Error).name) }
  }
}

/** Worth another try: no answer, too busy, or an error of the store's own. */
const isPassing = ({ status }: Trouble): boolean => status === null || status === 429 || status >= 500
