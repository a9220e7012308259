/** The axis of a story: its labels never run into each other; callbacks that were not tried say so. */
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import type { StoryStep } from '../storyStep.ts'
import { StorySteps } from './StorySteps.tsx'

beforeEach(() => setLanguage('zh'))

const step = (afterMs: number, ms: number | null, more: Partial<StoryStep> = {}): StoryStep => ({
  ...{ at: new Date(1.7e12 + afterMs).toISOString(), kind: 'frame', title: ['上报', 'Reported'], note: null },
  ...{ tone: 'info', ms, detail: null, ...more },
})
const show = (steps: readonly StoryStep[]) =>
  render(
    <KitRoot>
      <StorySteps steps={steps} />
    </KitRoot>,
  )

test.each([
  ['milliseconds', [step(0, 2), step(1, 1), step(60, 140)]],
  ['seconds', [step(0, 500), step(400, 90), step(9000, 1000)]],
  ['minutes', [step(0, 300), step(250, 50), step(7 * 60_000, 53 * 60_000)]],
])('labels in %s', async (_name, steps) => {
  const screen = await show(steps)
  const labels = [...screen.container.querySelectorAll('.why-ticks i')].map(label => label.getBoundingClientRect())
  expect(labels.length).toBe(4)
  for (const [at, label] of labels.slice(1).entries()) expect(label.left - labels[at]!.right).toBeGreaterThan(3)
})

test.each([1180, 720, 470, 340])('in a card of %i px the words keep room beside the axis', async width => {
  const screen = await render(
    <KitRoot>
      <div style={{ width }}>
        <StorySteps steps={[step(0, 2), step(4, 900)]} />
      </div>
    </KitRoot>,
  )
  for (const words of screen.container.querySelectorAll('.why-words'))
    expect(words.getBoundingClientRect().width).toBeGreaterThan(200)
})

test('steps without a duration have no axis', async () => {
  const screen = await show([step(0, null)])
  expect(screen.container.querySelector('.why-scale, .why-axis')).toBeNull()
})

test('a callback that was not tried', async () => {
  const call = { name: '考勤', url: 'https://a.example/hook', state: 0, tries: 0, status: null, error: null, ms: null }
  await show([step(0, 2), step(4, null, { kind: 'callback', title: ['回调 1 个地址', 'Called'], detail: [call] })])
  await expect.element(page.getByText('尚未送达')).toBeVisible()
  await expect.element(page.getByText('第 0 次')).not.toBeInTheDocument()
})
