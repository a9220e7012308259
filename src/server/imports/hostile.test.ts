/** Headings, cells and names that no person would type: each is refused by name, valid rows are not lost, and the process keeps running. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { fetchFile, postFile, rowsOf, xlsxOf } from '../../../tests/harness/sheet.ts'
import type { ShownJob } from '../jobs/presentJob.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

const PEOPLE = '/api/person/person'
const sendAs = (name: string, bytes: Uint8Array | string, fields: Record<string, string> = {}) =>
  postFile<ShownJob>(platform.server, `${PEOPLE}/import?appId=${platform.appId}`, name, bytes, { fields })
const send = (text: string, fields?: Record<string, string>) => sendAs('a.csv', text, fields)
const fieldsOf = (answer: { body: { data: unknown } }): unknown[] => (answer.body.data as { fields: unknown[] }).fields

test('at most 20 heading problems are named, and how many more there are', async () => {
  const strange = Array.from({ length: 150 }, (_, at) => `列${at}`)
  const answer = await send([...strange, '姓名', '姓名'].join(','), {
    columns: JSON.stringify(Object.fromEntries(strange.map(name => [name, `no ${name}`]))),
  })
  expect(answer.status).toBe(400)
  expect(answer.body.msg).toContain('没有“no 列0”这一列')
  expect(answer.body.msg).toMatch(/另有132处$/)
  expect(fieldsOf(answer)).toHaveLength(21)
  expect((await send(`${Array.from({ length: 201 }, (_, at) => at).join(',')}\n1`)).body.msg).toContain('最多200列')
})

test.each([
  ['__proto__,constructor', ['__proto__', 'constructor']],
  ['toString', ['toString']],
  ['长'.repeat(350_000), [`${'长'.repeat(40)}…`]],
])('a column that nobody knows is left out by its name: %.30s', async (heading, leftOut) => {
  const answer = await send(`${heading},姓名,类型\n${leftOut.map(() => 1).join(',')},好人,员工`)
  expect([answer.status, answer.body.data]).toMatchObject([200, { leftOut }])
})

test('rows that cannot be stored are named one by one, and can be downloaded', async () => {
  const long = '长'.repeat(350_000)
  const answer = await sendAs(
    '名\0单\ud800.xlsx',
    await xlsxOf([
      ['姓名', '类型', '组织', '手机号'],
      ['好一', '员工', '', ''],
      ['坏_x0000_', '员工', '', ''],
      ['坏三', '员工', '孤_xD800_', ''],
      ['坏四', '员工', long.slice(0, 30_000), ''],
      ['好五', '员工', '', ''],
      ['坏六', '员工', '', '', ...Array.from({ length: 250 }, () => ''), '远'],
      ['坏七', '员工', '', '', '近', '又'],
    ]),
  )
  expect(answer.body.msg).toBeNull()
  const job = await until(async () => {
    const { data } = (await platform.server.call<ShownJob>('GET', `/api/job/${answer.body.data.id}`)).body
    return ['done', 'failed', 'cancelled'].includes(data.state) && data
  }, 'the end of the job')
  expect(job).toMatchObject({ state: 'done', ok: 2, failed: 5 })
  const failures = (await platform.ask('GET', `/api/job/${job.id}/failures?size=100`)).records as {
    row: number
    problems: { reason: string }[]
  }[]
  expect(failures.map(({ row, problems }) => [row, ...problems.map(({ reason }) => reason)])).toEqual([
    [3, '姓名包含无法保存的字符'],
    [4, '组织包含无法保存的字符'],
    [5, `组织“${'长'.repeat(40)}…”不存在`],
    [7, '第200列之后的“远”没有标题'],
    [8, '第5列“近”没有标题'],
  ])
  const { bytes } = await fetchFile(platform.server, `/api/job/${job.id}/failures.xlsx`)
  expect((await rowsOf(bytes)).rows).toHaveLength(5)
})

test('a cell of 1 MB is a problem of its row', async () => {
  const answer = await send(`姓名,类型,工号\n甲,员工,\n乙,员工,${'长'.repeat(350_000)}\n`)
  const job = await until(async () => {
    const { data } = (await platform.server.call<ShownJob>('GET', `/api/job/${answer.body.data.id}`)).body
    return data.state === 'done' && data
  }, 'the end of the job')
  expect(job).toMatchObject({ ok: 1, failed: 1 })
  const [failure] = (await platform.ask('GET', `/api/job/${job.id}/failures?size=100`)).records
  expect([failure.row, failure.problems[0].reason]).toEqual([3, '工号超过32767个字符'])
})
