/** S-UP: files of wrong types, names with paths, malformed bodies: on every route that accepts a file, and in what is returned. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nouns } from '#main/registry.ts'
import { makeApplication } from '../harness/device.ts'
import { forget, makePerson, makeRole, tokenOf } from '../harness/people.ts'
import { startTestServer, type Answer, type TestServer } from '../harness/server.ts'
import { bodyOf, BOUNDARY, liars, MARK, plain, SCRIPT, type Part } from './hostileFiles.ts'

let server: TestServer
let appId = ''
let [foreign, link] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  const made = await makeApplication(server)
  appId = made.appId
  const device = await server.call('POST', '/api/device/warehouse', {
    sn: 'UPLOAD-1',
    name: '南门',
    modelId: made.models.accessControlDevice,
  })
  const { labelCode } = (await server.call('GET', `/api/device/warehouse/${device.body.data.id}`)).body.data
  link = `/api/device/label/${labelCode}/report`
  const role = await makeRole(server, 'nanc-all', { sourceId: '3' })
  await makePerson(server, 'nanc-boss', { type: 2, sourceId: '3', roleIds: [role] })
  foreign = await tokenOf(server, 'nanc-boss', 'nanc')
}, 60_000)
afterAll(() => server.close())
beforeEach(() => forget(server))

/** Every route that accepts a file, with the field for it. */
const routes = (): { url: string; field: string }[] => [
  ...['image', 'portrait', 'document'].map(kind => ({
    url: `/api/admin/sys-file/upload?kind=${kind}&appId=${appId}`,
    field: 'file',
  })),
  ...server.app.rules.flatMap(({ method, url }) =>
    method === 'POST' && url.endsWith('/import') ? [{ url: `${url}?appId=${appId}&dry=true`, field: 'file' }] : [],
  ),
  { url: '/api/admin/apk/upload/1/0', field: 'file' },
  { url: link, field: 'photos' },
]

async function send(
  url: string,
  payload: Buffer | string,
  { type = `multipart/form-data; boundary=${BOUNDARY}`, token = server.token }: { type?: string; token?: string } = {},
): Promise<Answer> {
  const response = await server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

const REFUSED = [400, 403, 404, 413, 415, 428, 429]
/** Checks that it is refused with a message, which repeats nothing of it. */
function refusedWell({ status, body }: Answer): string | null {
  if (!REFUSED.includes(status)) return `${status} ${JSON.stringify(body).slice(0, 160)}`
  if (!body.msg || body.code === 0) return `${status} without words`
  return JSON.stringify(body).includes(MARK) ? 'tells back what was sent' : null
}

test('the routes that take files are those that are tried here', () => {
  const readers: string[] = []
  const look = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) look(path)
      else if (
        /\.ts$/.test(entry.name) &&
        /request\.(file|files|parts|saveRequestFiles)\(/.test(readFileSync(path, 'utf8'))
      )
        readers.push(entry.name)
    }
  }
  look(join(import.meta.dirname, '../../src'))
  // A new one must be added to `routes` first.
  expect(readers.sort()).toEqual(['apkUpload.server.ts', 'files.server.ts', 'importRoutes.ts', 'label.server.ts'])
  expect(routes().length).toBeGreaterThan(6)
})

