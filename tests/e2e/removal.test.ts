/** Deleting in the browser: the confirmation counts the consequences, and the receipt and the bar at the top offer to undo. */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../harness/device.ts'
import { dialogOf } from './form.ts'
import { useStage } from './stage.ts'

const stage = useStage()
/** A folder for screenshots; if not set, none are saved. */
const { PICTURES } = process.env
const picture = async (page: Page, name: string): Promise<void> => {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png` })
}

beforeAll(async () => {
  const { ask, models, server, appId } = stage.platform
  await connectDevice(server, appId, models.faceEqui!, 'FACE-GONE', '大堂人脸')
  const doors = await ask<{ id: string }[]>('GET', '/api/person/authGroup/doors')
  const { id } = await ask('POST', '/api/person/authGroup', { name: '全体', doorIds: doors.map(door => door.id) })
  for (const [name, card] of [
    ['周雨桐', '11112222'],
    ['何雨桐', '33334444'],
  ]) {
    const person = await ask('POST', '/api/person/person', { name, personType: 1, cards: [card] })
    await ask('POST', `/api/person/authGroup/${id}/addPeople`, { personIds: [person.id] })
  }
})
const rowOf = (page: Page, name: string) => page.locator('.table-row', { hasText: name })
async function askToDelete(page: Page, name: string, words: { remove: string; more: string }): Promise<void> {
  const row = rowOf(page, name)
  await row.waitFor()
  const button = row.getByRole('button', { name: words.remove })
  if (await button.count()) return button.click()
  await row.getByRole('button', { name: words.more }).click()
  await page.getByRole('menuitem', { name: words.remove }).click()
}
const ZH = { remove: '删除', more: '更多' }

test('the question counts, the receipt undoes, and the person has cards and doors again', async () => {
  const { appId, ask } = stage.platform
  const page = await stage.open(`/apply/customPerson/default/${appId}?name=周雨桐`)
  await askToDelete(page, '周雨桐', ZH)
  const dialog = dialogOf(page)
  await dialog.getByText('确定删除“周雨桐”吗？').waitFor()
  await dialog.getByText('1 人将失去 1 扇门的通行权限').waitFor()
  await dialog.getByText('1 张卡将失效').waitFor()
  await dialog.getByText('删除后 10 分钟内可以撤销').waitFor()
  await picture(page, 'question-light')
  await dialog.getByRole('button', { name: '确 定' }).click()
  await page.getByText('删除成功：人员“周雨桐”').waitFor()
  await rowOf(page, '周雨桐').waitFor({ state: 'detached' })
  await picture(page, 'receipt-light')
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByText('已恢复 1 项').waitFor()
  await rowOf(page, '周雨桐').waitFor()
  const [row] = (await ask('GET', '/api/person/person/page?name=周雨桐')).records
  expect(row).toMatchObject({ cards: ['11112222'], groupNames: '全体', doorCount: 1 })
})

test('on another page and on a phone it is found in the bar at the top; in English every word is English', async () => {
  const { appId } = stage.platform
  const page = await stage.open(`/apply/customPerson/default/${appId}?name=何雨桐`, { theme: 'dark', language: 'en' })
  await askToDelete(page, '何雨桐', { remove: 'Delete', more: 'More' })
  await dialogOf(page).getByText('1 person will lose 1 door').waitFor()
  expect((await dialogOf(page).innerText()).replaceAll('何雨桐', '')).not.toMatch(/[\u4e00-\u9fff]/)
  await picture(page, 'question-dark')
  await dialogOf(page).getByRole('button', { name: 'OK' }).click()
  await page.getByText('Deleted: 何雨桐').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${stage.base}/apply/siteManage/${appId}`)
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  await page.getByText(/until \d\d:\d\d/).waitFor()
  await picture(page, 'list-phone-dark')
  await page.getByText('Undo', { exact: true }).click()
  await page.getByText('1 restored').waitFor()
  await page.getByRole('button', { name: 'Recently deleted' }).waitFor({ state: 'detached' })
})

test('where counting fails, deleting is still possible, and the dialog names the failure', async () => {
  const { appId, ask } = stage.platform
  await ask('POST', '/api/admin/site', { name: '要走的', type: 1, status: 1 })
  const page = await stage.open(`/apply/siteManage/${appId}?name=要走的`)
  await page.route('**/remove/consequences*', route => route.fulfill({ status: 503, body: '' }))
  stage.expectComplaint(/503/)
  await askToDelete(page, '要走的', ZH)
  await dialogOf(page).getByText('未能统计影响范围').waitFor()
  await dialogOf(page).getByRole('button', { name: '确 定' }).click()
  await rowOf(page, '要走的').waitFor({ state: 'detached' })
})
