/** What fails is replaced alone, and what stands beside it stays. */
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const Failing = () => {
  throw new Error('铃坏了')
}

test('a part that fails is replaced by what it names instead, or by the error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await render(
    <KitRoot>
      <ErrorBoundary instead={<button type="button">重新加载</button>}>
        <Failing />
      </ErrorBoundary>
      <ErrorBoundary>
        <Failing />
      </ErrorBoundary>
      <p>页面</p>
    </KitRoot>,
  )
  await expect.element(page.getByRole('button', { name: '重新加载' })).toBeVisible()
  await expect.element(page.getByText('铃坏了')).toBeVisible()
  await expect.element(page.getByText('页面', { exact: true })).toBeVisible()
})
