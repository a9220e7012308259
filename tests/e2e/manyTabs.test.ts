/** A browser opens six connections to a server: more tabs than that load, are live over one stream, and stay so when the tab that reads it ends. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useStage } from './stage.ts'

const TABS = 8
const stage = useStage()
let path: string
let deviceId: string

beforeAll(async () => {
  const { platform } = stage
  const siteId = (await platform.ask('POST', '/api/admin/site', { name: '东门', type: 1, status: 1 })).id
  const device = { sn: 'MANY-TABS', name: '东门闸机', siteId, modelId: platform.models.accessControlDevice }
  deviceId = (await platform.ask('POST', '/api/device/bind/connect', device)).id
  path = `/apply/guard/${platform.appId}?site=${siteId}`
})
const live = (page: Page): Promise<void> => page.locator('.live-dot[data-state=live]').waitFor()
const shows = (page: Page, name: string): Promise<void> =>
  page.getByRole('alert', { name: '未确认的告警' }).getByText(name).waitFor()
const raise = (name: string): Promise<unknown> =>
  stage.platform.ask('POST', '/api/device/alarm/raise', { deviceId, name, level: 3 })

test('eight tabs share one stream, and the next one reads it when its tab is closed', async () => {
  const first = await stage.open(path)
  const reading = new Set<Page>()
  const watch = (page: Page): void => {
    const isStream = (url: string): boolean => new URL(url).pathname === '/api/live'
    page.on('request', request => isStream(request.url()) && reading.add(page))
    page.on('requestfailed', request => isStream(request.url()) && reading.delete(page))
    page.on('close', () => reading.delete(page))
  }
  watch(first)
  await first.reload()
  await live(first)
  const tabs = [first]
  while (tabs.length < TABS) {
    const tab = await first.context().newPage()
    watch(tab)
    await tab.goto(stage.base + path)
    await live(tab)
    tabs.push(tab)
  }
  expect([...reading]).toEqual([first])
  await raise('东门被强行打开')
  await Promise.all(tabs.map(tab => shows(tab, '东门被强行打开')))

  await tabs.shift()!.close()
  await expect.poll(() => reading.size).toBe(1)
  await Promise.all(tabs.map(live))
  await raise('东门再次被打开')
  await Promise.all(tabs.map(tab => shows(tab, '东门再次被打开')))
})

test('a tab that the browser suspends gives its place to the one that is shown, and follows it later', async () => {
  const suspended = await stage.open(path)
  await live(suspended)
  const browser = await suspended.context().newCDPSession(suspended)
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' })
  const shown = await suspended.context().newPage()
  await shown.goto(stage.base + path)
  await live(shown)
  await raise('东门第三次被打开')
  await shows(shown, '东门第三次被打开')
  await browser.send('Page.setWebLifecycleState', { state: 'active' })
  await shows(suspended, '东门第三次被打开')
})

test('a page whose code of the stream could not be fetched is live once it can', async () => {
  stage.expectComplaint(/connectLive|Failed to load resource/)
  const page = await stage.open(path)
  await live(page)
  const connection = /\/assets\/connectLive-[^/]*\.js$/
  await page.route(connection, route => route.abort())
  await page.reload()
  await page.getByRole('heading', { name: '东门' }).waitFor()
  await page.locator('.live-dot[data-state=late]').waitFor()
  await page.unroute(connection)
  await live(page)
})
