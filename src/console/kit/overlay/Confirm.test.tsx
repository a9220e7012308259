/** The shared confirm dialog: its texts, its answers, and that only one is open at a time. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { confirm } from '#console/kit/overlay/confirm.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'

const dialog = page.getByRole('alertdialog')

test('提示, 确 定 and 取 消 are what it says, and 确 定 answers yes', async () => {
  await render(<KitRoot>x</KitRoot>)
  const answer = confirm({ message: ['确定移除 a.png？', 'Remove a.png?'] })
  await expect.element(page.getByRole('heading', { name: '提示' })).toBeVisible()
  await expect.element(page.getByText('确定移除 a.png？')).toBeVisible()
  expect(
    dialog
      .getByRole('button')
      .elements()
      .map(button => button.textContent),
  ).toEqual(['取 消', '确 定'])
  await userEvent.click(page.getByRole('button', { name: '确 定' }))
  expect(await answer).toBe(true)
})

test('取 消 and Escape answer no', async () => {
  await render(<KitRoot>x</KitRoot>)
  const first = confirm({ message: '一' })
  await userEvent.click(page.getByRole('button', { name: '取 消' }))
  expect(await first).toBe(false)
  const second = confirm({ message: '二', danger: true })
  await expect.element(page.getByText('二')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(await second).toBe(false)
})

test('pressed twice before the dialog is there, it asks once', async () => {
  await render(<KitRoot>x</KitRoot>)
  const [first, second] = [
    confirm({ message: ['放弃吗？', 'Discard?'] }),
    confirm({ message: ['放弃吗？', 'Discard?'] }),
  ]
  expect(await second).toBe(false)
  await userEvent.click(page.getByRole('button', { name: '确 定' }))
  expect(await first).toBe(true)
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a danger begins on 取 消, so that Enter destroys nothing', async () => {
  await render(<KitRoot>x</KitRoot>)
  const answer = confirm({ message: '删除？', danger: true })
  await expect.element(page.getByRole('button', { name: '取 消' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(await answer).toBe(false)
})

test('two confirmations are shown one after the other', async () => {
  await render(<KitRoot>x</KitRoot>)
  const answers = Promise.all([confirm({ message: '甲' }), confirm({ message: '乙' })])
  await expect.element(page.getByText('甲')).toBeVisible()
  expect(page.getByText('乙').elements()).toHaveLength(0)
  await userEvent.click(page.getByRole('button', { name: '确 定' }))
  await expect.element(page.getByText('乙')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '取 消' }))
  expect(await answers).toEqual([true, false])
})