describe('a file of another type than its name', () => {
  test('is refused with a reason by every route, and nothing of it is stored', async () => {
    const wrong: string[] = []
    const kept = readdirSync(join(server.installation.dataDir), { recursive: true }).length
    // All imports are read by the same code.
    const tried = routes().filter(
      ({ url }, at, all) => !url.includes('/import?') || all[at - 1]?.url.includes('=document'),
    )
    for (const { url, field } of tried)
      for (const [what, part] of await liars()) {
        const problem = refusedWell(await send(url, bodyOf([{ ...part, field }])))
        if (problem) wrong.push(`${url} ${what}: ${problem}`)
      }
    expect(wrong).toEqual([])
    expect(readdirSync(join(server.installation.dataDir), { recursive: true }).length).toBe(kept)
  }, 60_000)

  test('bodies that are no bodies: refused by every route', async () => {
    const good: Part = { name: 'a.png', type: 'image/png', bytes: await plain('png') }
    const whole = bodyOf([good])
    const BODIES: [string, Buffer | string, { type?: string }?][] = [
      ['no part', bodyOf([])],
      ['another field', bodyOf([{ ...good, field: 'other' }])],
      ['a prototype as field', bodyOf([{ ...good, field: '__proto__' }])],
      ['a word instead of a file', bodyOf([{ bytes: 'abc' }])],
      [
        'forty words before it',
        bodyOf([...Array.from({ length: 40 }, (_, at) => ({ field: `f${at}`, bytes: 'x' })), good]),
      ],
      ['cut off', whole.subarray(0, whole.length - 60)],
      ['cut off in its head', whole.subarray(0, 60)],
      ['another boundary', whole, { type: 'multipart/form-data; boundary=other' }],
      ['no boundary', whole, { type: 'multipart/form-data' }],
      ['JSON', JSON.stringify({ file: 'a' }), { type: 'application/json' }],
      ['a form', 'file=a', { type: 'application/x-www-form-urlencoded' }],
      ['no type', whole, { type: 'text/plain' }],
      ['nothing', ''],
    ]
    const wrong: string[] = []
    for (const { url } of routes())
      for (const [what, body, more] of BODIES) {
        const answer = await Promise.race([
          send(url, body, more),
          new Promise<null>(resolve => setTimeout(() => resolve(null), 30_000).unref()),
        ])
        const problem = answer ? refusedWell(answer) : 'no answer'
        if (problem) wrong.push(`${url} ${what}: ${problem}`)
      }
    expect(wrong).toEqual([])
  }, 60_000)
})

const upload = (kind: string, part: Part, token?: string): Promise<Answer> =>
  send(`/api/admin/sys-file/upload?kind=${kind}`, bodyOf([part]), token ? { token } : {})
const get = (url: string, token: string | null = server.token) =>
  server.app.inject({ method: 'GET', url, headers: token ? { authorization: `Bearer ${token}` } : {} })

