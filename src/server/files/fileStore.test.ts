/** What every file store guarantees, and how the S3 store behaves when the network or the store fails. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '#model/error.ts'
import { freePort } from '../../../tests/harness/freePort.ts'
import type { S3Fault, S3Seen, S3Settings } from '../../../tests/harness/S3Server.ts'
import type { FileStore } from '../ports.ts'
import { makeFolderStore } from './makeFolderStore.ts'
import { readS3Url, type S3Address } from './s3Address.ts'
import { makeS3Store } from './s3Store.ts'

const SETTINGS: S3Settings = {
  bucket: 'portico-files',
  region: 'cn-north-1',
  accessKeyId: 'AKTEST',
  secretAccessKey: 'a/secret+with@signs',
}
let folder: string
let process_: ChildProcess
let port: number
const lines: string[] = []

const urlOf = (extra: { secret?: string; bucket?: string; region?: string; port?: number } = {}): string =>
  `http://AKTEST:${encodeURIComponent(extra.secret ?? SETTINGS.secretAccessKey)}@127.0.0.1:${extra.port ?? port}/${extra.bucket ?? SETTINGS.bucket}/site-1?region=${extra.region ?? SETTINGS.region}`
const storeAt = (url: string): FileStore =>
  makeS3Store(readS3Url(url) as S3Address, {
    timeoutMs: 300,
    pausesMs: [5, 10],
    log: { error: (fields, message) => void lines.push(JSON.stringify({ ...fields, message })) },
  })
/** Sends a message to the store's process and waits for its answer. */
async function send(what: S3Fault | 'seen'): Promise<{ seen?: S3Seen[] }> {
  const answer = once(process_, 'message')
  process_.send(what)
  return ((await answer) as [{ seen?: S3Seen[] }])[0]
}
const seen = async (): Promise<S3Seen[]> => (await send('seen')).seen!

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-files-'))
  process_ = fork(new URL('../../../tests/harness/S3Server.ts', import.meta.url), [JSON.stringify(SETTINGS)])
  const [first] = (await once(process_, 'message')) as [{ port: number }]
  port = first.port
})
afterAll(async () => {
  process_.kill()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await seen()
  lines.length = 0
})

test.skipIf(process.platform !== 'linux')(
  'a file, its name and the name of its folder are on the disk when put answers',
  async () => {
    const deep = join(folder, 'new/deep')
    const handle = await open(folder, 'r')
    const kind = Object.getPrototypeOf(handle) as { fd: number; sync(): Promise<void> }
    await handle.close()
    const real = kind.sync
    const synced: string[] = []
    // Records which file each sync is for, by the path that the kernel reports.
    kind.sync = async function (this: { fd: number }) {
      const path = readlinkSync(`/proc/self/fd/${this.fd}`)
      await real.call(this as never)
      synced.push(path.slice(folder.length))
    }
    try {
      const key = await makeFolderStore(deep).put(Buffer.from('x'))
      const place = `/new/deep/${key.slice(0, 2)}`
      expect(synced).toEqual(['/new/deep', '/new', '', `${place}/${key}.part`, place])
      const store = makeFolderStore(deep)
      await store.put(Buffer.from('x'), key)
      synced.length = 0
      // Both folders are synced by now: only the file and its name remain.
      await store.put(Buffer.from('y'), key)
      expect(synced).toEqual([`${place}/${key}.part`, place])
      // Somebody removed the folder: it is made again, and so is its name.
      synced.length = 0
      await rm(join(folder, place), { recursive: true })
      await store.put(Buffer.from('z'), key)
      expect(synced).toEqual(['/new/deep', `${place}/${key}.part`, place])
    } finally {
      kind.sync = real
    }
  },
)

describe.each([
  ['a folder', () => makeFolderStore(folder)],
  ['an S3-compatible store', () => storeAt(urlOf())],
] as const)('%s', (_name, make) => {
  test('gives back what it was given, byte for byte, also nothing and a megabyte', async () => {
    const store = make()
    for (const bytes of [
      new Uint8Array(),
      new Uint8Array([0, 255, 10, 13, 0]),
      Buffer.from('人脸'.repeat(1000)),
      Buffer.alloc(1_000_000, 7),
    ]) {
      const key = await store.put(bytes)
      expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/)
      expect(Buffer.from((await store.get(key))!).equals(bytes)).toBe(true)
    }
  })
  test('every file has a key of its own', async () => {
    const store = make()
    const keys = await Promise.all(Array.from({ length: 20 }, () => store.put(Buffer.from('same'))))
    expect(new Set(keys).size).toBe(20)
  })
  test('what was removed is gone, and removing it again is no error', async () => {
    const store = make()
    const key = await store.put(Buffer.from('x'))
    await store.remove(key)
    expect(await store.get(key)).toBeNull()
    await store.remove(key)
  })
  test('what was never there is null', async () => {
    expect(await make().get('AAAAAAAAAAAAAAAAAAAAAA')).toBeNull()
  })
  test.each(['../../etc/passwd', '', 'AAAAAAAAAAAAAAAAAAAAA/', 'AAAAAAAAAAAAAAAAAAAAAAA'])(
    'a key that is none is refused: %j',
    async key => {
      await expect((async () => make().get(key))()).rejects.toThrow('not a file key')
    },
  )
})

