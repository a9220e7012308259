/** An act on several rows is undone from the notice after it: a few rows at once, many as a job, and only those that it changed. */
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { dialogOf } from './form.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
const PEOPLE = 24
const AWAY = '休假的人'

beforeAll(async () => {
  const { ask } = stage.platform
  for (let at = 0; at < PEOPLE; at += 1)
    await ask('POST', '/api/person/person', { name: `住户${at}`, personNo: `U${at}`, personType: 1 })
  const { id } = await ask('POST', '/api/person/person', { name: AWAY, personNo: 'U-away', personType: 1 })
  await ask('POST', `/api/person/person/${id}/pause`, {})
})

/** How many people are paused. */
const paused = async (): Promise<number> =>
  (await stage.platform.ask('GET', '/api/person/person/page?state=1&size=100')).total
const open = async (query: string): Promise<Page> => {
  const page = await stage.open(`/apply/customPerson/default/${stage.platform.appId}?${query}`)
  await page.locator('.table-row').first().waitFor()
  await settled(page)
  return page
}
/** Pauses the people of the page, after the confirmation. */
async function pauseAll(page: Page): Promise<void> {
  await page.locator('.table-head .checkbox').check()
  await page.locator('.selection-bar').getByRole('button', { name: '停用', exact: true }).click()
  await dialogOf(page).getByRole('button', { name: '确 定' }).click()
}

test('a few: the notice undoes it, and what was paused before stays so', async () => {
  expect(await paused()).toBe(1)
  stage.expectComplaint(/409 .*\/pause/)
  const page = await open('size=10')
  await pauseAll(page)
  const notice = page.locator('.toast', { hasText: '项已完成' })
  await expect.poll(paused).toBe(10)
  await notice.getByRole('button', { name: '撤销' }).click()
  await expect.poll(paused).toBe(1)
})

test('many: so does that of the job, which failed for the one that was paused before', async () => {
  const page = await open('size=50')
  await pauseAll(page)
  await expect.poll(paused).toBe(PEOPLE + 1)
  await page.locator('.toast', { hasText: '未完成' }).getByRole('button', { name: '查看' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `撤销已完成的 ${PEOPLE} 项` })
    .click()
  await expect.poll(paused).toBe(1)
})
