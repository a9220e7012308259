/** A progress bar of parts is drawn in proportion, even with very small parts. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { PartsProgress } from './Progress.tsx'

test.each([
  [310, 1],
  [1, 310],
  [150, 161],
])('of 311 are %i confirmed and %i failed: so wide is each', async (confirmed, failed) => {
  await render(
    <KitRoot>
      <PartsProgress
        label={['下发进度', 'Delivery']}
        total={confirmed + failed}
        parts={[
          { count: confirmed, tone: 'ok', label: ['已确认', 'confirmed'] },
          { count: failed, tone: 'bad', label: ['失败', 'failed'] },
        ]}
      />
    </KitRoot>,
  )
  const bar = page.getByRole('img', { name: /下发进度/ }).element()
  const widthOf = (tone: string): number => bar.querySelector(`[data-tone=${tone}]`)!.getBoundingClientRect().width
  const whole = bar.getBoundingClientRect().width
  // Gaps between parts and the minimum width of a part account for a few pixels.
  expect(Math.abs(widthOf('bad') / whole - failed / 311)).toBeLessThan(0.01)
  expect(Math.abs(widthOf('ok') / whole - confirmed / 311)).toBeLessThan(0.01)
})
test('what is not accounted for stays open', async () => {
  await render(
    <KitRoot>
      <PartsProgress
        label={['进度', 'Progress']}
        total={200}
        parts={[{ count: 50, tone: 'ok', label: ['好', 'ok'] }]}
      />
    </KitRoot>,
  )
  const bar = page.getByRole('img', { name: /^进度/ }).element()
  const part = bar.querySelector('[data-tone=ok]')!.getBoundingClientRect().width
  expect(Math.abs(part / bar.getBoundingClientRect().width - 0.25)).toBeLessThan(0.02)
})
