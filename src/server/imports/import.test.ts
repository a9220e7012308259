/** Imports over the real routes, workers and database: what is imported, what is reported, what is kept. */
import sql from 'sql-template-tag'
import { importNames } from '#model/importNames.ts'
import type { Field, Fields } from '#model/field.ts'
import { person } from '#modules/people/person.noun.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { fetchFile, postFile, rowsOf, xlsxOf } from '../../../tests/harness/sheet.ts'
import type { ShownJob } from '../jobs/presentJob.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

const PEOPLE = '/api/person/person'
const ENGINE = { role: 'engine' } as const
const send = (api: string, rows: readonly (readonly string[])[] | string, query = '', language: 'zh' | 'en' = 'zh') =>
  Promise.resolve(typeof rows === 'string' ? rows : xlsxOf(rows)).then(bytes =>
    postFile<ShownJob>(
      platform.server,
      `${api}/import?appId=${platform.appId}${query}`,
      typeof rows === 'string' ? '名单.csv' : '名单.xlsx',
      bytes,
      { language },
    ),
  )
const ended = (id: string): Promise<ShownJob> =>
  until(async () => {
    const { data } = (await platform.server.call<ShownJob>('GET', `/api/job/${id}`)).body
    return ['done', 'failed', 'cancelled'].includes(data.state) && data
  }, 'the end of the job')
async function run(api: string, rows: readonly (readonly string[])[] | string, query = ''): Promise<ShownJob> {
  const answer = await send(api, rows, query)
  expect(answer.body.msg).toBeNull()
  return ended(answer.body.data.id)
}
const failuresOf = async (id: string) =>
  (await platform.server.call('GET', `/api/job/${id}/failures?size=100`)).body.data.records as {
    row: number
    problems: { field: string; column: string | null; given: string | null; reason: string }[]
  }[]
const people = async (query = ''): Promise<any[]> =>
  (await platform.ask('GET', `${PEOPLE}/page?size=100${query}`)).records

