/** Maps: points that are near each other are one mark, a view holds what it should, and land is decoded from its topology. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { clusters } from './clusters.ts'
import { graticuleOf } from './graticuleOf.ts'
import { landOf, type Topology } from './landOf.ts'
import { fitted, onScreen, toPixel, viewOf } from './mercator.ts'
import { placedNames } from './placedNames.ts'

const SHENZHEN = { lng: 113.946, lat: 22.529 }
const points = [
  { id: 'a', at: SHENZHEN },
  { id: 'b', at: { lng: 113.95, lat: 22.53 } },
  { id: 'c', at: { lng: 116.4, lat: 39.9 } },
  { id: 'd', at: SHENZHEN },
]

test('near points are one mark until the zoom separates them; points in one place never are', () => {
  const marks = (zoom: number): string[] =>
    clusters(points, zoom, 40).map(({ points: own }) => own.map(({ id }) => id).join(''))
  expect(marks(1)).toEqual(['abcd'])
  expect(marks(8)).toEqual(['abd', 'c'])
  expect(marks(16)).toEqual(['ad', 'b', 'c'])
  expect(clusters(points, 8, 40)[1]!.at).toEqual({ lng: 116.4, lat: 39.9 })
})

test('every point is in exactly one mark, and marks are further apart than the radius', () => {
  const many = Array.from({ length: 5000 }, (_, nth) => ({
    at: { lng: 73 + ((nth * 37) % 620) / 10, lat: 18 + ((nth * 53) % 350) / 10 },
  }))
  const marks = clusters(many, 5, 40)
  expect(marks.flatMap(({ points: own }) => own)).toHaveLength(5000)
  expect(new Set(marks.flatMap(({ points: own }) => own)).size).toBe(5000)
  expect(marks.length).toBeLessThan(700)
  const pixels = marks.map(({ at }) => toPixel(at, 5))
  const near = pixels.filter((one, nth) => pixels.slice(nth + 1).some(o => Math.hypot(one.x - o.x, one.y - o.y) <= 40))
  expect(near).toEqual([])
})

test('a view that fits its points shows all of them, within its margin', () => {
  const size = { width: 800, heightPx: 400 }
  const { centre, zoom } = fitted(
    points.map(({ at }) => at),
    size,
    { marginPx: 40, highest: 13 },
  )!
  const view = viewOf(centre, zoom, size.width, size.heightPx)
  for (const { at } of points) {
    const { x, y } = onScreen(view, at)
    expect([x >= 40, x <= 760, y >= 40, y <= 360]).toEqual([true, true, true, true])
  }
  expect(fitted([SHENZHEN], size, { marginPx: 40, highest: 13 })).toMatchObject({ zoom: 13 })
  expect(fitted([], size, { marginPx: 40, highest: 13 })).toBeNull()
})

test('a view never shows what lies beyond the poles', () => {
  expect(viewOf({ lng: 0, lat: 85 }, 2, 600, 400)).toMatchObject({ top: 0 })
  expect(viewOf({ lng: 0, lat: -85 }, 2, 600, 400).top).toBeCloseTo(1024 - 400, 6)
})

test('lines of longitude and latitude are within the view and far enough apart to be read', () => {
  const view = viewOf(SHENZHEN, 6, 800, 400)
  const { lngs, lats } = graticuleOf(view)
  expect(lngs.length).toBeGreaterThan(3)
  for (const lng of lngs) expect(onScreen(view, { lng, lat: 22 }).x).toBeGreaterThanOrEqual(0)
  expect(onScreen(view, { lng: lngs[1]!, lat: 22 }).x - onScreen(view, { lng: lngs[0]!, lat: 22 }).x).toBeGreaterThan(
    55,
  )
  expect(lats.length).toBeGreaterThan(1)
})

test.each(['110m', '50m'])(
  'the land at %s is closed rings that contain Beijing and Hainan, and not the Pacific',
  async scale => {
    const file = new URL(import.meta.resolve(`world-atlas/land-${scale}.json`))
    const land = landOf(JSON.parse(await readFile(file, 'utf8')) as Topology)
    for (const ring of land.flat()) expect(ring[0]).toEqual(ring.at(-1))
    const inside = (lng: number, lat: number): boolean =>
      land.flat().reduce((odd, ring) => {
        for (let at = 1; at < ring.length; at += 1) {
          const [[x1, y1], [x2, y2]] = [ring[at - 1]!, ring[at]!]
          if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) odd = !odd
        }
        return odd
      }, false)
    expect([inside(116.4, 39.9), inside(109.8, 19.2), inside(-150, 10), inside(113, 18)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  },
)

test('a name that would be under another is placed at the other side of its point, or left out', () => {
  const site = { key: 's', name: '青浦仓库', x: 683, y: 375, gapPx: 11 }
  // The name of the site would cover the mark of the city.
  expect(placedNames([site, { key: 'c', name: '上海', x: 725, y: 367 }])).toMatchObject([
    { key: 's', anchor: 'end' },
    { key: 'c', anchor: 'start' },
  ])
  expect(placedNames([site, { key: 'c', name: '上海', x: 690, y: 378 }]).map(({ key }) => key)).toEqual(['s'])
  expect(placedNames([site, { key: 'c', name: '上海', x: 760, y: 367 }])[1]).toMatchObject({
    key: 'c',
    anchor: 'start',
  })
  expect(placedNames([site, { key: 'c', name: '上海', x: 688, y: 386 }])[1]).toMatchObject({ key: 'c', anchor: 'end' })
  // A mark of several points has no name, and none lies under it.
  const mark = { key: 'm', name: '', x: 592, y: 225, reachPx: 18 }
  expect(placedNames([mark, { key: 'h', name: 'Hangzhou', x: 568, y: 219 }])).toMatchObject([
    { key: 'h', anchor: 'end' },
  ])
  // Of two cities side by side, neither name covers the mark of the other.
  const near = [
    { key: 'z', name: '深圳', x: 300, y: 100 },
    { key: 'h', name: '香港', x: 308, y: 104 },
  ]
  expect(placedNames(near)).toMatchObject([
    { key: 'z', anchor: 'end' },
    { key: 'h', anchor: 'start' },
  ])
})
