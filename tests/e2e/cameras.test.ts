/** Cameras in the console: what they saw is a wall of pictures with filters, each command is pressed once, and every state is readable. */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectDevice, type Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { bothThemes } from './axe.ts'
import type { Simulator } from './simulator.ts'
import { settled, useStage, type Opening } from './stage.ts'

const PICTURES = process.env.PICTURES
const stage = useStage()
const NAMES = { captureDevice: '南门抓拍', boxDevice: '冲压车间分析盒' } as const
type Class = keyof typeof NAMES
const CLASSES = Object.keys(NAMES) as Class[]
const PAGES = ['equiSum', 'equi', 'callback', 'event']
let devices: Record<Class, Credentials>
let simulator: Simulator

const pathOf = (key: Class, page: string, query = ''): string => `/${key}/${page}/${stage.platform.appId}${query}`
const picture = async (page: Page, name: string): Promise<void> => {
  if (!PICTURES) return
  await settled(page)
  await page.screenshot({ path: `${PICTURES}/${name}.png` })
}
const wall = (page: Page) => page.locator('.photo-wall li')

test.runIf(PICTURES)('before anything was seen, the page says what will be there', async () => {
  mkdirSync(PICTURES!, { recursive: true })
  for (const theme of ['light', 'dark'] as const) {
    const page = await stage.open(pathOf('captureDevice', 'event'), { theme })
    await page.getByText('照片到期自动删除').waitFor()
    await picture(page, `captures-empty-${theme}`)
  }
})