describe('people', () => {
  test('good rows are added as the form would add them, bad ones are named by row, column and reason', async () => {
    await platform.ask('POST', '/api/person/organization', { name: '研发部' })
    const job = await run(PEOPLE, [
      ['姓名*', '工号', '组织', '类型*', '性别', '手机号', '卡号', '有效期止'],
      ['周一', 'E001', '研发部', '员工', '男', '13800138001', '0038120417、0038120418', '2030-12-31 18:30'],
      ['周二', 'E002', '', '2', 'Female', '', '', '2030年12月31日'],
      ['周三', 'E003', '财务部', '教授', '', '138', '', '2026-02-30'],
      ['', '', '', '', '', '', '', ''],
      ['', 'E005', '', '员工', '', '', '', ''],
      ['周六', 'E001', '', '员工', '', '', '', ''],
    ])
    expect(job).toMatchObject({ state: 'done', dry: false, total: 5, ok: 2, failed: 3, title: '名单.xlsx' })
    const failures = await failuresOf(job.id)
    expect(failures.map(({ row }) => row)).toEqual([4, 6, 7])
    expect(failures[0]!.problems.map(({ column, given, reason }) => [column, given, reason])).toEqual([
      ['组织', '财务部', '组织“财务部”不存在'],
      ['类型', '教授', '类型应为员工、住户、学生、访客、黑名单之一'],
      ['有效期止', '2026-02-30', '有效期止“2026-02-30”不是有效的日期，例如 2026-01-31 或 2026-01-31 08:30'],
      ['手机号', '138', '手机号格式错误'],
    ])
    expect(failures[1]!.problems.map(({ column, reason }) => [column, reason])).toEqual([['姓名', '请输入姓名']])
    expect(failures[2]!.problems.map(({ column, reason }) => [column, reason])).toEqual([['工号', '与第2行重复']])
    const [one] = await people('&personNo=E001')
    expect(one).toMatchObject({
      name: '周一',
      orgName: '研发部',
      personType: 1,
      gender: 1,
      phone: '138****8001',
      cards: ['0038120417', '0038120418'],
      validTo: '2030-12-31T10:30:00.000Z',
    })
    expect((await people('&personNo=E002'))[0]).toMatchObject({
      personType: 2,
      gender: 2,
      validTo: '2030-12-30T16:00:00.000Z',
    })
    const entries = await platform.server.ports.db.query<{ action: string; n: number }>(
      ENGINE,
      sql`select action, count(*)::int as n from audit.entry where object = 'person' and app_id = ${platform.appId} group by 1 order by 1`,
    )
    expect(entries).toEqual([
      { action: 'add', n: 2 },
      { action: 'import', n: 1 },
    ])
  })

  test('a check writes nothing and says what an import would do; then the same job imports it', async () => {
    const before = (await people()).length
    const checked = await run(
      PEOPLE,
      '工号,姓名,类型\r\nC001,"李,一",员工\r\nC002,李二,员工\r\nC002,李三,员工\r\n',
      '&dry=true',
    )
    expect(checked).toMatchObject({ state: 'done', dry: true, ok: 2, failed: 1, startable: true })
    expect((await failuresOf(checked.id))[0]).toMatchObject({ row: 4 })
    expect((await people()).length).toBe(before)
    const started = await platform.server.call<ShownJob>('POST', `/api/job/${checked.id}/import`, {})
    expect(started.body.data).toMatchObject({ id: checked.id, dry: false, state: 'queued' })
    expect(await ended(checked.id)).toMatchObject({ state: 'done', dry: false, ok: 2, failed: 1, startable: false })
    expect((await people('&personNo=C001'))[0].name).toBe('李,一')
    expect((await people()).length).toBe(before + 2)
    expect((await platform.server.call('POST', `/api/job/${checked.id}/import`, {})).body.error).toBe('wrong_state')
  })

  test('causes are grouped, name what is missing, and a file is checked again after that was created', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => [
      ...[`同因${at}`, at < 20 ? '8 栋' : at < 28 ? '物业/客服部' : '8 栋', at === 29 ? '教授' : '员工'],
    ])
    const checked = await run(PEOPLE, [['姓名', '组织', '类型'], ...rows], '&dry=true')
    expect(checked).toMatchObject({ ok: 0, failed: 30 })
    const causes = async () => (await platform.server.call('GET', `/api/job/${checked.id}/causes`)).body.data
    expect(await causes()).toEqual([
      {
        ...{ field: 'orgId', column: '组织', reason: '组织“8 栋”不存在', count: 22, rows: [2, 3, 4, 5, 6] },
        missing: { noun: 'organization', name: '8 栋' },
      },
      {
        ...{ field: 'orgId', column: '组织', reason: '组织“物业/客服部”不存在', count: 8, rows: [22, 23, 24, 25, 26] },
        missing: { noun: 'organization', name: '物业/客服部' },
      },
      {
        ...{ field: 'personType', column: '类型', count: 1, rows: [31], missing: null },
        reason: '类型应为员工、住户、学生、访客、黑名单之一',
      },
    ])
    await platform.ask('POST', '/api/person/organization', { name: '8 栋' })
    const again = await platform.server.call<ShownJob>('POST', `/api/job/${checked.id}/check`, {})
    expect(again.body.data).toMatchObject({ state: 'queued', dry: true })
    expect(await ended(checked.id)).toMatchObject({ state: 'done', dry: true, ok: 21, failed: 9, startable: true })
    expect((await causes()).map((one: any) => one.count)).toEqual([8, 1])
    expect((await people('&name=同因')).length).toBe(0)
    const other = await platform.server.call('GET', `/api/job/999/causes`)
    expect(other.body.error).toBe('not_found')
  })

  test('failures come back as a file that, corrected, is imported again', async () => {
    const job = await run(PEOPLE, [
      ['姓名', '类型', '手机号', '工号'],
      ['王一', '员工', '1.38E+10', 'W001'],
      ['=王二', '员工', '13800138002', 'W002'],
    ])
    expect(job).toMatchObject({ ok: 1, failed: 1 })
    expect((await people('&personNo=W002'))[0].name).toBe('=王二')
    const { bytes } = await fetchFile(platform.server, `/api/job/${job.id}/failures.xlsx`)
    const { heading, rows } = await rowsOf(bytes)
    expect(heading).toEqual(['姓名*', '类型*', '手机号', '工号', '失败原因'])
    expect(rows).toHaveLength(1)
    expect(rows[0]!.slice(1, 5)).toEqual(['王一', '员工', '1.38E+10', 'W001'])
    expect(rows[0]![5]).toContain('科学计数法')
    const mended = await run(PEOPLE, [heading, ['王一', '员工', '13800138003', 'W001', String(rows[0]![5])]])
    expect(mended).toMatchObject({ ok: 1, failed: 0 })
    expect((await fetchFile(platform.server, `/api/job/${mended.id}/failures.xlsx`)).status).toBe(404)
  })

  test('what is taken already names its column, and cards name whose they are', async () => {
    const job = await run(PEOPLE, [
      ['Name', 'Type', 'Number', 'Cards'],
      ['赵一', 'Employee', 'E001', ''],
      ['赵二', 'Employee', 'Z002', '0038120417'],
    ])
    expect(
      (await failuresOf(job.id)).map(({ problems }) => problems.map(({ field, reason }) => [field, reason])),
    ).toEqual([[['personNo', '工号已存在']], [['cards', '卡号 0038120417 已属于 周一']]])
  })
})

