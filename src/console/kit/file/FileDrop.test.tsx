/** FileDrop accepts one file by choosing or dropping, accepts the same file again, and accepts none while busy. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FileDrop } from '#console/kit/file/FileDrop.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'

const file = (name: string): File => new File(['x'], name, { type: 'text/csv' })
const renderDrop = async (busy = false): Promise<string[]> => {
  const taken: string[] = []
  await render(
    <KitRoot>
      <FileDrop label={['选择文件', 'Choose a file']} accept=".csv" busy={busy} onFile={one => taken.push(one.name)} />
    </KitRoot>,
  )
  return taken
}
const input = (): HTMLElement => document.querySelector('input[type=file]') as HTMLElement
const drop = (name: string): void => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file(name))
  const place = document.querySelector('.file-drop')!
  place.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
  place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
}

test('a chosen file is handed over, and again when it was mended', async () => {
  const taken = await renderDrop()
  await userEvent.upload(input(), file('a.csv'))
  await userEvent.upload(input(), file('a.csv'))
  await expect.poll(() => taken).toEqual(['a.csv', 'a.csv'])
})

test('a dropped file is handed over', async () => {
  const taken = await renderDrop()
  drop('b.csv')
  expect(taken).toEqual(['b.csv'])
})

test('while busy nothing is taken', async () => {
  const taken = await renderDrop(true)
  drop('c.csv')
  expect(taken).toEqual([])
  await expect.element(page.getByRole('button', { name: '选择文件' })).toBeDisabled()
})
