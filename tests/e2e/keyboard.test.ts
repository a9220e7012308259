/** A day's work by keyboard alone: sign in, find, create, edit, select, delete, undo. The pointer is never used. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { connectDevice } from '../harness/device.ts'
import { ADMIN_PASSWORD } from '../harness/server.ts'
import { dialogOf, fieldOf } from './form.ts'
import { useStage } from './stage.ts'
import { pause } from '../harness/pause.ts'

const stage = useStage()
const MOST_TABS = 60

/** Presses Tab until the focus is within `target`, where it must be visible. */
async function tabTo(page: Page, target: Locator, tab: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let count = 0; count < MOST_TABS; count += 1) {
    await page.keyboard.press(tab)
    if (!(await target.evaluate(one => one.contains(document.activeElement)))) continue
    expect(await page.evaluate(() => document.activeElement!.matches(':focus-visible'))).toBe(true)
    return
  }
  throw new Error('the focus does not reach it by Tab')
}
const rowOf = (page: Page, name: string): Locator => page.locator('.table-row[data-at]', { hasText: name })

/** Adds a person with the form that `n` opens. */
async function addPerson(page: Page, name: string): Promise<void> {
  await page.locator('[data-shortcut=n]').first().waitFor()
  await page.keyboard.press('n')
  const form = dialogOf(page)
  await fieldOf(form, '姓名').waitFor()
  if (!(await fieldOf(form, '姓名').evaluate(one => one.contains(document.activeElement))))
    await tabTo(page, fieldOf(form, '姓名'))
  await page.keyboard.type(name)
  await tabTo(page, fieldOf(form, '类型'))
  await page.keyboard.press('Space')
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await rowOf(page, name).waitFor()
}

test('sign in, find, create, edit, select, delete and undo', async () => {
  const page = await stage.open('/login', { as: null })
  const { keyboard } = page

  await page.locator('.login-form input').first().waitFor()
  await keyboard.type('admin')
  await keyboard.press('Tab')
  await keyboard.type(ADMIN_PASSWORD)
  await keyboard.press('Enter')
  await page.locator('.topbar').waitFor()

  // The page of an application is found from anywhere, and asks for the application.
  await keyboard.press('Control+k')
  await page.locator('.palette').waitFor()
  await keyboard.type('人员')
  await page.getByRole('option', { name: /^人员/ }).first().waitFor()
  await keyboard.press('Enter')
  await page.getByText('选择应用').first().waitFor()
  await tabTo(
    page,
    page.locator('.card-grid').getByText('测试小区').locator('xpath=ancestor-or-self::*[self::button or self::a][1]'),
  )
  await keyboard.press('Enter')
  await page.waitForURL(url => url.pathname.endsWith(stage.platform.appId))

  for (const name of ['键一', '键二', '键三']) await addPerson(page, name)

  await keyboard.press('j')
  await keyboard.press('e')
  await fieldOf(dialogOf(page), '姓名').waitFor()
  await tabTo(page, fieldOf(dialogOf(page), '姓名'))
  await keyboard.press('End')
  await keyboard.type('改')
  await keyboard.press('Enter')
  await page.locator('.dialog').waitFor({ state: 'detached' })
  await rowOf(page, '改').waitFor()

  for (const step of ['x', 'j', 'x']) await keyboard.press(step)
  await page.getByText('已选择 2 项').waitFor()
  await keyboard.press('Delete')
  await dialogOf(page)
    .getByText(/确定删除/)
    .waitFor()
  await tabTo(page, dialogOf(page).getByRole('button', { name: '确 定' }))
  await keyboard.press('Enter')
  await page.getByText(/删除成功/).waitFor()
  await rowOf(page, '改').waitFor({ state: 'detached' })
  await keyboard.press('u')
  await page.getByText('已恢复 2 项').waitFor()
  await rowOf(page, '改').waitFor()
  expect(await page.locator('.table-row[data-at]').count()).toBe(3)
}, 120_000)

test('a row with the focus stays while new ones arrive; they are offered, and come by themselves afterwards', async () => {
  const { server, appId, models } = stage.platform
  const credentials = await connectDevice(server, appId, models.faceEqui!, 'KEYS-FACE', '大堂')
  const simulator = await stage.simulate([{ deviceClass: 'faceEqui', credentials }])
  const page = await stage.open(`/faceEqui/discern/${appId}`)
  const rows = page.locator('.table-row[data-at]')
  await page.locator('.live-dot[data-state=live]').waitFor()
  simulator.order('face stranger')
  await rows.first().waitFor()
  await page.keyboard.press('j')
  simulator.order('face stranger')
  const offer = page.getByRole('button', { name: '有新记录，点击显示' })
  await offer.waitFor()
  expect(await rows.count()).toBe(1)
  await page.keyboard.press('Shift+Tab')
  await pause(2500, 'longer than live lists wait: the offer stays while the focus is on its way there')
  expect(await rows.count()).toBe(1)
  await tabTo(page, offer, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(2)
  simulator.order('face stranger')
  await expect.poll(() => rows.count(), { timeout: 8000 }).toBe(3)
  expect(await offer.count()).toBe(0)
})
