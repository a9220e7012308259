/** A reference is followed in the place where it stands, with a way back, by keyboard, and nothing typed is lost. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../harness/device.ts'
import { dialogOf } from './form.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
const STOCK = '/hardwareManage/deviceWarehouse'

beforeAll(async () => {
  const { server, appId, models } = stage.platform
  await connectDevice(server, appId, models.faceEqui!, 'REF-001', '一号')
})

const shown = (page: Page) => page.locator('.drawer:not([data-covered])')
const referred = (page: Page) => shown(page).locator('.crud-ref')
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent)

test.each([
  [1440, 900],
  [390, 844],
])('from the drawer to the model, its maker and back, in a window of %i px', async (width, height) => {
  const page = await stage.open(`${STOCK}?sn=REF-001`, { width, height })
  await page.locator('.table-row', { hasText: 'REF-001' }).click()
  const model = referred(page).first()
  const name = (await model.textContent())!
  await model.focus()
  await page.keyboard.press('Enter')
  await shown(page).getByRole('heading', { name }).waitFor()
  expect(new URL(page.url()).searchParams.get('ref')).toMatch(/^deviceModel\.\d+$/)
  expect(await shown(page).count()).toBe(1)
  await referred(page).first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/ref=deviceModel\.\d+%2CdeviceVendor\.\d+/)
  await page.keyboard.press('Escape')
  await shown(page).getByRole('heading', { name }).waitFor()
  await shown(page).getByRole('button', { name: '返回' }).click()
  await shown(page).getByRole('heading', { name: 'REF-001' }).waitFor()
  expect(await focused(page)).toBe(name)
  expect(new URL(page.url()).searchParams.get('ref')).toBeNull()
  await page.goBack()
  await shown(page).getByRole('heading', { name }).waitFor()
})

test('a reference in a row opens its row beside the list, and the row itself stays closed', async () => {
  const page = await stage.open(`${STOCK}?sn=REF-001`)
  const model = page.locator('.table-row .crud-ref').first()
  const name = (await model.textContent())!
  await model.click()
  await shown(page).getByRole('heading', { name }).waitFor()
  expect(new URL(page.url()).searchParams.get('row')).toBeNull()
  await page.keyboard.press('Escape')
  await page.locator('.drawer').waitFor({ state: 'detached' })
})

test('in a form a new row takes the place of the form, and gives it back as it was', async () => {
  const page = await stage.open(STOCK)
  await page.getByRole('button', { name: '新增设备' }).click()
  const form = dialogOf(page)
  await form.getByLabel('设备名称').fill('半途')
  await form.getByRole('button', { name: '新建设备型号' }).click()
  await page.getByRole('heading', { name: '新增设备型号' }).waitFor()
  await settled(page)
  // One dialog is seen at a time.
  expect(await page.locator('.dialog:visible').count()).toBe(1)
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByRole('heading', { name: '新增设备型号' }).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('新建设备型号')
  expect(await form.getByLabel('设备名称').inputValue()).toBe('半途')
})
