/** What fails is replaced alone, and what stands beside it stays. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const Failing = () => {
  throw new Error('铃坏了')
}

test('a part that fails is replaced by what it names instead, or by what helps', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await render(
    <KitRoot>
      <ErrorBoundary instead={<button type="button">换一只铃</button>}>
        <Failing />
      </ErrorBoundary>
      <ErrorBoundary>
        <Failing />
      </ErrorBoundary>
      <p>页面</p>
    </KitRoot>,
  )
  await expect.element(page.getByRole('button', { name: '换一只铃' })).toBeVisible()
  await expect.element(page.getByText('页面出错了')).toBeVisible()
  await expect.element(page.getByText('页面', { exact: true })).toBeVisible()
})

test('a page that fails says in plain words what helps, and what the script said only on demand', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const [language, title, reload, back, technical] of [
    ['zh', '页面出错了', '重新加载', '返回上一页', '技术细节'],
    ['en', 'Something went wrong', 'Reload', 'Go back', 'Technical details'],
  ] as const) {
    setLanguage(language)
    const { unmount } = await render(
      <KitRoot>
        <ErrorBoundary>
          <Failing />
        </ErrorBoundary>
      </KitRoot>,
    )
    await expect.element(page.getByText(title)).toBeVisible()
    await expect.element(page.getByRole('button', { name: reload })).toBeVisible()
    await expect.element(page.getByRole('button', { name: back })).toBeVisible()
    expect(document.querySelector('details')!.open).toBe(false)
    expect(document.querySelector('.empty')!.textContent).not.toContain('铃坏了')
    await userEvent.click(page.getByText(technical, { exact: true }))
    expect(document.querySelector('details')!.open).toBe(true)
    expect(document.querySelector('pre')!.textContent).toMatch(/^Error: 铃坏了\n/)
    await expect.element(page.getByRole('button', { name: language === 'zh' ? '复制' : 'Copy' })).toBeVisible()
    await unmount()
  }
})
