/** Importing people in the browser: check, confirm, correct errors, and find the job again. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { rowsOf, xlsxOf } from '../harness/sheet.ts'
import { bothThemes } from './axe.ts'
import { dialogOf, openerOf } from './form.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const sheetFile = async (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: TYPE,
  buffer: Buffer.from(await xlsxOf(rows)),
})

test('two bad rows are named, the good ones imported, the bad ones mended and imported again', async () => {
  const { appId, ask } = stage.platform
  const page = await stage.open(`/apply/customPerson/default/${appId}`)
  await settled(page)
  // The user has no jobs yet, so there is no tray.
  expect(await page.getByRole('button', { name: /^任务/ }).count()).toBe(0)

  await page.getByRole('button', { name: '导入', exact: true }).first().click()
  const dialog = dialogOf(page)
  const choose = async (name: string, rows: readonly (readonly string[])[]) =>
    dialog.locator('input[type=file]').setInputFiles(await sheetFile(name, rows))
  const [template] = await Promise.all([page.waitForEvent('download'), dialog.getByText('下载模板').click()])
  const { heading } = await rowsOf(await readFile((await template.path())!))
  expect(heading.slice(0, 4)).toEqual(['姓名*', '工号', '组织', '类型*'])

  stage.expectComplaint(/status of 400/)
  await choose('错的.xlsx', [
    ['姓名', '部門', '备注二'],
    ['甲', '乙', '丙'],
  ])
  await dialog.getByText('缺少必填列“类型”').waitFor()
  // The missing column is an unknown one: chosen, the same file is read; what stays unknown is named.
  const unknown = dialog.locator('.field', { hasText: '文件中的“部門”' })
  await openerOf(unknown).click()
  await page.getByRole('option', { name: '类型 *' }).click()
  expect(await bothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: '重新检查' }).click()
  await dialog.getByText('类型应为员工').waitFor()
  await dialog.getByText('未导入的列：备注二；按所选字段导入的列：部門').waitFor()
  await dialog.getByText('选择对应字段').click()
  await openerOf(unknown).getByText('类型 *').waitFor()
  await dialog.getByRole('button', { name: '重新检查' }).click()
  await dialog.getByText('类型应为员工').waitFor()
  await dialog.getByRole('button', { name: '换一个文件' }).click()

  const person = (name: string, no: string, type: string, phone: string): string[] =>
    heading.map(title => ({ 姓名: name, 工号: no, 类型: type, 手机号: phone })[title.replace('*', '')] ?? '')
  await choose('新员工.xlsx', [
    heading,
    person('陈一', 'N001', '员工', '13800138101'),
    person('陈二', 'N002', '教授', '13800138102'),
    person('陈三', 'N003', '住户', '138'),
    person('陈四', 'N004', 'Visitor', ''),
  ])
  await dialog.getByText('2 行可以导入，2 行有误').waitFor()
  await dialog.getByText('教授').waitFor()
  expect(await dialog.locator('.table-row[data-at]').allInnerTexts()).toEqual([
    expect.stringMatching(/^3\s+类型\s+教授\s+类型应为员工/),
    expect.stringMatching(/^4\s+手机号\s+138\s+手机号格式错误/),
  ])
  expect((await ask('GET', '/api/person/person/page')).total).toBe(0)

  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await dialog.getByText('已导入 2 行，2 行未导入').waitFor()
  const [failures] = await Promise.all([page.waitForEvent('download'), dialog.getByText('下载有误的行').click()])
  const bad = await rowsOf(await readFile((await failures.path())!))
  expect(bad.rows.map(([, ...cells]) => cells[0])).toEqual(['陈二', '陈三'])
  const mended = bad.rows.map(([, ...cells]) =>
    cells.map((cell, at) => (cell === '教授' ? '员工' : bad.heading[at] === '手机号' ? '13800138109' : cell)),
  )
  await dialog.getByRole('button', { name: '换一个文件' }).click()
  await choose('新员工 改.xlsx', [bad.heading, ...mended])
  await dialog.getByText('2 行都可以导入').waitFor()
  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await dialog.getByText('已导入 2 行', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: '完成' }).click()

  // The list was loaded again, and the tray contains both.
  for (const name of ['陈一', '陈二', '陈三', '陈四']) await page.locator('.table-row', { hasText: name }).waitFor()
  await page.getByRole('button', { name: /^任务/ }).first().click()
  const jobs = page.locator('.job')
  await jobs.first().waitFor()
  expect(await jobs.locator('.job-head b').allInnerTexts()).toEqual([
    '导入人员',
    '导入人员',
    '检查导入人员',
    '检查导入人员',
  ])
  await jobs.nth(1).getByText('查看').click()
  await dialog.getByText('已导入 2 行，2 行未导入').waitFor()
})

test('causes are grouped; what is missing is created, and the file is checked again', async () => {
  const { appId, ask } = stage.platform
  const page = await stage.open(`/apply/customPerson/default/${appId}`)
  await page.getByRole('button', { name: '导入', exact: true }).first().click()
  const dialog = dialogOf(page)
  const rows = Array.from({ length: 12 }, (_, at) => [`住户${at}`, at < 9 ? '1 栋' : '二期/2 栋', '住户'])
  await dialog
    .locator('input[type=file]')
    .setInputFiles(await sheetFile('住户.xlsx', [['姓名', '组织', '类型'], ...rows]))
  const cause = dialog.locator('.table-row', { hasText: '组织“1 栋”不存在' })
  await cause.getByText('2、3、4、5、6 …').waitFor()
  await settled(page)
  expect(await bothThemes(page)).toEqual([])
  // No row can be imported yet: creating what is missing is the next step.
  expect(await dialog.locator('[data-variant=primary]').allInnerTexts()).toEqual(['创建全部 2 个'])
  await dialog.getByRole('radio', { name: /按行/ }).check()
  await dialog.locator('.table-row', { hasText: '二期/2 栋' }).first().waitFor()
  await dialog.getByRole('radio', { name: /按原因/ }).check()
  await cause.getByRole('button', { name: '创建“1 栋”' }).click()
  await dialog.getByText('9 行可以导入，3 行有误').waitFor()
  await dialog.getByRole('button', { name: '创建“二期/2 栋”' }).click()
  await dialog.getByText('12 行都可以导入').waitFor()
  const tree = await ask('GET', '/api/person/organization/tree')
  expect(tree.map((row: any) => [row.name, row.children.map((one: any) => one.name)])).toEqual(
    expect.arrayContaining([
      ['1 栋', []],
      ['二期', ['2 栋']],
    ]),
  )
  await dialog.getByRole('button', { name: '导入 12 行' }).click()
  await dialog.getByText('已导入 12 行', { exact: true }).waitFor()
})

test('a long import is left, found in the tray, and stopped', async () => {
  const { appId } = stage.platform
  const page = await stage.open(`/apply/customPerson/default/${appId}`, { width: 390, height: 844, theme: 'dark' })
  await page.getByRole('button', { name: '导入', exact: true }).first().click()
  const lines = Array.from({ length: 20_000 }, (_, at) => `长${at},员工`)
  await dialogOf(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '很长.csv', mimeType: 'text/csv', buffer: Buffer.from(['姓名,类型', ...lines].join('\n')) })
  await page.getByRole('button', { name: '后台运行' }).click()
  await page.locator('.counted-number', { hasText: '1' }).waitFor()
  await page.getByRole('button', { name: /^任务/ }).first().click()
  await page.locator('.job').first().getByText('停止').click()
  await page.locator('.job').first().getByText('检查已停止，没有写入数据').waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
})
