/** The request layer by parts 7 and 8 of the specification: what is sent, what counts as an answer, what is shown. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadDictionary } from '#console/data/dictionary.ts'
import { download, fetchBlob, get, post, RequestError, saveBlob, send, setRequestHost } from '#console/data/request.ts'
import { setSessionValue } from '#console/data/session.ts'
import { setLanguage } from '#console/kit/language.tsx'
import { toast, toastItems } from '#console/kit/overlay/toast.ts'

type Sent = { url: string; method: string; headers: Headers; body: unknown; credentials: string | undefined }
let sent: Sent[] = []
let answer: () => Response = () => Response.json({ code: 0, msg: null, data: 1 })
const expired = vi.fn()
const toastTexts = (): (string | undefined)[] =>
  toastItems().map(item => (typeof item.words === 'string' ? item.words : item.words[0]))

beforeEach(() => {
  setLanguage('zh')
  sent = []
  answer = () => Response.json({ code: 0, msg: null, data: 1 })
  expired.mockReset()
  for (const item of toastItems()) toast.close(item.id)
  setSessionValue('access_token', 'T')
  setRequestHost({ appId: () => undefined, expired })
  // The network's end is ours; everything before it is the real thing.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    sent.push({
      url: String(input),
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      credentials: init.credentials,
    })
    return answer()
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  setSessionValue('access_token', null)
  setRequestHost({ appId: () => undefined })
})

test('Bearer, credentials, and the application of the route in query and body; a caller may name another', async () => {
  setRequestHost({ appId: () => '7' })
  await get('/api/x', { name: 'a' })
  await post('/api/x', { name: 'a' })
  await post('/api/x', { appId: '8' })
  expect(sent.map(({ url, method, body }) => [method, url, body])).toEqual([
    ['GET', '/api/x?name=a&appId=7', undefined],
    ['POST', '/api/x?appId=7', { name: 'a', appId: '7' }],
    ['POST', '/api/x?appId=8', { appId: '8' }],
  ])
  expect(sent[0]!.headers.get('Authorization')).toBe('Bearer T')
  expect(sent[0]!.credentials).toBe('include')
})

test('the helpers of date filters are left out when they are objects', async () => {
  await post('/api/x', { searchDateBtn: {}, entrysearchDateBtn: [], createTimeBtn: 'week', kept: {} })
  await get('/api/x', { searchDateBtn: { a: 1 }, createTimeBtn: 'day' })
  expect(sent[0]!.body).toEqual({ createTimeBtn: 'week', kept: {} })
  expect(sent[1]!.url).toBe('/api/x?createTimeBtn=day')
})

test.each([
  ['a code other than 0', 200, { code: 1, msg: '名称已存在' }, '名称已存在'],
  ['no words', 500, { code: 1, msg: null }, '操作失败'],
  ['another status', 404, { code: 1, msg: '资源不存在' }, '资源不存在'],
  ['a code 0 with another status', 202, { code: 0, msg: null }, '操作失败'],
  ['no JSON at all', 502, undefined, '操作失败'],
])('%s is said and rejected', async (_what, status, body, words) => {
  answer = () => (body ? Response.json(body, { status }) : new Response('<html>', { status }))
  await expect(get('/api/x')).rejects.toBeInstanceOf(RequestError)
  expect(toastTexts()).toEqual([words])
})

test('noCode accepts, showError hands back, quiet rejects without a word', async () => {
  answer = () => Response.json({ code: 5, msg: '不行', data: 2 }, { status: 400 })
  expect(await send('/api/x', { noCode: true })).toMatchObject({ code: 5, data: 2, status: 400 })
  expect(await send('/api/x', { showError: true })).toMatchObject({ code: 5, msg: '不行' })
  await expect(send('/api/x', { quiet: true })).rejects.toMatchObject({ code: 5, status: 400, shown: false })
  expect(toastTexts()).toEqual([])
})

test('401 ends the session once, with a notice; user info and the listed files are exempt', async () => {
  answer = () => Response.json({ code: 401, msg: 'x' }, { status: 401 })
  for (const path of [
    '/api/admin/user/info',
    '/api/attendance/v1/attendance/record/export',
    '/api/attendance/v1/attendance/record/exportInfo',
    '/api/admin/personDefinition/generateImportTemplate',
    '/api/admin/personDefinition/advancedTemplateDownload',
  ])
    await expect(get(path, undefined, { quiet: true })).rejects.toMatchObject({ status: 401 })
  expect(expired).not.toHaveBeenCalled()
  await expect(get('/api/x')).rejects.toMatchObject({ status: 401, shown: true })
  expect(expired).toHaveBeenCalledOnce()
  expect(toastTexts()).toEqual(['登录状态失效'])
})

test('a file comes by GET or POST; without a URL of its own the answer is refused, and a failure is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const withUrl = (body: BodyInit, type: string): Response =>
    Object.defineProperty(new Response(body, { headers: { 'content-type': type } }), 'url', { value: 'http://x/f' })
  answer = () => withUrl('PK', 'application/zip')
  expect((await fetchBlob('/api/f', { method: 'POST', body: { a: 1 } })).size).toBe(2)
  expect(sent[0]).toMatchObject({ method: 'POST', body: { a: 1 } })
  answer = () => new Response('PK')
  await expect(fetchBlob('/api/f')).rejects.toThrow('no URL')
  answer = () => withUrl(JSON.stringify({ code: 1, msg: '没有数据' }), 'application/json')
  expect(await download('/api/f', 'f.xlsx')).toBe(false)
  expect([warn.mock.calls.length, toastTexts()]).toEqual([1, []])
})

test.each([
  ['application/zip', '照片', '照片.zip'],
  ['application/vnd.ms-excel', '考勤', '考勤.xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '考勤', '考勤.xlsx'],
  ['application/zip', '名单.xls', '名单.xls'],
])('a blob of %s is saved as %s → %s', (type, name, saved) => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  saveBlob(new Blob(['x'], { type }), name)
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe(saved)
})

test('options by GET or POST, {{key}} replaced, their parts named, nested ones stay nested', async () => {
  answer = () =>
    Response.json({ code: 0, msg: null, data: [{ id: 5, name: '五', below: [{ id: 6, name: '六' }] }, 'x'] })
  const props = { value: 'id', label: 'name', children: 'below' }
  expect(await loadDictionary({ from: '/api/area/{{key}}/all', method: 'POST', props }, '广 东')).toEqual([
    { id: '5', label: '五', children: [{ id: '6', label: '六' }] },
    { id: 'x', label: 'x' },
  ])
  expect([sent[0]!.method, sent[0]!.url]).toEqual(['POST', `/api/area/${encodeURIComponent('广 东')}/all`])
  answer = () => Response.json({ code: 0, msg: null, data: { total: 0 } })
  expect(await loadDictionary({ from: '/api/x' })).toEqual([])
})