describe('with cameras', () => {
  beforeAll(async () => {
    const { server, appId, models, ask } = stage.platform
    const site = await ask('POST', '/api/admin/site', { name: '南门', type: 1, status: 1 })
    const entries: [Class, Credentials][] = []
    for (const key of CLASSES) {
      const made = await connectDevice(server, appId, models[key]!, `E2E-${key}`, NAMES[key])
      await ask('PUT', '/api/device/bind', { id: made.id, name: NAMES[key], siteId: site.id })
      entries.push([key, made])
    }
    devices = Object.fromEntries(entries) as Record<Class, Credentials>
    simulator = await stage.simulate(entries.map(([deviceClass, credentials]) => ({ deviceClass, credentials })))
    await until(() => simulator.printed().includes('started'), 'the simulator has started')
    for (const line of ['see face', 'see plate 浙A12345', 'see body', 'see face', 'see plate 沪B88888', 'see face'])
      simulator.order(line)
    const seen = async (): Promise<any[]> => (await ask('GET', '/api/device/capture/page')).records
    // Those of too little quality are not sent.
    await until(async () => {
      const found = new Set((await seen()).map(row => row.kind))
      if (!found.has(1)) simulator.order('see face')
      if (!found.has(3)) simulator.order('see body')
      if (!(await seen()).some(row => row.plate === '浙A12345')) simulator.order('see plate 浙A12345')
      return found.size === 3 && (await seen()).some(row => row.plate === '浙A12345')
    }, 'a face, a plate and a body were seen')
  })

  test.each(CLASSES)('%s has its pages, in its menu and by address', async key => {
    const page: Page = await stage.open(pathOf(key, 'equiSum'))
    for (const kind of PAGES) {
      await page.goto(stage.base + pathOf(key, kind))
      await page.locator('.shell-page h1').waitFor()
      expect(await page.locator('.signpost').count(), kind).toBe(0)
    }
  })

  test('captures are a wall of pictures, found by their kind and by a plate, and open with what was seen', async () => {
    const page = await stage.open(pathOf('captureDevice', 'event'))
    await wall(page).locator('img').nth(2).waitFor()
    await page.goto(stage.base + pathOf('captureDevice', 'event', `?plate=${encodeURIComponent('浙A1')}`))
    await wall(page).getByText('浙A12345').first().waitFor()
    expect(await wall(page).getByText('沪B88888').count()).toBe(0)
    await wall(page).locator('button').first().click()
    const drawer = page.locator('.drawer')
    await drawer.locator('img').first().waitFor()
    await drawer.getByText('车牌', { exact: true }).first().waitFor()
    await drawer.getByRole('link', { name: '查看完整经过' }).click()
    await page.getByRole('heading', { name: /南门抓拍：车牌抓拍 浙A12345/ }).waitFor()
  })

  test('an alert is shown with a frame around what was found, and marked as false by whoever looked', async () => {
    simulator.order('find helmet 2')
    const page = await stage.open(pathOf('boxDevice', 'event', '?identifier=helmet'))
    await page.locator('.table-row').first().click()
    const drawer = page.locator('.drawer')
    await drawer.locator('.boxed-picture img').waitFor()
    await drawer.locator('.boxed-picture i').waitFor()
    await drawer.getByRole('button', { name: '处理' }).click()
    const dialog = page.getByRole('dialog').last()
    await dialog.getByText('误报', { exact: true }).click()
    await dialog.locator('button[type=submit]').click()
    await page.locator('.table-row').getByText('误报').first().waitFor()
    await page.goto(stage.base + pathOf('boxDevice', 'equiSum'))
    await page.getByRole('heading', { name: '误报最多' }).waitFor()
  })

  test('every command of an analysis box is pressed once, at a camera', async () => {
    const page = await stage.open(pathOf('boxDevice', 'equi', `?row=${devices.boxDevice.id}`))
    const card = page.locator('.drawer .part-card').first()
    await card.getByRole('button', { name: '截图', exact: true }).click()
    await card.locator('[data-steps]').getByText(/完成/).first().waitFor()
  })

  test('every command of a camera is pressed once', async () => {
    const page = await stage.open(pathOf('captureDevice', 'equi', `?row=${devices.captureDevice.id}`))
    const card = page.locator('.drawer .part-card').first()
    await card.getByRole('button', { name: '立即抓拍', exact: true }).click()
    await card.locator('[data-steps]').getByText(/完成/).first().waitFor()
  })

  test('a covered lens is an alarm of its camera', async () => {
    simulator.order('cover on')
    const page = await stage.open(pathOf('captureDevice', 'event', '?list=event'))
    await page.getByText('镜头遮挡').first().waitFor()
    simulator.order('cover off')
  })

  test.each(CLASSES)('%s is readable in both themes', async key => {
    const page = await stage.open(pathOf(key, 'event'))
    await settled(page)
    expect(await bothThemes(page)).toEqual([])
    await page.goto(stage.base + pathOf(key, 'equiSum'))
    await settled(page)
    expect(await bothThemes(page)).toEqual([])
  })

  test.runIf(PICTURES)('pictures of every page', { timeout: 600_000 }, async () => {
    const openings: [name: string, opening: Opening][] = [
      ['light-1440', {}],
      ['dark-1440', { theme: 'dark', language: 'en' }],
      ['light-390', { width: 390, height: 844 }],
      ['dark-390', { width: 390, height: 844, theme: 'dark' }],
    ]
    for (const key of CLASSES)
      for (const [name, opening] of openings) {
        for (const kind of ['equiSum', 'event'] as const) {
          const page = await stage.open(pathOf(key, kind), opening)
          await page.locator('.shell-page h1').waitFor()
          if (kind === 'event') await page.locator('.photo-wall img, .table-row').first().waitFor()
          await picture(page, `${key}-${kind}-${name}`)
          // An account has a limited number of live streams.
          await page.close()
        }
        const page = await stage.open(pathOf(key, 'equi', `?row=${devices[key].id}`), opening)
        await page.locator('.drawer .part-card').first().waitFor()
        await picture(page, `${key}-equi-${name}`)
        await page.close()
      }
    const alert = await stage.open(pathOf('boxDevice', 'event', '?identifier=helmet'))
    await alert.locator('.table-row').first().click()
    await alert.locator('.boxed-picture i').first().waitFor()
    await picture(alert, 'alert-detail-light')
    await alert.close()
    const page = await stage.open(pathOf('captureDevice', 'event', '?kind=2'))
    await wall(page).locator('button').first().click()
    await page.locator('.drawer img').first().waitFor()
    await picture(page, 'capture-detail-light')
    await page.goto(stage.base + pathOf('captureDevice', 'event', '?show=list'))
    await page.locator('.table-row').first().waitFor()
    await picture(page, 'captures-list-light')
    await page.route('**/api/device/capture/page**', route => route.fulfill({ status: 500, body: '{}' }))
    stage.expectComplaint(/500/)
    await page.goto(stage.base + pathOf('captureDevice', 'event'))
    await page
      .getByRole('button', { name: /重试|重新加载/ })
      .first()
      .waitFor()
    await picture(page, 'captures-error-light')
    await simulator.end()
    const away = await stage.open(pathOf('captureDevice', 'equi', `?row=${devices.captureDevice.id}`))
    await away.getByText('设备离线，以下是离线前最后的报告').waitFor()
    await picture(away, 'captureDevice-offline-light')
  })
})