describe('pictures', () => {
  test('come back drawn anew: without their place, their maker, or what was hung on behind', async () => {
    const carried = await sharp(await plain('jpeg', 300))
      .withExif({
        IFD0: { Artist: MARK, Copyright: SCRIPT },
        IFD3: { GPSLatitude: '22/1 32/1 0/1', GPSLongitude: '114/1 3/1 0/1' },
      })
      .toBuffer()
    expect(carried.includes(MARK)).toBe(true)
    for (const bytes of [
      carried,
      Buffer.concat([carried, Buffer.from(SCRIPT)]),
      Buffer.concat([await plain('png', 300), Buffer.from(`<?php ${SCRIPT}`)]),
    ]) {
      const { body } = await upload('image', { name: 'a.jpg', type: 'image/jpeg', bytes })
      expect(body.code).toBe(0)
      const seen = await get(body.data.url)
      expect(seen.statusCode).toBe(200)
      expect(seen.rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8')
      expect(seen.rawPayload.includes(MARK)).toBe(false)
      expect((await sharp(seen.rawPayload).metadata()).exif).toBeUndefined()
      expect(seen.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
      expect(String(seen.headers['cache-control'])).toContain('private')
      expect(String(seen.headers['content-security-policy'])).toContain('sandbox')
    }
  })

  test('bear names by chance, whatever they were called; no name leads out of the folder or breaks a header', async () => {
    const bytes = await plain('png')
    const names = [
      '../../../etc/passwd',
      '..\\..\\a.png',
      '/etc/passwd',
      'a\0.png',
      'a%00.png',
      `a${SCRIPT}.png`,
      '.htaccess',
      'con.png',
      'x'.repeat(4000) + '.png',
      '',
      '\u202egnp.exe',
      '中文 名.png',
    ]
    const ids = new Set<string>()
    for (const name of names) {
      const { status, body } = await upload('image', { name, type: 'image/png', bytes })
      // An empty name means no file.
      if (status !== 200) expect([name, status]).toEqual([name, 400])
      else {
        expect(body.data.id).toMatch(/^[A-Za-z0-9_-]{22}$/)
        ids.add(body.data.id)
      }
    }
    expect(ids.size).toBeGreaterThanOrEqual(names.length - 2)
    const files = readdirSync(server.installation.dataDir, { recursive: true }).map(String)
    expect(files.filter(name => /passwd|htaccess|\.png|\.exe|k7upload/.test(name))).toEqual([])
    // Sealed: pictures are unreadable on the disk.
    for (const name of files) {
      const path = join(server.installation.dataDir, name)
      if (statSync(path).isFile() && [...ids].some(id => name.includes(id)))
        expect(readFileSync(path).subarray(1, 4).toString()).not.toBe('PNG')
    }
  })

  test('are private: not without a session, not from another organisation, no guessing and no listing', async () => {
    const { data } = (await upload('image', { name: 'a.png', bytes: await plain('png') })).body
    expect((await get(data.url)).statusCode).toBe(200)
    expect((await get(data.url, null)).statusCode).toBe(401)
    expect((await get(data.url, foreign)).statusCode).toBe(404)
    for (const path of [
      '',
      '/',
      '/..',
      '/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '/..%5c..%5cx',
      `/${'a'.repeat(22)}`,
      `/${data.id}%00`,
      `/${data.id}/`,
      `/${data.id}.png`,
    ]) {
      const answer = await get(`/api/admin/sys-file${path}`)
      expect([path, answer.statusCode]).toEqual([path, 404])
    }
  })
})

describe('documents', () => {
  const pdf = Buffer.from(`%PDF-1.7\n${SCRIPT}\n%%EOF`)
  test('come back as they are, and only to be saved: by a link that is short, and good for one person and one document', async () => {
    const names = [`a".pdf`, `a\tb;c.pdf`, `../../x.pdf`, `${MARK}${SCRIPT}.pdf`]
    for (const name of names) {
      const stored = await upload('document', { name: name.replaceAll('"', '%22'), type: 'text/html', bytes: pdf })
      expect([name, stored.body.code]).toEqual([name, 0])
      const { id } = stored.body.data
      const { url } = (await server.call('POST', `/api/admin/sys-file/${id}/link`, {})).body.data
      const given = await get(url, null)
      expect(given.statusCode).toBe(200)
      expect(given.rawPayload.equals(pdf)).toBe(true)
      expect(given.headers).toMatchObject({
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      expect(String(given.headers['content-disposition'])).toMatch(
        /^attachment; filename="document"; filename\*=UTF-8''[A-Za-z0-9%._()!~*-]+$/,
      )
      expect(String(given.headers['content-security-policy'])).toContain('sandbox')
      // Never shown in the page.
      expect((await get(`/api/admin/sys-file/${id}`)).statusCode).toBe(404)
    }
  })
  test('another person, another document, another time: the link is none', async () => {
    const [one, two] = await Promise.all(
      [0, 1].map(async at => (await upload('document', { name: `${at}.pdf`, bytes: pdf })).body.data.id as string),
    )
    const url = new URL(
      (await server.call('POST', `/api/admin/sys-file/${one}/link`, {})).body.data.url as string,
      'http://x',
    )
    const changed = (name: string, value: string): string => {
      const other = new URL(url)
      other.searchParams.set(name, value)
      return other.pathname + other.search
    }
    expect(Number(url.searchParams.get('until')) * 1000 - Date.now()).toBeLessThanOrEqual(300_000)
    const until = Number(url.searchParams.get('until'))
    for (const bad of [
      changed('until', String(until + 60)),
      changed('until', String(until - 100_000)),
      changed('user', '2'),
      changed('sign', ''),
      changed('sign', 'A'.repeat(43)),
      url.pathname,
      url.pathname.replace(one!, two!) + url.search,
    ])
      expect([bad, (await get(bad, null)).statusCode]).toEqual([bad, 404])
    expect((await get(url.pathname + url.search, foreign)).statusCode, 'in the hands of somebody else').toBe(404)
    expect((await server.call('POST', `/api/admin/sys-file/${one}/link`, {}, { token: foreign })).status).toBe(404)
    expect((await get(url.pathname + url.search, null)).statusCode).toBe(200)
  })
  test('what could act is no document: macros, and what the ending does not promise', async () => {
    for (const name of ['a.docm', 'a.xlsm', 'a.js', 'a.hta', 'a.pdf.exe', 'a.lnk', 'a'])
      expect([name, (await upload('document', { name, bytes: pdf })).status]).toEqual([name, 400])
  })
})

test('the error of an import with a bad file names nothing of this machine', async () => {
  for (const noun of nouns.values()) {
    if (!server.app.hasRoute({ method: 'POST', url: `${noun.api}/import` })) continue
    const { body } = await send(
      `${noun.api}/import?appId=${appId}&dry=true`,
      bodyOf([{ name: '../../etc/passwd.csv', bytes: `a,b\n${SCRIPT},1` }]),
    )
    expect(JSON.stringify(body)).not.toMatch(/\/tmp|\/home|node_modules|Error:|at \w+ \(/)
  }
})
