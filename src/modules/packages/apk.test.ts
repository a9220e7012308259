/** Packages from the upload to the terminal that has installed them: a simulator downloads, checks and reports, over real sockets. */
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apkOf } from '#simulators/apk.ts'
import { connectDevice, type Credentials } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { postFile } from '../../../tests/harness/sheet.ts'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { readManifest } from './readManifest.server.ts'

const PACKAGE = 'cn.portico.terminal'
const CHUNK = 4 * 1024 * 1024
let platform: TestPlatform
const terminals: { credentials: Credentials; simulated: Simulated }[] = []

beforeAll(async () => {
  platform = await startPlatform()
  for (const no of [1, 2]) {
    const credentials = await connectDevice(platform.server, platform.appId, platform.models.faceEqui!, `AP-${no}`)
    const simulated = simulate('faceEqui', {
      host: '127.0.0.1',
      port: platform.gateway.port,
      credentials,
      installMs: 50,
      apps: [{ packageName: PACKAGE, versionName: '2.6.3', versionCode: 263 }],
      download: async url => {
        const { pathname, search } = new URL(url)
        const answer = await platform.server.app.inject({ url: pathname + search })
        if (answer.statusCode !== 200) throw new Error(String(answer.statusCode))
        return answer.rawPayload
      },
    })
    simulated.device.start()
    terminals.push({ credentials, simulated })
  }
})
afterAll(async () => {
  for (const { simulated } of terminals) await simulated.device.stop()
  await platform.close()
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<any> =>
  (await platform.server.call(method, url, body)).body
async function upload(bytes: Buffer): Promise<any> {
  const { data } = await call('POST', '/api/admin/apk/upload', { name: 'a.apk', size: bytes.length })
  for (let no = 0; no < data.chunks; no += 1)
    await postFile(
      platform.server,
      `/api/admin/apk/upload/${data.id}/${no}`,
      'a.apk',
      bytes.subarray(no * CHUNK, (no + 1) * CHUNK),
    )
  return call('POST', `/api/admin/apk/upload/${data.id}/finish`, {})
}
const apkAt = async (versionCode: number, more: object = {}): Promise<any> => {
  const { data } = await upload(apkOf({ packageName: PACKAGE, versionName: `v${versionCode}`, versionCode }))
  return call('POST', '/api/admin/apk', {
    uploadId: data.id,
    appName: '人脸终端',
    packageName: PACKAGE,
    versionName: `v${versionCode}`,
    versionCode,
    changelog: '修复若干问题',
    ...more,
  })
}
const installs = async (id: string): Promise<any[]> => (await call('GET', `/api/admin/apk/${id}/installs`)).data

describe('a package', () => {
  test('identifies the file in both string encodings; another file identifies nothing', async () => {
    for (const utf16 of [false, true]) {
      const bytes = apkOf({ packageName: PACKAGE, versionName: '2.7.0', versionCode: 270, utf16 })
      const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
      expect(await readManifest(read, bytes.length)).toEqual({
        packageName: PACKAGE,
        versionName: '2.7.0',
        versionCode: 270,
        minSdk: 24,
      })
      // Cut at any place it is refused, and nothing is thrown.
      for (let cut = 0; cut < bytes.length; cut += 97) {
        const part = bytes.subarray(0, cut)
        await expect(readManifest(async (at, n) => part.subarray(at, at + n), cut)).resolves.toBeNull()
      }
    }
  })

  test('arrives in parts, complete, and only under its own name', async () => {
    expect((await call('POST', '/api/admin/apk/upload', { name: 'a.exe', size: 9 })).data.fields[0].field).toBe('file')
    expect((await call('POST', '/api/admin/apk/upload', { name: 'a.apk', size: 600 * 1024 * 1024 })).msg).toContain(
      '500 MB',
    )
    const large = apkOf({ packageName: PACKAGE, versionName: '2.7.0', versionCode: 270, weight: CHUNK + 1234 })
    const { data: begun } = await call('POST', '/api/admin/apk/upload', { name: 'a.apk', size: large.length })
    expect(begun.chunks).toBe(2)
    const send = (no: number, bytes: Buffer) =>
      postFile<any>(platform.server, `/api/admin/apk/upload/${begun.id}/${no}`, 'a.apk', bytes)
    expect((await send(1, large.subarray(CHUNK))).body.code).toBe(1)
    await send(0, large.subarray(0, CHUNK))
    expect((await call('POST', `/api/admin/apk/upload/${begun.id}/finish`, {})).msg).toContain('没有传完')
    expect((await send(0, large.subarray(0, CHUNK))).body.data).toBe(1)
    await send(1, large.subarray(CHUNK))
    const { data } = await call('POST', `/api/admin/apk/upload/${begun.id}/finish`, {})
    expect(data).toMatchObject({ size: large.length, manifest: { packageName: PACKAGE, versionCode: 270 } })
    const body = {
      uploadId: data.id,
      appName: '人脸终端',
      packageName: PACKAGE,
      versionName: '2.7.0',
      changelog: '首版',
    }
    expect((await call('POST', '/api/admin/apk', { ...body, versionCode: 271 })).data.fields[0]).toMatchObject({
      field: 'versionCode',
    })
    const { data: made } = await call('POST', '/api/admin/apk', { ...body, versionCode: 270 })
    expect(made).toMatchObject({ state: 0, size: large.length, sha256: data.sha256, minSdk: 24 })
    expect((await apkAt(270)).code).toBe(1)
    expect((await call('POST', `/api/admin/apk/${made.id}/gray`, {})).data.fields[0].field).toBe('grayPercent')

    const { data: link } = await call('POST', `/api/admin/apk/${made.id}/link`, {})
    const path = link.url.slice('http://127.0.0.1'.length)
    expect((await platform.server.app.inject({ url: path })).rawPayload.equals(large)).toBe(true)
    const rest = await platform.server.app.inject({ url: path, headers: { range: `bytes=${CHUNK - 3}-` } })
    expect(rest.statusCode).toBe(206)
    expect(rest.rawPayload.equals(large.subarray(CHUNK - 3))).toBe(true)
    expect((await platform.server.app.inject({ url: path.replace(/key=..../, 'key=AAAA') })).statusCode).toBe(404)
    expect((await call('DELETE', `/api/admin/apk/${made.id}`)).code).toBe(0)
    expect((await platform.server.app.inject({ url: path })).statusCode).toBe(404)
  })
})

describe('twenty megabytes over a real socket', () => {
  const WHOLE = apkOf({ packageName: 'cn.portico.large', versionName: '1', versionCode: 1, weight: 20 * 1024 * 1024 })
  const stored = async (): Promise<number> =>
    (
      await readdir(join(platform.server.installation.dataDir, 'files'), { recursive: true, withFileTypes: true })
    ).filter(entry => entry.isFile()).length
  let base: string
  beforeAll(async () => {
    base = await platform.server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  const bearer = () => ({ authorization: `Bearer ${platform.server.token}` })
  const piece = (id: string, no: number): Promise<Response> => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(WHOLE.subarray(no * CHUNK, (no + 1) * CHUNK))]), 'a.apk')
    return fetch(`${base}/api/admin/apk/upload/${id}/${no}`, { method: 'POST', body, headers: bearer() })
  }
  /** The connection breaks in the middle of a piece. */
  const half = (id: string, no: number): Promise<void> =>
    new Promise(resolve => {
      const sent = httpRequest(`${base}/api/admin/apk/upload/${id}/${no}`, {
        method: 'POST',
        headers: { ...bearer(), 'content-type': 'multipart/form-data; boundary=b', 'content-length': CHUNK + 200 },
      })
      sent.on('error', () => resolve())
      sent.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.apk"\r\n\r\n')
      sent.write(WHOLE.subarray(no * CHUNK, no * CHUNK + CHUNK / 2), () =>
        setTimeout(() => sent.destroy(new Error('cut')), 50),
      )
    })
  const begin = async (): Promise<{ id: string; chunks: number }> =>
    (await call('POST', '/api/admin/apk/upload', { name: 'a.apk', size: WHOLE.length })).data

  test('a line that breaks in the middle goes on from there, and leaves nothing behind', async () => {
    const { id, chunks } = await begin()
    expect(chunks).toBe(6)
    expect((await piece(id, 0)).status).toBe(200)
    const before = await stored()
    await half(id, 1)
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(await stored()).toBe(before)
    for (let no = 1; no < chunks; no += 1) expect((await piece(id, no)).status).toBe(200)
    const { data } = await call('POST', `/api/admin/apk/upload/${id}/finish`, {})
    expect(data.sha256).toBe(createHash('sha256').update(WHOLE).digest('hex'))
    expect((await call('DELETE', `/api/admin/apk/upload/${id}`)).code).toBe(0)
    await until(async () => (await stored()) === before - 1, 'its pieces are removed')
  })
  test('called off while it is sent: the next piece is refused, and what arrived is removed', async () => {
    const before = await stored()
    const { id } = await begin()
    await piece(id, 0)
    await piece(id, 1)
    expect(await stored()).toBe(before + 2)
    expect((await call('DELETE', `/api/admin/apk/upload/${id}`)).code).toBe(0)
    expect((await piece(id, 2)).status).toBe(404)
    await until(async () => (await stored()) === before, 'its pieces are removed')
    const { data } = await upload(apkOf({ packageName: 'cn.portico.kept', versionName: '1', versionCode: 1 }))
    const made = {
      uploadId: data.id,
      appName: '留',
      packageName: 'cn.portico.kept',
      versionName: '1',
      versionCode: 1,
      changelog: 'x',
    }
    expect((await call('POST', '/api/admin/apk', made)).code).toBe(0)
    expect((await call('DELETE', `/api/admin/apk/upload/${data.id}`)).code, 'a package keeps its pieces').toBe(1)
  })
})

