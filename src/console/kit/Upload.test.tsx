/** Upload: sends at once, keeps the limit, says what happened, asks before it removes. */
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { sendTo, type SendFile, type UploadedFile } from '#console/kit/sendTo.ts'
import { toast, toastItems } from '#console/kit/toast.ts'
import { Upload } from '#console/kit/Upload.tsx'

const file = (name: string): File => new File(['x'.repeat(2048)], name, { type: 'text/plain' })
const done: SendFile = async one => ({ id: one.name, name: one.name, sizeBytes: one.size })

const Stand = ({ send = done, limit }: { send?: SendFile; limit?: number }) => {
  const [value, setValue] = useState<readonly UploadedFile[]>([])
  return (
    <KitRoot>
      <Upload label={['附件', 'Files']} value={value} onChange={setValue} send={send} limit={limit} />
      <output>{value.map(one => one.name).join(' ')}</output>
    </KitRoot>
  )
}
const output = (): string => document.querySelector('output')?.textContent ?? ''
const choose = (...names: string[]): Promise<void> =>
  userEvent.upload(document.querySelector('input[type=file]') as HTMLElement, names.map(file))
const said = (): string => [...document.querySelectorAll('.toast')].map(one => one.textContent).join(' ')

beforeEach(() => {
  for (const item of toastItems()) toast.close(item.id)
})

test('two files end together and both stay: 上传成功', async () => {
  await render(<Stand />)
  await choose('a.txt', 'b.txt')
  await expect.poll(output).toBe('a.txt b.txt')
  await expect.poll(said).toContain('上传成功')
})

test('more than three are refused with limit, selected and total', async () => {
  await render(<Stand />)
  await choose('a.txt', 'b.txt')
  await expect.poll(output).toBe('a.txt b.txt')
  await choose('c.txt', 'd.txt')
  await expect.poll(said).toContain('当前限制选择 3 个文件，本次选择了 2 个文件，共选择了 4 个文件')
  expect(output()).toBe('a.txt b.txt')
})

test('a failure says 上传失败 and why, and is tried again', async () => {
  const send = vi.fn<SendFile>().mockRejectedValueOnce(new Error('文件过大')).mockImplementation(done)
  await render(<Stand send={send} />)
  await choose('a.txt')
  await expect.poll(said).toContain('上传失败：文件过大')
  expect(output()).toBe('')
  await userEvent.click(page.getByRole('button', { name: '重试' }))
  await expect.poll(output).toBe('a.txt')
})

test('removal asks 确定移除 and says 删除成功', async () => {
  await render(<Stand />)
  await choose('a.txt')
  await expect.poll(output).toBe('a.txt')
  await userEvent.click(page.getByRole('button', { name: '移除 a.txt' }))
  await expect.element(page.getByText('确定移除 a.txt？')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '确 定' }))
  await expect.poll(output).toBe('')
  await expect.poll(said).toContain('删除成功')
})

test('sendTo posts multipart under `file` and trusts only code 0', async () => {
  const sent: { body: FormData; headers: string[] }[] = []
  const answers = [
    { code: 0, data: { id: 7, url: '/f/7' } },
    { code: 1, msg: '类型不允许' },
  ]
  class Fake {
    static headers: string[] = []
    upload: { onprogress?: (event: ProgressEvent) => void } = {}
    status = 200
    response: unknown = null
    onload = (): void => {}
    open(): void {}
    setRequestHeader(name: string): void {
      Fake.headers.push(name)
    }
    send(body: FormData): void {
      sent.push({ body, headers: Fake.headers })
      this.response = answers.shift()
      queueMicrotask(() => this.onload())
    }
  }
  vi.stubGlobal('XMLHttpRequest', Fake)
  const send = sendTo('/api/file', () => ({ Authorization: 'Bearer t' }))
  const signal = new AbortController().signal
  expect(await send(file('a.txt'), () => {}, signal)).toEqual({ id: '7', name: 'a.txt', url: '/f/7', sizeBytes: 2048 })
  expect((sent[0]?.body.get('file') as File).name).toBe('a.txt')
  expect(sent[0]?.headers).toEqual(['Authorization'])
  await expect(send(file('a.txt'), () => {}, signal)).rejects.toThrow('类型不允许')
  vi.unstubAllGlobals()
})