describe('headings', () => {
  test('doubled and missing columns are all named before anything is written, with what a missing one may be', async () => {
    const answer = await send(
      PEOPLE,
      [
        ['姓名', '工号', '工号', '部門'],
        ['甲', '1', '2', '3'],
      ],
      '',
      'en',
    )
    expect(answer.status).toBe(400)
    expect(answer.body.msg).toBe('Column "Number" occurs 2 times; The required column "Type" is missing')
    expect(answer.body.data).toMatchObject({ leftOut: ['部門'], choices: expect.any(Array) })
    expect(
      (
        await send(PEOPLE, [
          ['甲', '乙'],
          ['1', '2'],
        ])
      ).body.msg,
    ).toContain('没有可识别的列')
    expect((await send(PEOPLE, [['姓名', '类型']])).body.msg).toBe('文件中没有数据行')
    expect((await send(PEOPLE, [])).body.msg).toContain('缺少必填列“姓名”')
  })

  test('the template has every column, its example is not imported, and its rows are', async () => {
    const { bytes } = await fetchFile(platform.server, `${PEOPLE}/importTemplate?appId=${platform.appId}`)
    const { heading, rows } = await rowsOf(bytes)
    expect(heading).toEqual(
      importNames(person).map(name => {
        const { label, required }: Field = (person.fields as Fields)[name]!
        return label[0] + (required ? '*' : '')
      }),
    )
    expect(heading.slice(0, 2)).toEqual(['姓名*', '工号'])
    expect(rows).toEqual([])
    expect((await run(PEOPLE, [heading, ['示例：张三'], ['孙一', '', '', '住户']])).ok).toBe(1)
  })
})

describe('organisations', () => {
  test('find their parents by name or path, also those of the same file, in a check as in an import', async () => {
    const rows = [
      ['名称', '上级组织', '编码'],
      ['总部', '', 'HQ'],
      ['一部', '总部', ''],
      ['分部', '', ''],
      ['一部', '分部', ''],
      ['甲组', '总部/一部', ''],
      ['乙组', '一部', ''],
    ]
    const checked = await run('/api/person/organization', rows, '&dry=true')
    expect(checked).toMatchObject({ ok: 5, failed: 1 })
    expect((await failuresOf(checked.id))[0]!.problems[0]!.reason).toBe(
      '上级组织“一部”有多个，请写出完整路径，如 总部/研发部',
    )
    await platform.server.call('POST', `/api/job/${checked.id}/import`, {})
    expect(await ended(checked.id)).toMatchObject({ ok: 5, failed: 1 })
    const tree = (await platform.ask('GET', '/api/person/organization/tree')) as { name: string; children: any[] }[]
    const head = tree.find(row => row.name === '总部')!
    expect(head.children.map(row => [row.name, row.children.map((below: { name: string }) => below.name)])).toEqual([
      ['一部', ['甲组']],
    ])
  })
})

describe('devices', () => {
  test('get credentials that can be fetched once', async () => {
    const { records } = (await platform.server.call('GET', '/api/device/model/page?size=100')).body.data
    const model = records.find((row: { typeCode: string }) => row.typeCode === 'accessControlDevice')
    const job = await run('/api/device/warehouse', [
      ['序列号', '设备名称', '型号', '批次号'],
      ['IMP-0001', '南门柱', model.name, '20260101'],
      ['IMP-0002', '北门柱', '没有的型号', ''],
    ])
    expect(job).toMatchObject({ ok: 1, failed: 1, answers: true })
    const { bytes } = await fetchFile(platform.server, `/api/job/${job.id}/answers.xlsx`)
    const { heading, rows } = await rowsOf(bytes)
    expect(heading).toEqual(['序列号', '产品标识', '设备标识', '密钥'])
    expect(rows[0]!.slice(1, 4)).toEqual(['IMP-0001', model.productKey, 'IMP-0001'])
    expect(rows[0]![4]).toMatch(/^[\w-]{43}$/)
    expect((await fetchFile(platform.server, `/api/job/${job.id}/answers.xlsx`)).status).toBe(404)
    expect((await platform.server.call('GET', `/api/job/${job.id}`)).body.data.answers).toBe(false)
    const [stored] = await platform.server.ports.db.query<{ n: number }>(
      ENGINE,
      sql`select count(*)::int as n from devices.component c join devices.device d on d.id = c.device_id where d.sn = 'IMP-0001'`,
    )
    expect(stored!.n).toBeGreaterThan(0)
  })
})
