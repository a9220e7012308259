/** Gates, swing doors and lanes in the console: each command that their cards offer is pressed once, and ended by the device. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectDevice, type Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { bothThemes } from './axe.ts'
import type { Simulator } from './simulator.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
const NAMES = { ssmDevice: '南门伸缩门', swingdoorDevice: '后勤平开门', brakeDevice: '地库道闸' } as const
type Class = keyof typeof NAMES
const CLASSES = Object.keys(NAMES) as Class[]
const PAGES = ['equiSum', 'equi', 'discern', 'callback', 'union', 'event']
let devices: Record<Class, Credentials>
let simulator: Simulator

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
})

const pathOf = (key: Class, page: string, query = ''): string => `/${key}/${page}/${stage.platform.appId}${query}`
const openCard = async (key: Class): Promise<Locator> => {
  const page = await stage.open(pathOf(key, 'equi', `?row=${devices[key].id}`))
  const card = page.locator('.drawer .part-card').first()
  await card.getByText(/^(关到位|已关闸)/).waitFor()
  return card
}

/** Presses a button of the card and waits until the card says that it is done: that command, not any. */
async function press(card: Locator, label: string, end?: string): Promise<void> {
  await card.getByRole('button', { name: label, exact: true }).click()
  const tray = card.locator('form.tray')
  await tray.waitFor()
  await tray.getByRole('radio', { name: '访客' }).click({ force: true })
  for (const box of await tray.getByRole('checkbox').all()) await box.check({ force: true })
  if (end) await tray.getByRole('radio', { name: end }).click({ force: true })
  await tray.locator('button[type=submit]').click()
  await untilDone(card, label)
}
const untilDone = (card: Locator, label: string): Promise<void> =>
  card.locator('[data-steps]').getByText(`已${label}`, { exact: true }).waitFor()
const HALF_AN_HOUR = '30 分钟'

/** So many have passed the lane: it opens for nobody else while it waits for one. */
const passed = (count: number): Promise<unknown> =>
  until(async () => {
    const { ask } = stage.platform
    const { records } = await ask('GET', '/api/person/passRecord/page?deviceClass=brakeDevice')
    return records.length === count
  }, `${count} passages`)

test.each(CLASSES)('%s has its pages, in its menu and by address', async key => {
  const page: Page = await stage.open(pathOf(key, 'equiSum'))
  for (const kind of PAGES) {
    await page.goto(stage.base + pathOf(key, kind))
    await page.locator('.shell-page h1').waitFor()
    expect(await page.locator('.signpost').count(), kind).toBe(0)
  }
})

describe('every command is pressed once', () => {
  test('a retractable gate', async () => {
    const card = await openCard('ssmDevice')
    await press(card, '半开')
    await card.getByText(/^半开到位/).waitFor()
    await press(card, '开门')
    await press(card, '关门')
    await press(card, '常开', HALF_AN_HOUR)
    await card.getByText(/常开/).first().waitFor()
    await press(card, '恢复正常')
    await press(card, '关门')
    await press(card, '锁定')
    await press(card, '恢复正常')
    await card.getByRole('button', { name: '停止' }).click()
    await untilDone(card, '停止')
    await card.getByRole('button', { name: '收起' }).click()
  })
  test('a swing door', async () => {
    const card = await openCard('swingdoorDevice')
    await press(card, '单扇开')
    await card.getByText(/^单扇开到位/).waitFor()
    await press(card, '开门')
    await press(card, '关门')
    await press(card, '常开', HALF_AN_HOUR)
    await press(card, '恢复正常')
  })
  test('a lane', async () => {
    const card = await openCard('brakeDevice')
    await press(card, '进场放行')
    await passed(1)
    await press(card, '出场放行')
    await passed(2)
    // It closes behind them, and is only closed by hand where nobody stands in it.
    await card.getByText(/^已关闸/).waitFor()
    await press(card, '开闸')
    await press(card, '关闸')
    await press(card, '紧急放行')
    await press(card, '恢复自动')
    const page = await stage.open(pathOf('brakeDevice', 'discern'))
    await page.locator('.table').getByText('远程').nth(1).waitFor()
  })
})

test('a lane that is not clear is not closed, and its card says why', async () => {
  const card = await openCard('brakeDevice')
  await press(card, '开闸')
  simulator.order('car on')
  await card.getByText(/闸下有车/).waitFor()
  const close = card.getByRole('button', { name: '关闸', exact: true })
  // The administrator may force it, in red; for others it stays disabled.
  expect(await close.getAttribute('data-tip')).toContain('地感有车')
  simulator.order('car off')
  await until(async () => !(await card.getByText(/闸下有车/).count()), 'it is clear')
})

test('the guard of the site opens it from the gate post', async () => {
  const page = await stage.open(`/apply/guard/${stage.platform.appId}`, { width: 390, height: 844, theme: 'dark' })
  for (const [key, label] of [
    ['ssmDevice', '开门'],
    ['swingdoorDevice', '开门'],
    ['brakeDevice', '开闸'],
  ] as const) {
    const way = page.getByRole('group', { name: NAMES[key], exact: true })
    await way.getByRole('button', { name: label, exact: true }).click()
    await way.getByRole('radio', { name: '送货' }).check({ force: true })
    await way.getByRole('slider').press('Enter')
    await way.getByText(new RegExp(`^已${label} · .*送货`)).waitFor()
    await until(async () => (await openings(devices[key].id)) === 1, `${key} was opened`)
  }
})
/** How often the guard opened it, and it was done. */
async function openings(deviceId: string): Promise<number> {
  const { records } = await stage.platform.ask('GET', `/api/device/control/page?deviceId=${deviceId}&identifier=open`)
  return records.filter((row: { state: number; reason: string }) => row.state === 3 && row.reason === '送货').length
}

test.each(CLASSES)('%s is readable in both themes', async key => {
  const page = (await openCard(key)).page()
  await settled(page)
  expect(await bothThemes(page)).toEqual([])
})
