/** Long work and files in the browser: exports and bulk acts found again in the tray, attachments, pictures in a text. */
import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { choose, dialogOf, fieldOf, openerOf } from './form.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
const ROWS = 6000

test('a long list is exported as a job, its file fetched from the tray', async () => {
  const { appId, server } = stage.platform
  await server.ports.db.query(
    { role: 'engine' },
    sql`insert into people.person (id, source_id, app_id, name, person_no, person_type)
      select n, 1, ${appId}, '人员 ' || n, 'L' || n, 1 from generate_series(1, ${ROWS}) n`,
  )
  const page = await stage.open(`/apply/customPerson/default/${appId}`)
  await settled(page)
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByText('正在导出 6,000 行').waitFor()
  await page.getByText('导出人员：已导出 6,000 行').waitFor()

  await page.getByRole('button', { name: /^任务/ }).first().click()
  const job = page.locator('.job').first()
  await job.getByText('已导出 6,000 行').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), job.getByText('下载').click()])
  expect(file.suggestedFilename()).toMatch(/^人员 \d{4}-\d\d-\d\d\.xlsx$/)
  const rows = await readSheet((await file.path())!)
  // The visible columns in their order, newest rows first.
  expect(rows[0]).toEqual(['姓名', '工号', '组织', '类型', '手机号', '人脸', '权限组', '下发', '状态'])
  expect(rows[1]!.slice(0, 4)).toEqual(['人员 6000', 'L6000', null, '员工'])
  expect(rows.length).toBe(ROWS + 1)

  await job.getByText('查看').click()
  await dialogOf(page)
    .getByText(/文件保留到 \d{4}/)
    .waitFor()
  await dialogOf(page).getByRole('button', { name: '下载' }).waitFor()
})

test('the 45 devices of a delivery are assigned to an application and its site, and their labels printed', async () => {
  const { appId, models, ask } = stage.platform
  for (let n = 1; n <= 45; n++) {
    const sn = `LOT-${String(n).padStart(2, '0')}`
    await ask('POST', '/api/device/warehouse', { sn, name: sn, modelId: models.bollardDevice })
  }
  await ask('POST', '/api/admin/site', { name: '北门', type: 1, status: 1 })
  const { name } = await ask('GET', `/api/admin/application/${appId}`)
  const page = await stage.open('/hardwareManage/deviceWarehouse?sn=LOT-')
  const chooseAll = async () => {
    await page.locator('.table-row[data-at="0"]').waitFor()
    await page.getByRole('checkbox', { name: '选择本页全部' }).check({ force: true })
    await page.getByRole('button', { name: '选择符合条件的全部 45 项' }).click()
  }
  await chooseAll()
  await page.locator('.selection-bar').getByRole('button', { name: '分配到应用' }).click()
  const dialog = dialogOf(page)
  await dialog.getByText('确定对符合条件的全部 45 项执行“分配到应用”吗？').waitFor()
  await choose(page, dialog, '应用', name)
  await choose(page, dialog, '站点', '北门')
  await dialog.locator('button[type=submit]').click()
  await page.getByText('批量分配到应用 · 设备：45 项已完成').waitFor()
  const bound = (await ask('GET', '/api/device/bind/page?size=100&sn=LOT-')).records
  expect(bound.length).toBe(45)
  expect([...new Set(bound.map((row: { siteName: string }) => row.siteName))]).toEqual(['北门'])

  await page.reload()
  await chooseAll()
  await page.locator('.selection-bar').getByRole('button', { name: '打印标签' }).click()
  await dialogOf(page).getByText('45 张').waitFor()
  expect(await page.locator('.qr-label').count()).toBe(45)
})

