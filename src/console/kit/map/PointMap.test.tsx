/** A map of points: each state has its mark, near points are clustered, and a browser without WebGL shows why the map has less detail. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KitRoot } from '../KitRoot.tsx'
import { hasWebGl } from './MapGround.tsx'
import PointMap, { type MapPlace } from './PointMap.tsx'

const place = (id: string, lng: number, lat: number, state: MapPlace['state']): MapPlace => ({
  ...{ id, name: id, at: { lng, lat }, state, href: `#${id}` },
  note: ['说明', 'note'],
})
const STATES = {
  down: ['全部离线', 'All offline'],
  part: ['部分离线', 'Some offline'],
  ok: ['全部在线', 'All online'],
  none: ['没有设备', 'No devices'],
} as const

/** Without a graphics processor each frame of the map is drawn by the processor, which the whole run shares. */
const DRAWN_MS = 60_000

test(
  'near points open at a press; points in one place are listed; links lead to each',
  async () => {
    const points = [
      place('东门', 113.9, 22.5, 'down'),
      place('西门', 114.3, 22.7, 'ok'),
      place('一层', 104.06, 30.67, 'ok'),
      place('二层', 104.06, 30.67, 'part'),
      place('北京', 116.4, 39.9, 'ok'),
    ]
    await render(
      <KitRoot>
        <div style={{ width: 640, height: 400 }}>
          <PointMap label={['站点地图', 'Map']} points={points} states={STATES} />
        </div>
      </KitRoot>,
    )
    const map = page.getByRole('application', { name: '站点地图' })
    await expect.element(map.getByRole('link', { name: '北京 · 说明' })).toHaveAttribute('href', '#北京')
    const pairs = map.getByRole('button', { name: '此处 2 处，放大查看' })
    await expect.poll(() => pairs.elements().length).toBe(2)
    // No zoom separates two floors: pressed as near as it gets, they are listed.
    await userEvent.click(pairs.nth(1))
    await userEvent.click(map.getByRole('button', { name: '此处 2 处，放大查看' }))
    await expect.element(map.getByRole('group', { name: '同一位置' }).getByText('二层')).toBeVisible()
    await userEvent.click(map.getByRole('button', { name: '收起' }))
    await userEvent.click(map.getByRole('button', { name: '全部显示' }))
    await expect.poll(() => pairs.elements().length).toBe(2)
    await userEvent.click(pairs.first())
    await expect.element(map.getByRole('link', { name: '东门 · 说明' })).toHaveAttribute('data-state', 'down')
  },
  DRAWN_MS,
)

test(
  'no name on the map is over another, whether of a point, a capital or a degree',
  async () => {
    const points = [
      place('青浦仓库', 121.23, 31.2, 'ok'),
      place('嘉兴二厂', 120.73, 30.73, 'ok'),
      place('余姚一厂', 121.16, 30.06, 'part'),
    ]
    await render(
      <KitRoot>
        <div style={{ width: 776, height: 636 }}>
          <PointMap label={['站点地图', 'Map']} points={points} states={STATES} />
        </div>
      </KitRoot>,
    )
    const written = (): Element[] => [...document.querySelectorAll('.map-name, .map-degree')]
    await expect.poll(() => written().filter(({ textContent }) => textContent === '上海').length).toBe(1)
    const boxes = written().map(text => ({ text: text.textContent, box: text.getBoundingClientRect() }))
    const over = boxes.flatMap(({ text, box }, nth) =>
      boxes
        .slice(nth + 1)
        .filter(
          ({ box: two }) =>
            box.left < two.right &&
            two.left < box.right &&
            // The boxes of lines are higher than their letters.
            Math.abs((box.top + box.bottom) / 2 - (two.top + two.bottom) / 2) < 10,
        )
        .map(two => `${text} ${two.text}`),
    )
    expect(over).toEqual([])
  },
  DRAWN_MS,
)

test('a browser without WebGL shows the drawing and says so', async () => {
  await render(
    <KitRoot>
      <div style={{ width: 640, height: 400 }}>
        <PointMap label={['站点地图', 'Map']} points={[]} states={STATES} />
      </div>
    </KitRoot>,
  )
  const reason = page.getByText('浏览器未启用 WebGL，显示简图')
  if (hasWebGl()) await expect.element(reason).not.toBeInTheDocument()
  else await expect.element(reason).toBeVisible()
})
