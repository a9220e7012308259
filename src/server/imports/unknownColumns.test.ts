/** Columns that no field is known for, and cells that are errors of a spreadsheet. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { postFile, xlsxOf } from '../../../tests/harness/sheet.ts'
import type { ShownJob } from '../jobs/presentJob.ts'

const PEOPLE = '/api/person/person'
let platform: TestPlatform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

const ended = (id: string): Promise<ShownJob> =>
  until(async () => {
    const { data } = (await platform.server.call<ShownJob>('GET', `/api/job/${id}`)).body
    return ['done', 'failed', 'cancelled'].includes(data.state) && data
  }, 'the end of the job')
type Begun = ShownJob & { choices: { name: string }[] }
const send = (fileName: string, bytes: Uint8Array | string, columns: unknown = {}, query = '') =>
  postFile<Begun>(platform.server, `${PEOPLE}/import?appId=${platform.appId}${query}`, fileName, bytes, {
    fields: { columns: typeof columns === 'string' ? columns : JSON.stringify(columns) },
  })
const people = async (query: string): Promise<any[]> =>
  (await platform.ask('GET', `${PEOPLE}/page?size=100${query}`)).records

test('an unknown column is left out and named; chosen, it is the field', async () => {
  const rows = [
    ['姓名', '人员类别', '部門', '备注二', '工号'],
    ['列一', '员工', '', '走廊', 'COL-1'],
    ['列二', '访客', '', '', 'COL-2'],
  ]
  const file = await xlsxOf(rows)
  const ask = (columns: unknown, query = '') => send('名单.xlsx', file, columns, query)
  expect((await ask({})).body.data).toMatchObject({ leftOut: ['人员类别', '部門', '备注二'] })
  const chosen = { 人员类别: 'personType', 部門: null, 从前的列: 'phone' }
  const checked = (await ask(chosen, '&dry=true')).body.data
  expect(checked.leftOut).toEqual(['部門', '备注二'])
  expect(checked.choices.map(({ name }) => name)).toContain('personType')
  expect(await ended(checked.id)).toMatchObject({
    dry: true,
    ok: 2,
    failed: 0,
    leftOut: ['部門', '备注二'],
    chosen: ['人员类别'],
  })
  expect(await ended((await ask(chosen)).body.data.id)).toMatchObject({ ok: 2, failed: 0 })
  expect(await people('&personNo=COL')).toMatchObject([{ personType: 4 }, { personType: 1 }])
  for (const [wrong, field] of [
    [{ 人员类别: 'colour' }, ''],
    [{ 人员类别: 1 }, 'columns'],
    ['[]', 'columns'],
    ['{', 'columns'],
  ] as const) {
    const refused = await ask(wrong)
    expect([refused.status, (refused.body.data as any).fields[0].field]).toEqual([400, field])
  }
})

test('an error of the spreadsheet is an error of its row', async () => {
  const csv = '姓名,类型,工号\n甲一,员工,#N/A\n甲二,员工,ERR-2\n#REF!,员工,ERR-3'
  const job = await ended((await send('名单.csv', csv)).body.data.id)
  expect(job).toMatchObject({ ok: 1, failed: 2 })
  const { records } = await platform.ask('GET', `/api/job/${job.id}/failures?size=100`)
  expect(records.map(({ row, problems }: any) => [row, problems[0].reason])).toEqual([
    [2, '工号“#N/A”是表格的错误值，请改为实际的值'],
    [4, '姓名“#REF!”是表格的错误值，请改为实际的值'],
  ])
})
