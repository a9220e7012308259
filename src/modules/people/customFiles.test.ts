/** Sealed template fields, and fields with documents: written, read by authorised users, and removed with their row. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retireDocuments } from '#modules/insight/retireDocuments.server.ts'
import { makeApplication } from '../../../tests/harness/device.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { postFile, xlsxOf } from '../../../tests/harness/sheet.ts'

let server: TestServer
let appId: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ appId } = await makeApplication(server))
})
afterAll(() => server.close())
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<any> =>
  (await server.call(method, url, body)).body

test('encrypts what is sensitive, and keeps attachments while a row uses them', async () => {
  const { id } = (
    await call('POST', '/api/admin/template', {
      name: '档案',
      kind: 'organization',
      fields: [
        { key: 'bank', label: '开户账号', type: 'text', sensitive: true, searchable: true, listed: true },
        { key: 'papers', label: '合同', type: 'file', types: ['pdf', 'txt'], count: 2 },
      ],
    })
  ).data
  await call('POST', `/api/admin/template/${id}/publish`, { reason: '首版' })
  await call('PUT', '/api/admin/application', { id: appId, orgTemplateId: id })
  const organization = `/api/person/organization?appId=${appId}`
  const upload = async (name: string, bytes: string | Uint8Array): Promise<any> =>
    (await postFile(server, `/api/admin/sys-file/upload?kind=document&appId=${appId}`, name, bytes)).body
  const pdf = '%PDF-1.7\n1 0 obj\n%%EOF'
  const contract = (await upload('../../合同<第一份>.pdf', pdf)).data
  expect(contract).toMatchObject({ name: '合同第一份.pdf', bytes: 22 })
  const zip = (await upload('a.zip', await xlsxOf([['甲']]))).data
  expect((await upload('a.pdf', '<html>')).data.fields[0].msg).toBe('文件内容不是 .pdf')

  const refused = async (fields: object): Promise<string> =>
    (await call('POST', organization, { name: '财务部', ...fields })).data.fields[0].msg
  expect(await refused({ ext_papers: [zip.id] })).toBe('合同只支持 .pdf、.txt 文件')
  expect(await refused({ ext_papers: ['A'.repeat(22)] })).toBe('合同已失效，请重新上传')
  expect(await refused({ ext_papers: [contract.id, zip.id, 'B'.repeat(22)] })).toContain('最多2个文件')
  const made = (
    await call('POST', organization, { name: '财务部', ext_bank: '6222000011112222', ext_papers: [contract.id] })
  ).data
  expect(made).toMatchObject({ ext_bank: '6****', ext_papers: [contract.id] })
  // A file belongs to one row: another row cannot use it, and so cannot remove it.
  expect(await refused({ ext_papers: [contract.id] })).toBe('合同已失效，请重新上传')

  const [kept] = await server.ports.db.query<{ ext: string }>(
    { role: 'engine' },
    sql`select ext::text from people.organization where id = ${made.id}`,
  )
  expect(kept!.ext).not.toContain('6222')
  const tree = (query: string) => call('GET', `/api/person/organization/page?appId=${appId}&${query}`)
  expect((await tree('ext_bank=6222000011112222')).data.records.map((row: any) => row.name)).toEqual(['财务部'])
  expect((await tree('ext_bank=6222')).data.records).toEqual([])
  await call('PUT', organization, { id: made.id, ext_bank: '6****', name: '财务一部' })
  const reveal = `/api/person/organization/${made.id}/reveal?appId=${appId}`
  expect((await call('POST', reveal, {})).data.fields[0].field).toBe('reason')
  expect((await call('POST', reveal, { reason: '付款核对' })).data).toEqual({ ext_bank: '6222000011112222' })

  // It is returned unchanged, by a link valid for minutes, never inline.
  const info = await call('GET', `/api/admin/sys-file/info?ids=${contract.id}`)
  expect(info.data).toEqual([{ id: contract.id, name: '合同第一份.pdf', bytes: 22 }])
  const { url } = (await call('POST', `/api/admin/sys-file/${contract.id}/link`, {})).data
  const file = await server.app.inject({ method: 'GET', url })
  expect(file.body).toBe(pdf)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="document"; filename*=UTF-8''${encodeURIComponent('合同第一份.pdf')}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
  expect((await server.app.inject({ method: 'GET', url: url.replace(/sign=.{8}/, 'sign=AAAAAAAA') })).statusCode).toBe(
    404,
  )
  expect((await server.app.inject({ method: 'GET', url: url.split('?')[0]! })).statusCode).toBe(404)
  expect((await call('GET', `/api/admin/sys-file/${contract.id}`)).error).toBe('not_found')

  // Once removed from the row, it is removed by retention; files of rows stay.
  const second = (await upload('说明.txt', '附件说明')).data
  await call('PUT', organization, { id: made.id, ext_papers: [second.id] })
  const later = { ...server.ports, now: () => new Date(Date.now() + 25 * 3_600_000) }
  await retireDocuments(later, new AbortController().signal)
  expect(await server.ports.files.get(contract.id)).toBeNull()
  expect(await server.ports.files.get(zip.id)).toBeNull()
  expect(await server.ports.files.get(second.id)).not.toBeNull()
  await call('DELETE', `/api/person/organization/${made.id}?appId=${appId}`)
  await retireDocuments(later, new AbortController().signal)
  expect(await server.ports.files.get(second.id)).toBeNull()

  const quota = server.ports.fileQuotaBytes
  Object.assign(server.ports, { fileQuotaBytes: 10 })
  const full = await upload('大.txt', '超过额度的文件')
  Object.assign(server.ports, { fileQuotaBytes: quota })
  expect([full.error, full.msg]).toEqual(['full', expect.stringContaining('文件空间已用满')])
})
