/** Departments over the real routes: one tree per organisation, with users, and lists that include lower levels. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeRole, tokenOf } from '../../../../tests/harness/people.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'
import { postFile, xlsxOf } from '../../../../tests/harness/sheet.ts'

const API = '/api/admin/department'
let platform: TestPlatform
let partner: string
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, token?: string) =>
  platform.server.call(method, url, body, token ? { token } : {})
const made = async (body: object, token?: string): Promise<any> => {
  const answer = await call('POST', API, body, token)
  if (answer.body.code !== 0) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
const names = async (query: string, token?: string): Promise<string[]> =>
  (await call('GET', `/api/admin/user/page?size=100&${query}`, undefined, token)).body.data.records
    .map((row: { username: string }) => row.username)
    .sort()

beforeAll(async () => {
  platform = await startPlatform()
  const role = await makeRole(platform.server, 'hr', { sourceId: '2', scope: 3, points: /^(user|department):/ })
  await makePerson(platform.server, 'foshan-hr', { type: 2, sourceId: '2', roleIds: [role] })
  partner = await tokenOf(platform.server, 'foshan-hr', 'foshan')
})
afterAll(() => platform.close())

test('a department holds those below it: counts, filters and the way up', async () => {
  const head = await made({ name: '总部' })
  const research = await made({ name: '研发部', parentId: head.id, sort: 1 })
  const tests = await made({ name: '测试组', parentId: research.id })
  const sales = await made({ name: '市场部', parentId: head.id, sort: 2 })
  const one = await makePerson(platform.server, 'chen-one', { departmentId: tests.id })
  await makePerson(platform.server, 'chen-two', { departmentId: research.id })
  await makePerson(platform.server, 'chen-six', { departmentId: sales.id })
  expect(await names(`departmentId=${research.id}`)).toEqual(['chen-one', 'chen-two'])
  expect(await names(`departmentId=${tests.id},${sales.id}`)).toEqual(['chen-one', 'chen-six'])
  expect(await names(`departmentId=${head.id}`)).toEqual(['chen-one', 'chen-six', 'chen-two'])
  const [root] = (await call('GET', `${API}/tree`)).body.data
  expect(root).toMatchObject({ name: '总部', userCount: 3 })
  expect(root.children.map((row: any) => [row.name, row.userCount])).toEqual([
    ['研发部', 2],
    ['市场部', 1],
  ])
  expect((await call('GET', `/api/admin/user/${one}`)).body.data).toMatchObject({
    departmentName: '总部/研发部/测试组',
  })
  const token = await tokenOf(platform.server, 'chen-one')
  expect((await call('GET', '/api/admin/user/info', undefined, token)).body.data.sysUser.deptId).toBe(tests.id)

  // Moved with its users; never below itself; no two siblings with the same name.
  expect((await call('PUT', API, { id: tests.id, parentId: sales.id })).status).toBe(200)
  expect(await names(`departmentId=${sales.id}`)).toEqual(['chen-one', 'chen-six'])
  expect((await call('PUT', API, { id: head.id, parentId: tests.id })).body.data.fields[0].field).toBe('parentId')
  const same = await call('POST', API, { name: '研发部', parentId: head.id })
  expect([same.status, same.body.msg]).toEqual([409, '部门名称已存在'])

  const kept = await call('DELETE', `${API}/${research.id}`)
  expect([kept.status, kept.body.msg]).toEqual([409, '部门下还有1名员工，不能删除'])
  expect((await call('DELETE', `${API}/${head.id}`)).body.msg).toBe('含有2个下级，不能删除')
  await call('PUT', '/api/admin/user', { id: one, departmentId: null })
  expect((await call('DELETE', `${API}/${tests.id}`)).status).toBe(200)
})

test('a tree is one organisation’s own, and so are its heads and its people', async () => {
  const ours = await made({ name: '平台部' })
  const partnerDepartment = await made({ name: '工程部' }, partner)
  expect(partnerDepartment.sourceId).toBe('2')
  // Platform staff create one for an organisation in their data scope; below another one it belongs to that one's organisation.
  expect((await made({ name: '售后部', sourceId: '3' })).sourceId).toBe('3')
  expect((await made({ name: '安装组', parentId: partnerDepartment.id })).sourceId).toBe('2')
  const seen = (await call('GET', `${API}/tree`, undefined, partner)).body.data
  expect(seen.map((row: any) => row.name)).toEqual(['工程部'])
  expect((await call('PUT', API, { id: ours.id, name: '拿来' }, partner)).status).toBe(404)
  expect((await call('POST', API, { name: '下级', parentId: ours.id }, partner)).status).toBe(400)
  expect((await call('PUT', API, { id: partnerDepartment.id, parentId: ours.id })).body.data.fields[0].field).toBe(
    'parentId',
  )
  const account = await makePerson(platform.server, 'gong-one', {
    type: 2,
    sourceId: '2',
    departmentId: partnerDepartment.id,
  })
  for (const token of [undefined, partner]) {
    const answer = await call('PUT', '/api/admin/user', { id: account, departmentId: ours.id }, token)
    expect(answer.body.data.fields[0].field).toBe('departmentId')
  }
  expect((await call('PUT', API, { id: ours.id, headId: account })).body.data.fields[0].field).toBe('headId')
  expect((await call('PUT', API, { id: partnerDepartment.id, headId: account }, partner)).body.data.headName).toBe(
    'gong-one',
  )
  // Removed users do not prevent a removal.
  await call('DELETE', `/api/admin/user/${account}`)
  await platform.server.ports.db.query({ role: 'engine' }, sql`update identity.department set head_id = null`)
  for (const row of (await call('GET', `${API}/tree`, undefined, partner)).body.data[0].children)
    await call('DELETE', `${API}/${row.id}`, undefined, partner)
  expect((await call('DELETE', `${API}/${partnerDepartment.id}`, undefined, partner)).status).toBe(200)
})

test('employees are imported by department, by its path where two have the same name; passwords are shown once', async () => {
  const [east, west] = [await made({ name: '东区' }), await made({ name: '西区' })]
  await made({ name: '维护组', parentId: east.id })
  const twice = await made({ name: '维护组', parentId: west.id })
  const file = await xlsxOf([
    ['用户名*', '姓名', '用户类型*', '部门'],
    ['import-1', '赵一', '平台员工', '西区/维护组'],
    ['import-2', '赵二', '平台员工', '维护组'],
    ['import-3', '赵三', '平台员工', '没有的部'],
    ['import-4', '赵四', '平台员工', ''],
  ])
  const sent = await postFile(platform.server, '/api/admin/user/import', '员工.xlsx', file)
  expect(sent.body.msg).toBeNull()
  const job = await until(async () => {
    const { data } = (await call('GET', `/api/job/${sent.body.data.id}`)).body
    return data.state === 'done' && data
  }, 'the import')
  expect(job).toMatchObject({ ok: 2, failed: 2 })
  const failures = (await call('GET', `/api/job/${job.id}/failures?size=100`)).body.data.records
  expect(failures.map((row: any) => [row.row, row.problems[0].column, row.problems[0].reason])).toEqual([
    [3, '部门', '部门“维护组”有多个，请写出完整路径，如 总部/研发部'],
    [4, '部门', '部门“没有的部”不存在'],
  ])
  expect(await names(`departmentId=${twice.id}`)).toEqual(['import-1'])
  const answers = await platform.server.app.inject({
    method: 'GET',
    url: `/api/job/${job.id}/answers.xlsx`,
    headers: { authorization: `Bearer ${platform.server.token}` },
  })
  expect(answers.statusCode).toBe(200)
  const alone = await call('POST', '/api/admin/user', { username: 'no-password', type: 1 })
  expect(alone.body.data.password).toMatch(/^[\w-]{12}$/)
  expect(JSON.stringify((await call('GET', `/api/admin/user/${alone.body.data.id}`)).body)).not.toContain(
    alone.body.data.password,
  )
})
