/** Lists in windows from 1152 to 2560 px: no column is lost, header and cells align, the pager is in sight, and "as many as fit" does. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { furnish } from './furnish.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
/** 1536 × 864 is a screen of 1920 × 1080 at 125 %. */
const WINDOWS = [
  [1152, 720],
  [1440, 900],
  [1536, 864],
  [1920, 1080],
  [2560, 1440],
  [2560, 2160],
] as const
/** The sizes of a page are 10, 20, 30, 40, 50 and 100 rows. */
const [SMALLEST, STEP] = [10, 10]
/** More than fit the highest window. */
const PEOPLE = 60
const LISTS = [
  ['devices', '/hardwareManage/deviceWarehouse', 12],
  ['people', '/apply/customPerson/default/:appId', 9],
  ['passages', '/apply/recordQuery/:appId', 11],
  ['agencies', '/systemManage/agencyEmp', 13],
] as const

beforeAll(async () => {
  await furnish(stage)
  const { ask } = stage.platform
  await ask('POST', '/api/admin/agency', {
    ...{ name: '珠江代理', code: 'zhujiang', phone: '13800138111', contact: '梁工', level: 1 },
    ...{ username: 'zhujiang', password: 'a good long one' },
  })
  for (let at = 0; at < PEOPLE; at += 1)
    await ask('POST', '/api/person/person', { name: `住户${at}`, personNo: `W${at}`, personType: 1 })
})

/** What the table shows, in px; runs in the page. */
const measure = () => {
  const { round } = Math
  const scroll = document.querySelector<HTMLElement>('.table-scroll')!
  const edges = (cells: Iterable<Element>): number[] =>
    [...cells].flatMap(cell => {
      const { left, right } = cell.getBoundingClientRect()
      return [round(left), round(right)]
    })
  const pager = document.querySelector('.pager')!.getBoundingClientRect()
  const rows = [...document.querySelectorAll('.table-row')]
  const { bottom, height } = rows.at(-1)!.getBoundingClientRect()
  return {
    pageOverflow: document.documentElement.scrollWidth - innerWidth,
    tableOverflow: scroll.scrollWidth - scroll.clientWidth,
    shown: document.querySelectorAll('.table-head th:not(.table-check, .table-index, .table-operations)').length,
    beyond: Number(/^\+(\d+) 列/.exec(document.querySelector('.table-beyond')?.textContent ?? '')?.[1] ?? 0),
    head: edges(document.querySelector('.table-head tr')!.children),
    cells: edges(rows[0]!.children),
    pagerInSight: pager.top >= 0 && pager.bottom <= innerHeight && pager.right <= innerWidth,
    rows: rows.length,
    hiddenPx: Math.max(0, scroll.scrollHeight - scroll.clientHeight),
    /** Between the last row and the pager: room for further rows. */
    freePx: pager.top - bottom,
    rowPx: height,
  }
}
const resize = async (page: Page, [width, height]: readonly [number, number]): Promise<void> => {
  await page.setViewportSize({ width, height })
  // The table observes its width, and is drawn in the frame after.
  await page.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
  await settled(page)
}

test.each(LISTS)('%s: every column is shown or counted', async (_title, path, columns) => {
  const page = await stage.open(path.replace(':appId', stage.platform.appId))
  await page.locator('.table-row').first().waitFor()
  for (const window of WINDOWS) {
    await resize(page, window)
    const { shown, beyond, head, cells, ...found } = await page.evaluate(measure)
    const at = window.join(' × ')
    expect({ columns: shown + beyond, cells, ...found }, at).toMatchObject({
      ...{ columns, cells: head, pageOverflow: 0, tableOverflow: 0, pagerInSight: true },
    })
    // The widest window has room for all.
    if (window === WINDOWS.at(-1)) expect(beyond).toBe(0)
    if (window !== WINDOWS[0]) continue
    expect(beyond).toBeGreaterThan(0)
    await page.locator('.table-beyond').click()
    const all = await page.evaluate(measure)
    expect(all).toMatchObject({ shown: columns, cells: all.head, pageOverflow: 0 })
    expect(all.tableOverflow).toBeGreaterThan(0)
    await page.locator('.table-beyond').click()
  }
})

test('as many as fit: the largest size whose rows need no scrolling, in each window', async () => {
  const page = await stage.open(`/apply/customPerson/default/${stage.platform.appId}`)
  await page.locator('.table-row').first().waitFor()
  await page.getByRole('combobox', { name: '每页条数' }).selectOption('fit')
  const sizes: number[] = []
  for (const window of WINDOWS) {
    await resize(page, window)
    const { rows, hiddenPx, freePx, rowPx, pagerInSight } = await page.evaluate(measure)
    const at = window.join(' × ')
    expect(pagerInSight, at).toBe(true)
    if (rows > SMALLEST) expect(hiddenPx, at).toBe(0)
    expect(freePx, at).toBeLessThan(STEP * rowPx)
    sizes.push(rows)
  }
  expect(sizes).toEqual([10, 10, 10, 10, 20, 40])
})
