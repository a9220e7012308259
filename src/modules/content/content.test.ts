/** Documents and messages, from the sides of their authors and their readers. */
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePerson, makeRole, PASSWORD, tokenOf } from '../../../tests/harness/people.ts'
import { until } from '../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { postFile } from '../../../tests/harness/sheet.ts'
import { newCaptcha } from '#modules/identity/signIn/captcha.server.ts'
import { retireDocuments } from '#modules/insight/retireDocuments.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<any> =>
  (await server.call(method, url, body)).body
const anybody = async (method: 'GET' | 'POST', url: string, body?: unknown): Promise<any> =>
  (await server.call(method, url, body, { token: null })).body

describe('documents', () => {
  test('the seeded ones are there for everybody, in both languages', async () => {
    const zh = (await anybody('GET', '/api/docs/tree?language=zh')).data
    const en = (await anybody('GET', '/api/docs/tree?language=en')).data
    const titles = (tree: any[]) => tree.flatMap(dir => dir.docs.map((doc: any) => doc.title))
    expect(titles(zh).length).toBeGreaterThanOrEqual(5)
    expect(titles(en)).toHaveLength(titles(zh).length)
    expect(titles(en).join('')).not.toMatch(/[一-鿿]/)
    const { data } = await anybody('GET', `/api/docs/${en[0].docs[0].id}`)
    expect(data.dirName).toBe(en[0].name)
    expect(data.dirName).not.toMatch(/[一-鿿]/)
  })

  test('what is written is read only once it is published, as it was published', async () => {
    const dir = (await staff('POST', '/api/admin/docDir', { name: '内部', visible: 2, sort: 9 })).data
    const open = (await staff('POST', '/api/admin/docDir', { name: '公告', visible: 1, sort: 8 })).data
    const doc = (
      await staff('POST', '/api/admin/doc', {
        title: '停机通知',
        dirId: open.id,
        language: 'zh',
        content: '<p>周六维护</p><script>alert(1)</script><img src=x onerror=alert(1)>',
      })
    ).data
    expect((await anybody('GET', `/api/docs/${doc.id}`)).error).toBe('not_found')
    expect((await staff('POST', `/api/admin/doc/${doc.id}/publish`, {})).data).toMatchObject({
      state: 1,
      version: 1,
      changed: 0,
    })
    const read = (await anybody('GET', `/api/docs/${doc.id}`)).data
    expect(read.content).toContain('周六维护')
    expect(read.content).not.toMatch(/script|onerror/)

    const edited = await staff('PUT', '/api/admin/doc', { id: doc.id, content: '<p>改到周日</p>' })
    expect(edited.data).toMatchObject({ changed: 1 })
    expect((await anybody('GET', `/api/docs/${doc.id}`)).data.content).toContain('周六')
    await staff('POST', `/api/admin/doc/${doc.id}/publish`, {})
    expect((await anybody('GET', `/api/docs/${doc.id}`)).data).toMatchObject({ version: 2, content: '<p>改到周日</p>' })
    expect((await staff('GET', `/api/admin/doc/${doc.id}/versions`)).data.map((one: any) => one.version)).toEqual([
      2, 1,
    ])
    await staff('POST', `/api/admin/doc/${doc.id}/restore`, { version: 1 })
    expect((await staff('GET', `/api/admin/doc/${doc.id}`)).data).toMatchObject({ changed: 1, viewCount: 3 })

    expect((await anybody('GET', `/api/docs/page?keyword=${encodeURIComponent('周日')}`)).data).toMatchObject([
      { id: doc.id, inTitle: false },
    ])
    expect((await anybody('GET', '/api/docs/page?keyword=%25')).data).toEqual([])
    await anybody('POST', `/api/docs/${doc.id}/helpful`, { yes: true })
    expect((await staff('GET', `/api/admin/doc/${doc.id}`)).data).toMatchObject({ helpfulCount: 1 })

    await staff('PUT', '/api/admin/doc', { id: doc.id, dirId: dir.id })
    expect((await anybody('GET', `/api/docs/${doc.id}`)).error).toBe('not_found')
    expect((await staff('GET', `/api/docs/${doc.id}`)).code).toBe(0)
    await staff('POST', `/api/admin/doc/${doc.id}/withdraw`, {})
    expect((await staff('GET', `/api/docs/${doc.id}`)).error).toBe('not_found')
  })

  test('a picture in it is re-encoded, readable by all, and deleted when no document uses it', async () => {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 4, background: '#3fa1ff80' } })
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .png()
      .toBuffer()
    const send = (what: Uint8Array | string, token = server.token) =>
      postFile<any>(server, '/api/admin/sys-file/upload?kind=content', 'a.png', what, { token })
    const { id, url, width, height } = (await send(bytes)).body.data
    expect([url, width, height]).toEqual([`/api/content/picture/${id}`, 60, 40])
    expect((await send('<svg xmlns="http://www.w3.org/2000/svg"/>')).body.msg).toBe('只支持 JPG、PNG 或 WebP 图片')
    const role = await makeRole(server, 'READER', { points: /^doc:(list|view)$/ })
    await makePerson(server, 'reader', { roleIds: [role] })
    expect((await send(bytes, await tokenOf(server, 'reader'))).status).toBe(403)

    const dir = (await staff('GET', '/api/admin/docDir/tree')).data[0]
    const doc = (
      await staff('POST', '/api/admin/doc', {
        title: '接线',
        dirId: dir.id,
        language: 'zh',
        content: `<p>如图</p><img src="${url}" alt="接线图" width="60" height="40" /><img src="https://evil.example/x.png">`,
      })
    ).data
    expect(doc.content).toBe(`<p>如图</p><img src="${url}" alt="接线图" width="60" height="40" />`)
    const seen = await server.app.inject({ method: 'GET', url })
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/webp'])
    const meta = await sharp(seen.rawPayload).metadata()
    expect([meta.width, meta.hasAlpha, meta.exif]).toEqual([60, true, undefined])
    const other = (await send(bytes)).body.data.id
    expect((await server.app.inject({ method: 'GET', url: `/api/content/picture/${'A'.repeat(22)}` })).statusCode).toBe(
      404,
    )

    const later = { ...server.ports, now: () => new Date(Date.now() + 25 * 3_600_000) }
    const retire = () => retireDocuments(later, new AbortController().signal)
    await retire()
    expect([await server.ports.files.get(other), (await server.ports.files.get(id)) !== null]).toEqual([null, true])
    await staff('POST', `/api/admin/doc/${doc.id}/publish`, {})
    // Removed from the text, it is still in an earlier version.
    await staff('PUT', '/api/admin/doc', { id: doc.id, content: '<p>见正文</p>' })
    await retire()
    expect(await server.ports.files.get(id)).not.toBeNull()
    await staff('POST', `/api/admin/doc/${doc.id}/withdraw`, {})
    await staff('DELETE', `/api/admin/doc/${doc.id}`)
    await until(async () => {
      await retire()
      return (await server.ports.files.get(id)) === null
    }, 'the picture to go')
  })

  test('a stopped folder hides its documents and those below it, and a merged one hands them over', async () => {
    const dirOf = async (name: string, parentId?: string): Promise<string> =>
      (await staff('POST', '/api/admin/docDir', { name, visible: 1, ...(parentId ? { parentId } : {}) })).data.id
    const top = await dirOf('维保')
    const below = await dirOf('电梯', top)
    const written = (
      await staff('POST', '/api/admin/doc', { title: '年检', dirId: below, language: 'zh', content: '<p>每年一次</p>' })
    ).data
    await staff('POST', `/api/admin/doc/${written.id}/publish`, {})
    const isRead = async (): Promise<boolean> =>
      (await anybody('GET', '/api/docs/tree?language=zh')).data.some((dir: any) =>
        dir.docs.some((one: any) => one.id === written.id),
      )
    expect(await isRead()).toBe(true)
    await staff('POST', `/api/admin/docDir/${top}/stop`, {})
    expect(await isRead()).toBe(false)
    expect((await anybody('GET', `/api/docs/${written.id}`)).data?.content).toBeUndefined()
    const refused = await staff('POST', '/api/admin/doc', {
      title: '新',
      dirId: top,
      language: 'zh',
      content: '<p>x</p>',
    })
    expect(refused.msg).toBe('文档目录“维保”已停用，不能选用')
    const other = await dirOf('设施')
    await staff('POST', `/api/admin/docDir/${below}/merge`, { intoId: other })
    expect(await isRead()).toBe(true)
    expect((await staff('GET', `/api/admin/doc/${written.id}`)).data.dirName).toBe('设施')
    await staff('DELETE', `/api/admin/doc/${written.id}`)
  })

  test('a link to a document that is not there is named before it is published', async () => {
    const dir = (await staff('GET', '/api/admin/docDir/tree')).data[0]
    const doc = (
      await staff('POST', '/api/admin/doc', {
        title: '断链',
        dirId: dir.id,
        language: 'zh',
        content: '<p><a href="/docs/123">见这里</a></p>',
      })
    ).data
    const refused = await staff('POST', `/api/admin/doc/${doc.id}/publish`, {})
    expect(refused.data.fields[0]).toMatchObject({ field: 'content', msg: expect.stringContaining('123') })
  })
})