test('a hundred rows are removed as a job with an outcome for each', async () => {
  const { appId, server, ask } = stage.platform
  const page = await stage.open(`/apply/customPerson/default/${appId}?size=100`)
  await settled(page)
  // Before the rows are loaded, selecting all would select none.
  await page.locator('.table-row[data-at="0"]').waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check({ force: true })
  await page.getByText('100 项').first().waitFor()
  // Another user removes one of them first.
  const [{ id }] = (await ask('GET', '/api/person/person/page')).records
  await server.call('DELETE', `/api/person/person/${id}?appId=${appId}`)
  await page.locator('.selection-bar').getByRole('button', { name: '删除' }).click()
  await dialogOf(page).getByRole('button', { name: '确 定' }).click()
  await page.getByText('正在处理 100 项').waitFor()
  const receipt = page.getByText('批量删除 · 人员：99 项已完成，1 项未完成')
  await receipt.waitFor()
  await page.getByRole('button', { name: '查看' }).last().click()
  await dialogOf(page)
    .locator('.table-row', { hasText: `人员 ${ROWS}` })
    .getByText('资源不存在')
    .waitFor()
  expect((await ask('GET', '/api/person/person/page')).total).toBe(ROWS - 100)
  // The list was loaded again.
  await page
    .getByText(`${(ROWS - 100).toLocaleString('en-US')} 条`)
    .first()
    .waitFor()
})

test('a person gets an attachment by a field of the template; it is saved as it came, and what is no PDF is not taken', async () => {
  const { appId, ask } = stage.platform
  const { id } = await ask('POST', '/api/admin/template', {
    name: '入职档案',
    kind: 'person',
    fields: [
      { key: 'papers', label: '劳动合同', type: 'file', types: ['pdf'], wide: true },
      { key: 'bank', label: '开户账号', type: 'text', sensitive: true },
    ],
  })
  await ask('POST', `/api/admin/template/${id}/publish`, { reason: '首版' })
  await ask('PUT', '/api/admin/application', { id: appId, personTemplateId: id })
  const page = await stage.open(`/apply/customPerson/default/${appId}`)
  await settled(page)
  await page.getByRole('button', { name: '新增人员' }).first().click()
  const dialog = dialogOf(page)
  await fieldOf(dialog, '姓名').locator('input').fill('张敏')
  await openerOf(fieldOf(dialog, '类型')).click()
  await page.getByRole('option', { name: '员工' }).click()
  await fieldOf(dialog, '开户账号').locator('input').fill('6222000011112222')
  const papers = fieldOf(dialog, '劳动合同')
  const choose = (name: string, text: string) =>
    papers.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) })
  stage.expectComplaint(/status of 400/)
  await choose('假的.pdf', '<html>')
  await papers.getByText('上传失败').waitFor()
  await papers.getByRole('button', { name: '取消 假的.pdf' }).click()
  await choose('劳动合同 2026.pdf', '%PDF-1.7 甲乙双方')
  await papers.getByRole('button', { name: '移除 劳动合同 2026.pdf' }).waitFor()
  await dialog.locator('button[type=submit]').click()
  await page.locator('.table-row', { hasText: '张敏' }).getByText('查看').click()
  const drawer = page.locator('.drawer')
  await drawer.getByText('6****', { exact: true }).waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), drawer.getByText('劳动合同 2026.pdf').click()])
  expect(file.suggestedFilename()).toBe('劳动合同 2026.pdf')
  expect(await readFile((await file.path())!, 'utf8')).toBe('%PDF-1.7 甲乙双方')
})

test('a picture is put into a document, and every reader sees it', async () => {
  const { ask } = stage.platform
  const [doc] = (await ask('GET', '/api/admin/doc/page?language=zh')).records
  const page = await stage.open(`/systemManage/sysDocsManage?title=${encodeURIComponent(doc.title)}`)
  await settled(page)
  await page.locator('.table-row[data-at]').first().getByText('编辑').click()
  const dialog = dialogOf(page)
  await dialog.locator('.ProseMirror').waitFor()
  const bytes = await sharp({ create: { width: 1800, height: 600, channels: 3, background: '#3fa1ff' } })
    .png()
    .toBuffer()
  await dialog
    .locator('.rich-text input[type=file]')
    .setInputFiles({ name: '接线图.png', mimeType: 'image/png', buffer: bytes })
  await dialog.locator('.ProseMirror img').waitFor()
  await dialog.locator('button[type=submit]').click()
  await dialog.waitFor({ state: 'detached' })
  await ask('POST', `/api/admin/doc/${doc.id}/publish`, {})

  const reader = await stage.open(`/docs/${doc.id}`, { as: null, width: 390, height: 844 })
  const picture = reader.locator('.site-article img[alt="接线图"]')
  await picture.waitFor()
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1600)
  expect(await reader.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
