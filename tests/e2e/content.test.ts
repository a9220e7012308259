/** The content pages of system management, each time with the effect of an action on the other side. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newCaptcha } from '#modules/identity/signIn/captcha.server.ts'
import { apkOf } from '#simulators/apk.ts'
import { connectDevice } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { ADMIN_PASSWORD } from '../harness/server.ts'
import { rowsOf } from '../harness/sheet.ts'
import { PublicApi } from '#simulators/PublicApi.ts'
import { choose, dialogOf, fieldOf, openerOf } from './form.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown): Promise<any> => {
  const { code, data, msg } = (await stage.platform.server.call(method, url, body)).body
  if (code !== 0) throw new Error(`${url}: ${msg}`)
  return data
}
const anybody = async (url: string): Promise<any> =>
  (await stage.platform.server.call('GET', url, undefined, { token: null })).body

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text }).first()
/** Performs an action of a row, directly or in the menu 更多. */
async function act(page: Page, text: string, name: string): Promise<void> {
  const row = rowOf(page, text)
  await row.waitFor()
  const here = row.locator('.table-act').filter({ hasText: new RegExp(`^${name}$`) })
  if (await here.count()) return here.click()
  await row.locator('.table-act', { hasText: '更多' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const submit = (page: Page): Promise<void> => dialogOf(page).locator('button[type=submit]').click()
const agree = (page: Page): Promise<void> => page.getByRole('button', { name: /^确\s?定$/ }).click()
const type = (scope: Locator, label: string, value: string): Promise<void> =>
  fieldOf(scope, label).locator('input, textarea').first().fill(value)

test('a document is written, published and read by everybody, and taken back', async () => {
  const page = await stage.open('/systemManage/sysDocsOrg')
  await page.getByRole('button', { name: '新增文档目录' }).first().click()
  await type(dialogOf(page), '目录名称', '公告')
  await choose(page, dialogOf(page), '可见范围', '公开')
  await submit(page)
  await rowOf(page, '公告').waitFor()

  await page.locator('.shell-side a[href="/systemManage/sysDocsManage"]').click()
  await page.getByRole('button', { name: '新增文档', exact: true }).first().click()
  const dialog = dialogOf(page)
  await type(dialog, '标题', '周六停机维护')
  await openerOf(fieldOf(dialog, '目录')).click()
  await page.getByRole('treeitem', { name: '公告', exact: true }).click()
  await choose(page, dialog, '语言', '中文')
  await dialog.locator('[contenteditable=true]').first().click()
  await page.keyboard.type('周六 02:00 至 04:00')
  await submit(page)
  await rowOf(page, '周六停机维护').waitFor()
  const [doc] = (await call('GET', '/api/admin/doc/page')).records
  expect((await anybody(`/api/docs/${doc.id}`)).error).toBe('not_found')
  await act(page, '周六停机维护', '发布')
  await until(async () => (await anybody(`/api/docs/${doc.id}`)).code === 0, 'the document to be read')
  await act(page, '周六停机维护', '下线')
  await agree(page)
  await until(async () => (await anybody(`/api/docs/${doc.id}`)).error === 'not_found', 'the document to be gone')
})

test('a message of a visitor is answered for', async () => {
  const { server } = stage.platform
  await server.call(
    'POST',
    '/api/contact',
    {
      name: '赵六',
      phone: '13700001111',
      kind: 2,
      content: '想了解门禁方案',
      randomStr: 'contact1234567890',
      code: await newCaptcha(server.ports, 'contact1234567890'),
    },
    { token: null },
  )
  const page = await stage.open('/systemManage/leaveMessage')
  await act(page, '赵六', '已联系')
  await dialogOf(page).locator('textarea').fill('已电话沟通')
  await submit(page)
  await dialogOf(page).waitFor({ state: 'detached' })
  await rowOf(page, '赵六').getByText('已联系').first().waitFor()
  expect((await call('GET', '/api/admin/leaveMessage/page')).records[0]).toMatchObject({ handleRemark: '已电话沟通' })
})

test('an advert is shown at its place while it is on', async () => {
  const api = new PublicApi(stage.base)
  await api.login('admin', ADMIN_PASSWORD)
  const picture = await sharp({ create: { width: 800, height: 373, channels: 3, background: '#3fa1ff' } })
    .jpeg()
    .toBuffer()
  const { id } = await api.upload('/api/admin/sys-file/upload?kind=image', picture, 'a.jpg')
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
  await call('POST', '/api/admin/advert', {
    name: '双十一',
    category: 1,
    position: 1,
    jump: 1,
    link: '/docs',
    pictures: [id],
    startsAt: at(-1),
    endsAt: at(1),
  })
  const shown = async (): Promise<number> => (await anybody('/api/advert?position=site')).data.length
  expect(await shown()).toBe(0)
  const page = await stage.open('/systemManage/advertisingManage')
  await act(page, '双十一', '上线')
  await until(async () => (await shown()) === 1, 'the advert')
  await rowOf(page, '双十一').getByText('上线').first().waitFor()
  await act(page, '双十一', '预览')
  await page.getByRole('dialog', { name: '预览' }).getByRole('img', { name: '双十一' }).waitFor()
  await page.keyboard.press('Escape')
  await act(page, '双十一', '下线')
  await agree(page)
  await until(async () => (await shown()) === 0, 'the advert to be gone')
})

test('a template is designed, published, bound to a scenario, and shapes the people of a new application', async () => {
  const page = await stage.open('/systemManage/templateEdit')
  await page.getByRole('button', { name: '新增模板' }).first().click()
  await type(dialogOf(page), '模板名称', '住户登记表')
  await choose(page, dialogOf(page), '类型', '人员模板')
  await submit(page)
  await act(page, '住户登记表', '设计')
  const palette = page.locator('.template-palette')
  await palette.getByRole('button', { name: '单行文本' }).click()
  await type(page.locator('.template-panes > :last-child'), '字段名', '车位')
  await page.locator('.template-panes input[name=unique]').check({ force: true })
  await palette.getByRole('button', { name: '下拉' }).click()
  const properties = page.locator('.template-panes > :last-child')
  await type(properties, '字段名', '血型')
  await type(properties, '选项', 'A\nB\nO')
  await properties.locator('input[name=required]').check({ force: true })
  const fields = page.getByRole('list', { name: '表单字段' }).locator('.template-handle')
  await expect
    .poll(() => fields.evaluateAll(all => all.map(one => one.getAttribute('aria-label'))))
    .toEqual(['车位，单行文本', '血型，下拉'])
  await fields.nth(1).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => fields.first().getAttribute('aria-label')).toBe('血型，下拉')

  await page.getByRole('button', { name: '预览' }).click()
  await dialogOf(page).getByRole('button', { name: '模拟数据' }).click()
  await page.getByText('模拟数据填充成功').waitFor()
  await dialogOf(page).getByRole('button', { name: '校验' }).click()
  await page.getByText('校验通过').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: '列表' }).click()
  await page.getByRole('columnheader', { name: '车位' }).waitFor()
  await page.getByRole('tab', { name: '导入模板' }).click()
  await rowOf(page, '血型').getByText('必填').waitFor()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('已保存草稿').waitFor()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await dialogOf(page).locator('textarea').fill('第一版')
  await submit(page)
  await page.getByText('发布成功').waitFor()
  await page.getByText('v1', { exact: true }).waitFor()
  await page.getByRole('button', { name: '返回列表' }).click()
  await rowOf(page, '住户登记表').getByText('启用').waitFor()

  await page.locator('.shell-side a[href="/systemManage/scenarioCategoryManage"]').click()
  await act(page, '公寓', '编辑')
  await fieldOf(dialogOf(page), '人员模板').locator('input').fill('住户')
  await page.getByRole('option', { name: /住户登记表/ }).click()
  await submit(page)
  await rowOf(page, '公寓').getByText('住户登记表').waitFor()
  await act(page, '停车场', '停用')
  await agree(page)
  await rowOf(page, '停车场').getByText('停用').first().waitFor()

  const { records } = await call('GET', '/api/admin/scenario/page?size=50')
  const scenario = records.find((one: any) => one.name === '公寓')
  const app = await call('POST', '/api/admin/application', { name: '青年公寓', industry: 1, scenarioId: scenario.id })
  const people = await stage.open(`/apply/customPerson/default/${app.id}`)
  await people.getByText('模板：住户登记表 v1').waitFor()
  await people.getByRole('button', { name: '新增人员' }).first().click()
  const dialog = dialogOf(people)
  await type(dialog, '姓名', '周雨桐')
  await choose(people, dialog, '类型', '住户')
  await type(dialog, '车位', '粤B12345')
  await submit(people)
  await dialog.locator('[role=alert]').waitFor()
  await choose(people, dialog, '血型', 'O')
  await submit(people)
  await rowOf(people, '周雨桐').getByText('粤B12345').waitFor()
  await people.getByRole('button', { name: '导入', exact: true }).first().click()
  const [template] = await Promise.all([
    people.waitForEvent('download'),
    dialogOf(people).getByText('下载模板').click(),
  ])
  expect((await rowsOf(await readFile((await template.path())!))).heading).toEqual(
    expect.arrayContaining(['车位', '血型*']),
  )

  stage.expectComplaint(/status of 404/)
  const other = await stage.open(`/apply/customPerson/12345/${app.id}`)
  await other.getByText('该应用没有使用此模板').waitFor()
  await other.getByRole('button', { name: '打开应用的模板' }).click()
  await rowOf(other, '周雨桐').waitFor()
})

