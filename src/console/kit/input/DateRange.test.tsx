/** Spans of days: the four quick choices, the default of thirty days, and both languages. */
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { setShownZone } from '#base/time.ts'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import { DateRange } from '#console/kit/input/DateRange.tsx'
import { DateTimeField } from '#console/kit/input/DateTimeField.tsx'
import { defaultSpan, instantsOf, quickDateOf, spanOf, type DaySpan } from '#console/kit/input/daySpan.ts'
import { KitRoot } from '#console/kit/KitRoot.tsx'
import { lastMinutes } from '#console/kit/figure/lastSpans.ts'
import { setLanguage } from '#console/kit/language.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T01:41:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const Fixture = () => {
  const [span, setSpan] = useState<DaySpan | undefined>(defaultSpan)
  return (
    <KitRoot>
      <DateRange label={['时间', 'Time']} value={span} onChange={setSpan} />
      <output>{span ? `${span.from} ${span.to}` : 'all'}</output>
    </KitRoot>
  )
}
const output = (): string => document.querySelector('output')?.textContent ?? ''

test('the spans are those of the calendar', () => {
  expect(defaultSpan()).toEqual({ from: '2026-10-23', to: '2026-11-21' })
  expect(spanOf('today')).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  expect(spanOf('yesterday')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
  expect(spanOf('week')).toEqual({ from: '2026-11-15', to: '2026-11-21' })
  expect(spanOf('all')).toBeUndefined()
  expect(quickDateOf(defaultSpan())).toBeUndefined()
})

test('今天, 昨天, 近7天 and 全部 choose, and the segments follow', async () => {
  await render(<Fixture />)
  expect(output()).toBe('2026-10-23 2026-11-21')
  expect(
    page
      .getByRole('radio')
      .elements()
      .map(one => one.closest('label')?.textContent),
  ).toEqual(['今天', '昨天', '近7天', '全部'])
  await userEvent.click(page.getByRole('radio', { name: '近7天' }))
  expect(output()).toBe('2026-11-15 2026-11-21')
  expect(document.querySelector('.date-range-input')?.textContent?.replace(/[^\d/]/g, '')).toBe('2026/11/15')
  await userEvent.click(page.getByRole('radio', { name: '全部' }))
  expect(output()).toBe('all')
})

test('two days are picked in the month', async () => {
  await render(<Fixture />)
  await userEvent.click(document.querySelector('.date-open') as HTMLElement)
  const days = page.getByRole('gridcell')
  await userEvent.click(days.getByText('5', { exact: true }))
  await userEvent.click(days.getByText('9', { exact: true }))
  expect(output()).toBe('2026-10-05 2026-10-09')
})

test('English has the same content', async () => {
  setLanguage('en')
  await render(<Fixture />)
  await expect.element(page.getByText('Last 7 days')).toBeVisible()
  expect(document.documentElement.lang).toBe('en')
})

test("an instant is shown in the zone of the place, whatever the browser's zone, and stored in UTC", async () => {
  const onChange = vi.fn()
  const at = '2026-11-21T01:41:00.000Z'
  await render(
    <KitRoot>
      <DateTimeField label={['到期', 'Until']} value={at} onChange={onChange} />
    </KitRoot>,
  )
  expect(document.querySelector('.date-input')?.textContent?.replace(/[^\d:/]/g, '')).toBe('2026/11/2109:41')
  await userEvent.click(page.getByRole('spinbutton').nth(4))
  await userEvent.keyboard('{ArrowUp}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-11-21T01:42:00.000Z')
})

test('a moment that was empty is filled', async () => {
  const onChange = vi.fn()
  await render(
    <KitRoot>
      <DateTimeField label={['到期', 'Until']} value={undefined} onChange={onChange} />
    </KitRoot>,
  )
  await userEvent.click(page.getByRole('spinbutton').first())
  await userEvent.keyboard('20261201089')
  expect(onChange).toHaveBeenLastCalledWith('2026-12-01T00:09:00.000Z')
})

test('days, quick spans and minutes are those of the place', () => {
  vi.setSystemTime(new Date('2026-11-20T23:10:00Z'))
  expect(spanOf('today')).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  expect(lastMinutes().at(-1)).toBe('07:10')
  setShownZone('America/New_York')
  try {
    expect(spanOf('today')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
    expect(lastMinutes().at(-1)).toBe('18:10')
    // The day on which summer time ends has 25 hours.
    expect(instantsOf({ from: '2026-11-01', to: '2026-11-01' })).toBe(
      '2026-11-01T04:00:00.000Z,2026-11-02T04:59:59.999Z',
    )
  } finally {
    setShownZone(DEFAULT_ZONE)
  }
})