describe('the store over the network', () => {
  const refused = async (work: Promise<unknown>): Promise<void> => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(Refusal)
    expect((error as Refusal).failure).toBe('unavailable')
    expect((error as Refusal).text[0]).toContain('文件存储')
  }

  test('objects lie below the prefix', async () => {
    const key = await storeAt(urlOf()).put(Buffer.from('x'))
    expect(await seen()).toEqual([
      { method: 'PUT', path: `/portico-files/site-1/${key.slice(0, 2)}/${key}`, status: 200 },
    ])
  })
  test.each([
    ['busy twice', { kind: 'status', status: 503, times: 2 }],
    ['an error of its own', { kind: 'status', status: 500, times: 1 }],
    ['a connection that breaks', { kind: 'drop', times: 1 }],
    ['silence', { kind: 'silent', times: 1 }],
  ] as const)('%s: it is tried again, and comes through', async (_name, next) => {
    const store = storeAt(urlOf())
    await send(next)
    const key = await store.put(Buffer.from('again'))
    expect(Buffer.from((await store.get(key))!).toString()).toBe('again')
  })
  test('busy for longer: refused after three tries, in plain words, and logged with its cause', async () => {
    await send({ kind: 'status', status: 503, times: 3 })
    await refused(storeAt(urlOf()).put(Buffer.from('x')))
    expect((await seen()).map(one => one.status)).toEqual([503, 503, 503])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('SlowDown')
  })
  test('no server listening', async () => {
    await refused(storeAt(urlOf({ port: await freePort() })).put(Buffer.from('x')))
    expect(lines[0]).toContain('ECONNREFUSED')
  })
  test.each([
    ['a wrong secret', { secret: 'wrong' }, 'SignatureDoesNotMatch'],
    ['a wrong region', { region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
    ['no such bucket', { bucket: 'another-one' }, 'NoSuchBucket'],
  ])('%s: refused at once, without another try', async (_name, extra, code) => {
    await refused(storeAt(urlOf(extra)).get('AAAAAAAAAAAAAAAAAAAAAA'))
    expect(await seen()).toHaveLength(1)
    expect(lines[0]).toContain(code)
  })
  test('no line of the log holds a secret, a signature or an address', async () => {
    await refused(storeAt(urlOf({ secret: 'a-wrong-secret' })).get('AAAAAAAAAAAAAAAAAAAAAA'))
    expect(lines.join()).not.toMatch(/secret|AKTEST|127\.0\.0\.1|Signature=|portico-files/)
  })
})

describe('S3_URL', () => {
  test('all settings given', () => {
    expect(readS3Url('https://AK:s%2Fe%2Bc@oss.example.cn/bucket-1/a/b?region=cn-hangzhou&style=host')).toEqual({
      base: 'https://bucket-1.oss.example.cn',
      bucket: 'bucket-1',
      prefix: 'a/b',
      region: 'cn-hangzhou',
      accessKeyId: 'AK',
      secretAccessKey: 's/e+c',
    })
  })
  test.each([
    ['no URL', 'minio:9000'],
    ['another scheme', 's3://k:s3cr3t@host/bucket'],
    ['no credentials', 'https://host/bucket'],
    ['no bucket', 'https://k:s3cr3t@host/'],
    ['a bucket that cannot be', 'https://k:s3cr3t@host/My_Bucket'],
    ['a prefix that cannot be', 'https://k:s3cr3t@host/bucket/a b'],
    ['an unknown parameter', 'https://k:s3cr3t@host/bucket?acl=public'],
    ['an unknown style', 'https://k:s3cr3t@host/bucket?style=dns'],
  ])('%s is refused, and the secret is not repeated', (_what, url) => {
    const target = readS3Url(url)
    expect(target).toEqual(expect.any(String))
    expect(target).not.toContain('s3cr3t')
  })
})