describe('terminals', () => {
  test('the trial devices install it, then all; none is downgraded', async () => {
    const [first, second] = terminals
    const { data: made } = await apkAt(280, { graySns: 'AP-1' })
    await until(async () => (await installs(made.id)).length === 2, 'both terminals to say what they have')
    expect((await installs(made.id)).map(row => [row.sn, row.stage, row.versionCode])).toEqual([
      ['AP-1', 'waiting', 263],
      ['AP-2', 'waiting', 263],
    ])
    const poll = async (at: number, secret?: string) => {
      const { sn, secret: own } = terminals[at]!.credentials
      return platform.server.app.inject({
        url: `/api/device/apk/latest?packageName=${PACKAGE}`,
        headers: { authorization: `Basic ${Buffer.from(`${sn}:${secret ?? own}`).toString('base64')}` },
      })
    }
    expect((await poll(0)).json().data).toBeNull()
    expect((await poll(0, 'wrong')).statusCode).toBe(401)
    await call('POST', `/api/admin/apk/${made.id}/gray`, {})
    expect((await poll(0)).json().data).toMatchObject({ versionCode: 280, packageName: PACKAGE })
    expect((await poll(1)).json().data).toBeNull()
    await until(async () => (await installs(made.id))[0].stage === 'installed', 'the first to install it', 20_000)
    expect((await installs(made.id))[1]).toMatchObject({ stage: 'waiting', versionCode: 263 })
    expect((await call('POST', `/api/admin/apk/${made.id}/push`, { deviceId: second!.credentials.id })).error).toBe(
      'wrong_state',
    )
    expect((await call('GET', `/api/admin/apk/${made.id}`)).data).toMatchObject({
      installed: 1,
      targets: 2,
      downloads: 1,
    })

    await call('POST', `/api/admin/apk/${made.id}/publish`, {})
    await until(async () => (await installs(made.id))[1].stage === 'installed', 'the second to install it', 20_000)
    // A lower version that is offered to all is sent to no terminal.
    const { data: lower } = await apkAt(270)
    await call('POST', `/api/admin/apk/${lower.id}/publish`, {})
    expect((await poll(0)).json().data).toBeNull()
    expect((await installs(lower.id)).map(row => row.stage)).toEqual(['newer', 'newer'])
    expect((await call('POST', `/api/admin/apk/${lower.id}/push`, { deviceId: first!.credentials.id })).error).toBe(
      'wrong_state',
    )
    const ordered = await platform.server.ports.db.query<{ origin_id: string }>(
      { role: 'engine' },
      sql`select distinct origin_id from devices.command where identifier = 'installApp'`,
    )
    expect(ordered).toEqual([{ origin_id: `apk ${made.id}` }])
    expect((await call('DELETE', `/api/admin/apk/${made.id}`)).error).toBe('wrong_state')
    await call('POST', `/api/admin/apk/${made.id}/withdraw`, { reason: '有缺陷' })
    const events = (
      await platform.ask('GET', `/api/device/event/page?deviceId=${first!.credentials.id}&identifier=appInstall`)
    ).records
    expect(events.length).toBe(1)
  })
})