describe('messages', () => {
  const MESSAGE = { name: '赵六', phone: '13700001111', kind: 2, content: '想了解门禁方案', platform: 'foshan' }
  const write = async (fields: object): Promise<any> => {
    const randomStr = `c${Math.random().toString(36).slice(2)}00000000`
    return anybody('POST', '/api/contact', {
      ...MESSAGE,
      randomStr,
      code: await newCaptcha(server.ports, randomStr),
      ...fields,
    })
  }

  test('need a captcha, name what is wrong, and arrive at the brand they were written to', async () => {
    expect((await write({ code: '....' })).error).toBe('bad_captcha')
    expect((await write({ phone: '12', content: '' })).data.fields.map((field: any) => field.field).sort()).toEqual([
      'content',
      'phone',
    ])
    expect((await write({})).data).toBe(true)
    const [row] = (await staff('GET', '/api/admin/leaveMessage/page')).data.records
    expect(row).toMatchObject({ name: '赵六', phone: '137****1111', sourceId: '2', state: 0 })
    expect(
      (await staff('POST', `/api/admin/leaveMessage/${row.id}/contact`, { reason: '已电话沟通' })).data,
    ).toMatchObject({ state: 1, handleRemark: '已电话沟通' })
    expect((await staff('POST', `/api/admin/leaveMessage/${row.id}/reopen`, {})).error).toBe('wrong_state')
  })

  test('are handed to an agency, which then has them in its own list, with the brand they came from', async () => {
    const made = await staff('POST', '/api/admin/agency', {
      ...{ name: '跟进科技', code: 'follow', contact: '孙七', phone: '13600001111', level: 1, username: 'follow-main' },
      password: PASSWORD,
    })
    const agencyId = made.data.id
    await write({ name: '钱八' })
    const list = async (token = server.token): Promise<any[]> =>
      (await server.call('GET', '/api/admin/leaveMessage/page?size=100', undefined, { token })).body.data.records
    const { id } = (await list()).find(row => row.name === '钱八')
    await server.ports.db.query(
      { role: 'engine' },
      sql`update identity.account set must_change = false where username = 'follow-main'`,
    )
    const token = await tokenOf(server, 'follow-main')
    expect(await list(token)).toEqual([])
    const hand = (ids: string[], to: string): Promise<any> =>
      staff('POST', '/api/admin/leaveMessage/handOver', { ids, agencyId: to, remark: '在你们片区' })
    expect((await hand([id], '99')).data.fields[0]).toMatchObject({ field: 'agencyId' })
    expect((await hand([id], agencyId)).data).toBe(1)
    expect((await hand([id], agencyId)).data).toBe(0)
    const row = (await list()).find(one => one.id === id)
    expect(row).toMatchObject({ brandId: '2', sourceId: agencyId, state: 0, handleRemark: '在你们片区' })
    expect(row).toMatchObject({ permission: { handOver: true } })
    const own = { id, name: '钱八', phone: '137****1111', permission: { handOver: false } }
    expect(await list(token)).toMatchObject([own])
    const foreign = { ids: [id], agencyId }
    const back = await server.call('POST', '/api/admin/leaveMessage/handOver', foreign, { token })
    expect(back.status).toBe(403)
    const done = await server.call('POST', `/api/admin/leaveMessage/${id}/win`, { reason: '已签约' }, { token })
    expect(done.body.data).toMatchObject({ state: 2 })
    expect((await hand([id], agencyId)).error).toBe('wrong_state')
  })

  test('many at once from one address do not pass', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => write({ content: '刷屏' })))
    expect(answers.filter(answer => answer.code === 0).length).toBeLessThanOrEqual(5)
    expect(answers.filter(answer => answer.error === 'too_many').length).toBeGreaterThanOrEqual(2)
  })
})
