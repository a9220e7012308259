/** A portrait is taken at a terminal for a person who is being added: chosen, waited for, looked at, taken again, used and saved; and refused with its reason. */
import { mkdirSync } from 'node:fs'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { connectDevice } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { bothThemes } from './axe.ts'
import { choose, dialogOf, fieldOf } from './form.ts'
import type { Simulator } from './simulator.ts'
import { useStage, type Opening } from './stage.ts'

const ENGINE = { role: 'engine' } as const
const PICTURES = process.env.PICTURES
const stage = useStage()
let simulator: Simulator
const rows = <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
  stage.platform.server.ports.db.query<T>(ENGINE, statement)

beforeAll(async () => {
  const { server, appId, models, ask } = stage.platform
  const site = await ask('POST', '/api/admin/site', { name: '一号楼', type: 1, status: 1 })
  const credentials = await connectDevice(server, appId, models.faceEqui!, 'POR-E2E', '大堂人脸机')
  await connectDevice(server, appId, models.faceEqui!, 'POR-AWAY', '北门人脸机')
  const { rev } = await ask('GET', `/api/device/bind/${credentials.id}`)
  await ask('PUT', '/api/device/bind', { id: credentials.id, rev, siteId: site.id })
  simulator = await stage.simulate([{ deviceClass: 'faceEqui', credentials }])
  await until(async () => (await ask('GET', `/api/device/bind/${credentials.id}`)).online, 'the terminal is online')
})

/** The simulator works again, and has said so. */
const mend = async (): Promise<void> => {
  const before = simulator.printed().length
  simulator.order('none')
  await until(() => simulator.printed().slice(before).includes('"faults":[]'), 'the fault is over')
}

const openForm = async (opening?: Opening): Promise<{ page: Page; dialog: Locator }> => {
  const page = await stage.open(`/apply/customPerson/default/${stage.platform.appId}`, opening)
  await page
    .getByRole('button', { name: /^(新增|Add)/ })
    .first()
    .click()
  await dialogOf(page)
    .getByRole('button', { name: /从设备采集|Capture on a device/ })
    .click()
  return { page, dialog: dialogOf(page) }
}
const picture = (page: Page, name: string, of = dialogOf(page)): Promise<unknown> =>
  PICTURES ? of.screenshot({ path: `${PICTURES}/${name}.png` }) : Promise.resolve()

test('from the form to the saved person; the picture before the last is gone', async () => {
  const { page } = await openForm()
  const dialog = dialogOf(page)
  // The only one that is online is chosen already.
  await dialog.getByRole('button', { name: '大堂人脸机 · 一号楼' }).waitFor()
  await dialog.getByRole('button', { name: '采集', exact: true }).click()
  await dialog.getByText('请本人站到“大堂人脸机”前').waitFor()
  await dialog.getByText('秒内正对屏幕').waitFor()
  // Under the pointer that has pressed it, it looks like a button that cannot be pressed.
  const [cannot, text] = await dialog
    .getByRole('button', { name: '采集', exact: true })
    .evaluate(button => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color])
  const probe = await dialog.evaluate(box => {
    const one = box.appendChild(document.createElement('i'))
    one.style.cssText = 'background: var(--mute-soft); color: var(--third)'
    const found = [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]
    one.remove()
    return found
  })
  expect([cannot, text]).toEqual(probe)
  const taken = dialog.getByRole('img', { name: '采集的照片' })
  await taken.waitFor()
  const [first] = await rows<{ id: string }>(sql`select id from engine.file where kind = 'portrait'`)
  expect(await bothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: '重拍' }).click()
  await dialog.getByText('秒内正对屏幕').waitFor()
  await taken.waitFor()
  await dialog.getByRole('button', { name: '采用' }).click()
  const form = dialogOf(page)
  await fieldOf(form, '姓名').getByRole('textbox').fill('周雨桐')
  await choose(page, form, '类型', '员工')
  await form.getByRole('checkbox', { name: '已取得人脸信息单独同意' }).check({ force: true })
  await form.locator('.upload-picture img').waitFor()
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByText('周雨桐').first().waitFor()
  const left = await rows<{ id: string; used: boolean }>(
    sql`select f.id, exists (select from people.person p where p.portrait_file = f.id and p.name = '周雨桐') as used
      from engine.file f where kind = 'portrait'`,
  )
  expect(left).toEqual([{ id: expect.not.stringMatching(first!.id), used: true }])
  expect(await rows(sql`select 1 from devices.portrait`)).toEqual([])
})

test('a refusal of the device names its reason; closing discards the request', async () => {
  simulator.order('refuse')
  const { page } = await openForm()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: '采集', exact: true }).click()
  await dialog.getByText('设备未能采集：设备拒绝执行 refused by fault').waitFor()
  await mend()
  await dialog.getByRole('button', { name: '重新采集' }).click()
  await dialog.getByText('秒内正对屏幕').waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
  await until(async () => (await rows(sql`select 1 from devices.portrait`)).length === 0, 'the request is discarded')
})

test.runIf(PICTURES)('pictures of every state', async () => {
  mkdirSync(PICTURES!, { recursive: true })
  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      const name = `${theme}-${width}`
      const language = theme === 'dark' ? 'en' : 'zh'
      const { page, dialog } = await openForm({ width, theme, language })
      await page.screenshot({ path: `${PICTURES}/choose-${name}.png` })
      await dialog.getByRole('button', { name: /^(采集|Capture)$/ }).click()
      await dialog.locator('.capture-left').waitFor()
      await page.screenshot({ path: `${PICTURES}/waiting-${name}.png` })
      await dialog.locator('.capture-frame img').waitFor()
      await page.screenshot({ path: `${PICTURES}/taken-${name}.png` })
      simulator.order('refuse')
      await dialog.getByRole('button', { name: /重拍|Retake/ }).click()
      await dialog.getByRole('alert').waitFor()
      await page.screenshot({ path: `${PICTURES}/failed-${name}.png` })
      await mend()
      await dialog.getByRole('button', { name: /取消|Cancel/ }).click()
      await page.screenshot({ path: `${PICTURES}/form-${name}.png` })
    }
})
