/** Figures are read by keyboard: bars, hours and ends of a range say where they are; a ring never rounds a failure away. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Bars } from '#console/kit/figure/Bars.tsx'
import { DataTiles } from '#console/kit/figure/DataTiles.tsx'
import { HeatMap } from '#console/kit/figure/HeatMap.tsx'
import { RangePick, type Range } from '#console/kit/figure/RangePick.tsx'
import { Ring } from '#console/kit/figure/Ring.tsx'
import { roundUp } from '#console/kit/figure/roundUp.ts'
import { StackedBars } from '#console/kit/figure/StackedBars.tsx'
import { setLanguage } from '#console/kit/language.tsx'
import { KitRoot } from '#console/kit/KitRoot.tsx'

setLanguage('zh')
const status = (): string => document.querySelector('[role=status]')?.textContent ?? ''

test('a ring names each part with its count and share; one failure of many is drawn and is not 0 %', async () => {
  const screen = await render(
    <KitRoot>
      <Ring
        label={['下发', 'Delivery']}
        parts={[
          { id: 'ok', label: ['已下发', 'Delivered'], count: 9999, href: '/all' },
          { id: 'bad', label: ['失败', 'Failed'], count: 1, tone: 'bad' },
        ]}
      />
    </KitRoot>,
  )
  await expect.element(screen.getByRole('link')).toHaveTextContent('已下发9,99999.9%')
  expect(document.querySelectorAll('.ring-parts li')[1]!.textContent).toBe('失败1<0.1%')
  const [, drawn] = [...document.querySelectorAll<SVGCircleElement>('.ring-part')]
  expect(Number(drawn!.getAttribute('stroke-dasharray')!.split(' ')[0])).toBeGreaterThan(1)
})

test('arrow keys read stacked bars and the hours of a week', async () => {
  await render(
    <KitRoot>
      <StackedBars
        label={['通行', 'Passages']}
        places={['1日', '2日']}
        stacks={[
          { id: 'a', label: ['放行', 'Passed'], values: [10, 20] },
          { id: 'b', label: ['拒绝', 'Refused'], values: [1, 2], tone: 'warn' },
        ]}
      />
      <HeatMap label={['忙时', 'Busy']} rows={['周一', '周二']} values={[[5], [0, 7]]} unit={['次', '']} />
    </KitRoot>,
  )
  const [bars, heat] = [...document.querySelectorAll<SVGSVGElement>('svg[tabindex]')]
  bars!.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(status()).toBe('2日拒绝2放行20')
  heat!.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
  expect(status()).toBe('周二 01:00–02:007 次')
})

test('counts have whole numbers on their axis, also small ones', () => {
  for (const most of [0, 1, 3, 7, 12, 15, 120, 4700]) {
    const top = roundUp(most)
    expect(top).toBeGreaterThanOrEqual(most)
    expect(Number.isInteger(top / 2)).toBe(true)
  }
  expect([roundUp(120), roundUp(4700)]).toEqual([150, 5000])
})

test('the label of the running hour does not touch the next one', async () => {
  const labels = Array.from({ length: 24 }, (_, at) => (at % 6 === 0 || at === 16 ? `${at}` : ''))
  await render(
    <div style={{ width: 250 }}>
      <Bars
        label="通行"
        values={Array.from({ length: 17 }, () => 1)}
        before={labels.map(() => 1)}
        {...{ labels }}
        running={16}
      />
    </div>,
  )
  const drawn = (): string => [...document.querySelectorAll('.bars-axis')].map(text => text.textContent).join(' ')
  await expect.poll(drawn).toMatch(/ 0 6 12 16$/)
})

const Picked = () => {
  const [value, setValue] = useState<Range>([0, 9])
  const places = Array.from({ length: 10 }, (_, at) => `第${at + 1}日`)
  return (
    <RangePick
      label={['范围', 'Range']}
      places={places}
      values={places.map((_, at) => at)}
      value={value}
      onChange={setValue}
    />
  )
}
test('the ends of a range are sliders that never cross, and say their place', async () => {
  const screen = await render(
    <KitRoot>
      <Picked />
    </KitRoot>,
  )
  const [from, to] = [screen.getByRole('slider').nth(0), screen.getByRole('slider').nth(1)]
  ;(from.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{End}')
  await expect.element(from).toHaveAttribute('aria-valuetext', '第8日')
  ;(to.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{Home}')
  await expect.element(to).toHaveAttribute('aria-valuetext', '第10日')
})

test.each([
  [3, 4],
  [4, 4],
  [5, 3],
  [6, 3],
  [8, 4],
])('%i tiles where four fit a row: %i in each, so that no row is half empty', async (count, places) => {
  const items = Array.from({ length: count }, (_, at) => ({ title: `第 ${at} 项`, count: at }))
  await render(
    <KitRoot>
      <DataTiles label={['总数', 'Totals']} kind="box" span={6} items={items} />
    </KitRoot>,
  )
  expect(document.querySelector<HTMLElement>('.data-tiles')!.style.getPropertyValue('--places')).toBe(String(places))
})
