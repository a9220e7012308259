/** The data centre in the browser: the map and its list show the same sites, and the large screen fills any screen without scrolling. */
import { expect, test } from 'vitest'
import { bothThemes } from './axe.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()

test('a site is on the map and in the list beside it; both open the site', async () => {
  const position = { lng: 113.946, lat: 22.529 }
  const { appId, ask } = stage.platform
  const site = await ask('POST', '/api/admin/site', { name: '前海湾', type: 1, status: 1, position })
  await ask('POST', '/api/admin/site', { name: '未测站', type: 1, status: 1 })
  const page = await stage.open('/home/dataCenter')
  const href = `/apply/siteManage/${appId}?row=${site.id}`
  const map = page.getByRole('application', { name: '站点地图' })
  expect(await map.getByRole('link', { name: '前海湾 · 没有设备' }).getAttribute('href')).toBe(href)
  await page.getByText('1 处未标位置').waitFor()
  await settled(page)
  expect(await bothThemes(page)).toEqual([])
  await page.getByRole('link', { name: /^前海湾.*0\/0/ }).click()
  await page.waitForURL(`**${href}`)
})

test.each([
  [1920, 1080],
  [1280, 1024],
  [390, 844],
])('the large screen fills %i × %i, scrolls nothing, and leaves the theme as it was', async (width, height) => {
  const page = await stage.open('/home/dataCenter?wall=1', { width, height })
  const wall = page.getByRole('dialog', { name: '数据中心大屏' })
  for (const scene of ['站点', '人员通行', '设备']) {
    await wall.getByRole('button', { name: scene, exact: true }).click()
    const box = (await wall.locator('.wall-canvas').boundingBox())!
    expect([box.x >= -1, box.y >= -1, box.width <= width + 1, box.height <= height + 1]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(Math.max(box.width / width, box.height / height)).toBeCloseTo(1, 2)
  }
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.keyboard.press('Escape')
  await wall.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
})
