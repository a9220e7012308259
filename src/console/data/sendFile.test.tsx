/** Sending a file by the rules of every other call: application, credentials, the end of a session, proof. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setRequestHost } from '#console/data/request.ts'
import { sendFile } from '#console/data/sendFile.ts'
import { setSessionValue } from '#console/data/session.ts'
import { toast, toastItems } from '#console/kit/overlay/toast.ts'

type Sent = { url: string; credentials: boolean; headers: string[]; body: FormData }
let sent: Sent[] = []
let answers: { status: number; body: unknown }[] = []
const [expired, proof] = [vi.fn(), vi.fn(() => Promise.resolve(true))]

/** The network's end is ours; everything before it is the real thing. */
class Request {
  upload = {}
  status = 0
  response: unknown = null
  withCredentials = false
  onload = (): void => {}
  private readonly headers: string[] = []
  private url = ''
  open(_method: string, url: string): void {
    this.url = url
  }
  setRequestHeader(name: string): void {
    this.headers.push(name)
  }
  abort(): void {}
  send(body: FormData): void {
    sent.push({ url: this.url, credentials: this.withCredentials, headers: this.headers, body })
    const answer = answers.shift()!
    this.status = answer.status
    this.response = answer.body
    queueMicrotask(() => this.onload())
  }
}

beforeEach(() => {
  sent = []
  expired.mockReset()
  proof.mockClear()
  for (const item of toastItems()) toast.close(item.id)
  vi.stubGlobal('XMLHttpRequest', Request)
  setSessionValue('access_token', 'T')
  setRequestHost({ appId: () => '7', expired, proof })
})
afterEach(() => {
  vi.unstubAllGlobals()
  setSessionValue('access_token', null)
  setRequestHost({ appId: () => undefined })
})

const file = new File(['x'.repeat(2048)], 'a.txt')
const send = (): Promise<unknown> =>
  sendFile('/api/file', { kind: 'image' })(file, () => {}, new AbortController().signal)

test('multipart under `file`, with Bearer, language, credentials and the application', async () => {
  answers = [{ status: 200, body: { code: 0, data: { id: 7, url: '/f/7' } } }]
  expect(await send()).toEqual({ id: '7', name: 'a.txt', url: '/f/7', sizeBytes: 2048 })
  expect(sent[0]).toMatchObject({
    url: '/api/file?kind=image&appId=7',
    credentials: true,
    headers: ['Accept-Language', 'Authorization'],
  })
  expect((sent[0]!.body.get('file') as File).name).toBe('a.txt')
})

test('a refusal keeps its words for the tile and shows no toast', async () => {
  answers = [{ status: 200, body: { code: 1, msg: '类型不允许' } }]
  await expect(send()).rejects.toMatchObject({ message: '类型不允许', shown: false })
  expect(toastItems()).toHaveLength(0)
})

test('401 ends the session as everywhere: 登录状态失效', async () => {
  answers = [{ status: 401, body: { code: 1, msg: null } }]
  await expect(send()).rejects.toMatchObject({ status: 401, shown: true })
  expect(expired).toHaveBeenCalledOnce()
  expect(toastItems()[0]!.words).toEqual(['登录状态失效', 'Your session has ended'])
})

test('what needs proof is sent again after it', async () => {
  answers = [
    { status: 428, body: { code: 1, error: 'need_proof', data: { ways: ['password'] } } },
    { status: 200, body: { code: 0, data: { id: '8' } } },
  ]
  expect(await send()).toMatchObject({ id: '8' })
  expect(proof).toHaveBeenCalledExactlyOnceWith(['password'])
})
