/** Upload sends at once, enforces the limit, reports the outcome, and asks before it removes a file. */
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import type { SendFile, UploadedFile } from '#console/kit/file/SendFile.ts'
import { toast, toastItems } from '#console/kit/overlay/toast.ts'
import { Upload } from '#console/kit/file/Upload.tsx'

const file = (name: string): File => new File(['x'.repeat(2048)], name, { type: 'text/plain' })
const done: SendFile = async one => ({ id: one.name, name: one.name, sizeBytes: one.size })

const Fixture = ({ send = done, limit }: { send?: SendFile; limit?: number }) => {
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
const toastTexts = (): string => [...document.querySelectorAll('.toast')].map(one => one.textContent).join(' ')

beforeEach(() => {
  for (const item of toastItems()) toast.close(item.id)
})

test('two files end together and both stay: 上传成功', async () => {
  await render(<Fixture />)
  await choose('a.txt', 'b.txt')
  await expect.poll(output).toBe('a.txt b.txt')
  await expect.poll(toastTexts).toContain('上传成功')
})

test('more than three are refused with limit, selected and total', async () => {
  await render(<Fixture />)
  await choose('a.txt', 'b.txt')
  await expect.poll(output).toBe('a.txt b.txt')
  await choose('c.txt', 'd.txt')
  await expect.poll(toastTexts).toContain('当前限制选择 3 个文件，本次选择了 2 个文件，共选择了 4 个文件')
  expect(output()).toBe('a.txt b.txt')
})

test('a failure says 上传失败 and why, and is tried again', async () => {
  const send = vi.fn<SendFile>().mockRejectedValueOnce(new Error('文件过大')).mockImplementation(done)
  await render(<Fixture send={send} />)
  await choose('a.txt')
  await expect.poll(toastTexts).toContain('上传失败：文件过大')
  expect(output()).toBe('')
  // The reason is still shown at the file after the toast has closed.
  await expect.element(page.getByText('上传失败：文件过大').last()).toBeVisible()
  expect(document.querySelector('.upload-why')?.textContent).toBe('上传失败：文件过大')
  await userEvent.click(page.getByRole('button', { name: '重试' }))
  await expect.poll(output).toBe('a.txt')
})

test('removal asks 确定移除 and says 删除成功', async () => {
  await render(<Fixture />)
  await choose('a.txt')
  await expect.poll(output).toBe('a.txt')
  await userEvent.click(page.getByRole('button', { name: '移除 a.txt' }))
  await expect.element(page.getByText('确定移除 a.txt？')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '确 定' }))
  await expect.poll(output).toBe('')
  await expect.poll(toastTexts).toContain('删除成功')
})

test('a failed file occupies no slot: the next ones are sent', async () => {
  const send = vi.fn<SendFile>().mockRejectedValueOnce(new Error('文件过大')).mockImplementation(done)
  await render(<Fixture send={send} limit={1} />)
  await choose('a.txt')
  await expect.poll(() => document.querySelector('.upload-why')?.textContent).toBe('上传失败：文件过大')
  await choose('b.txt')
  await expect.poll(output).toBe('b.txt')
})

test('a refusal that was already shown is not repeated', async () => {
  const send: SendFile = () => Promise.reject(Object.assign(new Error('登录状态失效'), { shown: true }))
  await render(<Fixture send={send} />)
  await choose('a.txt')
  await expect.poll(() => document.querySelector('.upload-why')?.textContent).toBe('上传失败：登录状态失效')
  expect(toastTexts()).toBe('')
})
