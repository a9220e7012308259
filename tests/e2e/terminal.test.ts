/** Face terminals that control a door, in the console: their pages, each command of their cards pressed once and ended by the device. */
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { bsFaceDevice } from '#devices/bsFaceDevice.ts'
import { connectDevice, type Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { bothThemes } from './axe.ts'
import { choose, dialogOf, fieldOf } from './form.ts'
import type { Simulator } from './simulator.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
const NAME = '会所东门'
let device: Credentials
let simulator: Simulator

beforeAll(async () => {
  const { server, appId, models, ask } = stage.platform
  const site = await ask('POST', '/api/admin/site', { name: '会所', type: 1, status: 1 })
  device = await connectDevice(server, appId, models.bsFaceDevice!, 'E2E-BS', NAME)
  await ask('PUT', '/api/device/bind', { id: device.id, name: NAME, siteId: site.id })
  simulator = await stage.simulate([{ deviceClass: 'bsFaceDevice', credentials: device }])
})

const pathOf = (page: string, query = ''): string => `/bsFaceDevice/${page}/${stage.platform.appId}${query}`
const openCard = async (): Promise<Locator> => {
  const page = await stage.open(pathOf('equi', `?row=${device.id}`))
  const card = page.locator('.drawer .part-card').first()
  await card.getByText(/^关 · 已上锁/).waitFor()
  return card
}

async function press(card: Locator, label: string, end?: string): Promise<void> {
  await card.getByRole('button', { name: label, exact: true }).click()
  const tray = card.locator('form.tray')
  await tray.waitFor()
  await tray.getByRole('radio', { name: '访客' }).click({ force: true })
  if (end) await tray.getByRole('radio', { name: end }).click({ force: true })
  await tray.locator('button[type=submit]').click()
  await card.locator('[data-steps]').getByText(/完成/).first().waitFor()
  await card.getByRole('button', { name: '收起' }).click()
}

test('it has its pages, in its menu and by address', async () => {
  const page = await stage.open(pathOf('equiSum'))
  for (const kind of bsFaceDevice.pages) {
    await page.goto(stage.base + pathOf(kind))
    await page.locator('.shell-page h1').waitFor()
    expect(await page.locator('.signpost').count(), kind).toBe(0)
  }
})

test('every command of its door is pressed once', async () => {
  const card = await openCard()
  await press(card, '开门')
  await press(card, '常开', '30 分钟')
  await card.getByText(/^常开/).waitFor()
  await press(card, '恢复正常')
  await press(card, '常闭', '30 分钟')
  await card.getByText(/^常闭/).waitFor()
  await press(card, '恢复正常')
})

test('a stranger and an unknown card are refused, and both are recorded', async () => {
  const page = await stage.open(pathOf('discern'))
  await page.locator('.shell-page h1').waitFor()
  simulator.order('face stranger')
  await page.locator('.table-row', { hasText: '未登记人员' }).first().waitFor()
  simulator.order('card 0099887766 1')
  await page
    .locator('.table-row', { hasText: /未登记卡|未登记人员/ })
    .nth(1)
    .waitFor()
  await until(async () => {
    const { records } = await stage.platform.ask('GET', `/api/person/passRecord/page?deviceId=${device.id}&method=2`)
    return records.length === 1 && records[0].result === 0
  }, 'the card is recorded')
})

test('its door is set where it is controlled: the row says whether the device has that', async () => {
  const page = await stage.open(pathOf('accessControl'))
  const row = page.locator('.table-row', { hasText: NAME })
  await row.getByText('未设置').waitFor()
  await row.click()
  const drawer = page.locator('.drawer')
  await drawer.getByText('还没有设置').waitFor()
  await drawer.getByRole('button', { name: '设置' }).click()
  const dialog = page.locator('[role=dialog]')
  await dialog
    .getByRole('switch', { name: '防潜回' })
    .or(dialog.getByRole('checkbox', { name: '防潜回' }))
    .waitFor()
  await dialog.getByRole('button', { name: '保存' }).click()
  await row.getByText('已在设备上').waitFor()
  const { records } = await stage.platform.ask('GET', '/api/device/doorControl/page?deviceClass=bsFaceDevice')
  expect(records).toMatchObject([{ delivery: 'confirmed', relayMs: 3000, contact: true, means: 0 }])
  // The same acts as on the card of its device.
  const card = drawer.locator('.part-card')
  await press(card, '开门')
  await press(card, '常开', '30 分钟')
  await press(card, '恢复正常')
})

test('whom it refused is a wall of pictures', async () => {
  simulator.order('face stranger')
  const page = await stage.open(pathOf('capture'))
  await page.locator('.photo-wall').getByText('未登记人员').first().waitFor()
  await page.getByRole('button', { name: '显示列表' }).click()
  await page.locator('.table-row', { hasText: '未登记人员' }).first().waitFor()
  // On a phone it has room.
  const phone = await stage.open(pathOf('capture'), { width: 390, height: 844 })
  const wall = phone.locator('.photo-wall')
  await wall.getByText('未登记人员').first().waitFor()
  expect((await wall.boundingBox())!.height).toBeGreaterThan(150)
})

test('a PIN for a visitor is made, shown once, approved, and in force at the terminal', async () => {
  const page = await stage.open(pathOf('pswOrder'))
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = dialogOf(page)
  await fieldOf(form, '访客姓名').getByRole('textbox').fill('顾明')
  await fieldOf(form, '访客手机号').getByRole('textbox').fill('13800001234')
  await choose(page, form, '通行点', NAME)
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByText('请妥善保存').waitFor()
  await page.getByText('胁迫密码').waitFor()
  await page.getByRole('button', { name: '我已保存' }).click()
  const row = page.locator('.table-row', { hasText: '顾明' })
  await row.getByText('待审核').waitFor()
  await row.getByRole('button', { name: '通过' }).click()
  await row.getByText('生效', { exact: true }).waitFor()
})

test('it is readable in both themes', async () => {
  const card = await openCard()
  await settled(card.page())
  expect(await bothThemes(card.page())).toEqual([])
})