test('a package is uploaded, offered, and installed by a terminal', async () => {
  const { server, appId, models, gateway } = stage.platform
  expect(gateway.port).toBeGreaterThan(0)
  const credentials = await connectDevice(server, appId, models.faceEqui!, 'APK-1', '大堂')
  await stage.simulate([{ deviceClass: 'faceEqui', credentials }])
  const page = await stage.open('/systemManage/apkManage')
  await page.getByRole('button', { name: '上传 APK' }).first().click()
  const dialog = dialogOf(page)
  const buffer = apkOf({
    packageName: 'cn.portico.terminal',
    versionName: '2.7.0',
    versionCode: 270,
    weight: 5_000_000,
  })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'terminal.apk', mimeType: 'application/zip', buffer })
  await fieldOf(dialog, '应用名称').waitFor()
  await expect.poll(() => fieldOf(dialog, '包名').locator('input').inputValue()).toBe('cn.portico.terminal')
  await type(dialog, '应用名称', '人脸终端')
  await type(dialog, '更新说明', '逆光识别更准')
  await submit(page)
  await rowOf(page, '人脸终端').getByText('草稿').waitFor()

  await act(page, '人脸终端', '下载')
  await page.getByRole('img', { name: '下载二维码' }).waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialogOf(page).getByRole('button', { name: '下载', exact: true }).click(),
  ])
  expect((await readFile((await saved.path())!)).equals(buffer)).toBe(true)
  await page.keyboard.press('Escape')

  await act(page, '人脸终端', '全量发布')
  await agree(page)
  await act(page, '人脸终端', '查看')
  await page.locator('.drawer').getByText('大堂').waitFor()
  await page.locator('.drawer .table-row').getByText('已安装').waitFor({ timeout: 40_000 })
  await act(page, '人脸终端', '撤回')
  await dialogOf(page).locator('textarea').fill('有缺陷')
  await submit(page)
  await rowOf(page, '人脸终端').getByText('已撤回').waitFor()
}, 90_000)

test('every tile of the older data centre is the total of the list it opens', async () => {
  const page = await stage.open('/home/dataCenterV1')
  await settled(page)
  const tiles = page.locator('button.data-tile')
  const count = await tiles.count()
  expect(count).toBeGreaterThanOrEqual(6)
  for (let at = 0; at < count; at += 1) {
    const tile = page.locator('button.data-tile').nth(at)
    await tile.locator('.data-count').waitFor()
    await expect.poll(async () => /\d/.test(await tile.locator('.data-count').innerText())).toBe(true)
    const shown = Number((await tile.locator('.data-count').innerText()).replace(/\D/g, ''))
    const title = await tile.locator('.data-title').innerText()
    await tile.click()
    await page.waitForURL(url => url.pathname !== '/home/dataCenterV1')
    await page.locator('.shell-page h1').first().waitFor()
    await settled(page)
    const head = await page.locator('.page-head').first().innerText()
    const cards = await page.locator('.shell-page main, .shell-page').first().innerText()
    expect(`${title} ${head} ${cards}`, title).toMatch(new RegExp(`(^|\\D)${shown}\\s*(条|个|项|\\D)`))
    await page.goBack()
    await settled(page)
  }
})
