/** Templates from both ends: staff define fields, and people, lists, filters and sheets follow them. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { postFile, rowsOf, xlsxOf } from '../../../tests/harness/sheet.ts'
import type { TestServer } from '../../../tests/harness/server.ts'
import type { Definition } from '#modules/applications/definition.rules.ts'
import { judgeDefinitions } from '#modules/applications/template.rules.ts'
import { fieldsFrom } from '#modules/applications/templateFields.rules.ts'
import { peopleTails } from './fillTails.server.ts'
import { judgeInput } from '#server/crud/judgeInput.ts'

let platform: TestPlatform
let server: TestServer
let appId: string
let templateId: string
beforeAll(async () => {
  platform = await startPlatform()
  server = platform.server
})
afterAll(() => platform.close())

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<any> =>
  (await server.call(method, url, body)).body
const FIELDS = [
  { key: 'plate', label: '车位', type: 'text', max: 8, unique: true, listed: true, searchable: true, importable: true },
  {
    key: 'blood',
    label: '血型',
    type: 'choice',
    options: 'A\nB\nAB\nO',
    required: true,
    searchable: true,
    importable: true,
  },
  { key: 'skills', label: '技能', type: 'many', options: '电工\n焊工\n叉车', searchable: true, importable: true },
  { key: 'home', label: '房号', type: 'way', options: '一期/1 栋\n一期/2 栋\n二期/1 栋' },
  { key: 'kin', label: '紧急电话', type: 'phone', searchable: true, importable: true },
  { key: 'since', label: '入职日', type: 'day', searchable: true, importable: true },
  { key: 'height', label: '身高', type: 'number', scale: 1 },
  { key: 'driver', label: '会开车', type: 'switch', searchable: true, importable: true },
]
const PERSON = '/api/person/person'
const add = (fields: object): Promise<any> =>
  call('POST', `${PERSON}?appId=${appId}`, { name: '张三', personType: 1, ext_blood: 'A', ...fields })
const found = async (query: string): Promise<string[]> =>
  (await call('GET', `${PERSON}/page?appId=${appId}&${query}`)).data.records.map((row: any) => row.name).sort()

describe('a template', () => {
  test('is refused with what would not work', () => {
    const field = (more: object) => judgeDefinitions([{ key: 'a', label: '甲', type: 'text', ...more }])
    expect(field({})).toBeNull()
    expect(field({ matches: '(a+)+' })?.[1]).toContain('repeat')
    expect(field({ matches: '(' })?.[1]).toContain('regular expression')
    expect(field({ matches: '.*.*.*x' })?.[1]).toContain('repetitions')
    expect(field({ matches: '[A-Z]{1,3}-\\d{4}' })).toBeNull()
    expect(field({ type: 'choice' })?.[0]).toContain('选项')
    expect(field({ type: 'many', options: 'a,b' })?.[0]).toContain('逗号')
    const plate = FIELDS[0] as Definition
    expect(judgeDefinitions([plate, { ...plate, label: '乙' }])?.[0]).toContain('plate')
  })

  test('is refused with a pattern that cannot be judged in linear time, and one that was stored accepts nothing', async () => {
    const draft = { name: '正则', kind: 'person', fields: [] as object[] }
    const field = (matches: string) => ({ key: 'badge', label: '工牌', type: 'text', matches, importable: true })
    for (const matches of ['\\p{Nothing}', '(?:.{1,20}){0,1}'.repeat(6)]) {
      const refused = await call('POST', '/api/admin/template', { ...draft, fields: [field(matches)] })
      expect([refused.code, refused.msg]).toEqual([1, expect.stringMatching(/工牌：校验规则/)])
    }
    const fields = fieldsFrom([field('\\p{Nothing}') as Definition], 'person', {})
    expect(judgeInput(fields, { ext_badge: 'x' })).toEqual({
      problems: [{ field: 'ext_badge', text: [expect.stringContaining('工牌的校验规则不受支持'), expect.any(String)] }],
    })
    expect(judgeInput(fields, { ext_badge: null })).toEqual({ ok: expect.anything() })
  })

  test('shapes nothing before it is published, and then every application that has it', async () => {
    const made = await call('POST', '/api/admin/template', { name: '住户登记', kind: 'person' })
    templateId = made.data.id
    expect(made.data).toMatchObject({ state: 0, version: 0, fieldCount: 0 })
    const taken = await call('PUT', '/api/admin/template', {
      id: templateId,
      fields: [{ ...FIELDS[0], label: '姓名' }],
    })
    expect(taken.data.fields[0].msg).toContain('姓名')
    const saved = await call('PUT', '/api/admin/template', { id: templateId, fields: FIELDS })
    expect(saved.data.fields).toHaveLength(8)
    const early = await call('POST', '/api/admin/application', {
      name: '早',
      industry: 1,
      deviceClasses: ['faceEqui'],
      personTemplateId: templateId,
    })
    expect(early.data.fields[0].field).toBe('personTemplateId')
    expect((await call('POST', `/api/admin/template/${templateId}/publish`, { reason: '第一版' })).data).toMatchObject({
      state: 1,
      version: 1,
      changed: 0,
    })
    const [scenario] = (await call('GET', '/api/admin/scenario/tree')).data
    expect(scenario.name).toBe('智慧社区')
    await call('PUT', '/api/admin/scenario', { id: scenario.id, personTemplateId: templateId })
    const app = await call('POST', '/api/admin/application', { name: '社区', industry: 1, scenarioId: scenario.id })
    expect(app.data).toMatchObject({ personTemplateId: templateId, personTemplateName: '住户登记' })
    expect(app.data.deviceClasses).toContain('bollardDevice')
    appId = app.data.id
    expect((await call('DELETE', `/api/admin/template/${templateId}`)).error).toBe('in_use')
    expect((await call('DELETE', `/api/admin/scenario/${scenario.id}`)).error).toBe('in_use')

    const shape = await call('GET', `/api/admin/personDefinition?kind=person&appId=${appId}&templateId=${templateId}`)
    expect(shape.data).toMatchObject({ templateId, version: 1, name: '住户登记' })
    expect((await call('GET', `/api/admin/personDefinition?kind=person&appId=${appId}&templateId=77`)).error).toBe(
      'not_found',
    )
    const options = await call('GET', `/api/admin/personDefinition/options?kind=person&key=home&appId=${appId}`)
    expect(options.data.map((one: any) => [one.value, one.children.length])).toEqual([
      ['一期', 2],
      ['二期', 1],
    ])
  })

  test('is the law for people: judged, unique, sealed, found', async () => {
    const wrong = await add({ ext_blood: null, ext_kin: '12', ext_home: ['一期', '9 栋'] })
    expect(wrong.data.fields.map((one: any) => one.field).sort()).toEqual(['ext_blood', 'ext_kin'])
    expect((await add({ ext_home: ['一期', '9 栋'] })).data.fields[0].field).toBe('ext_home')
    const one = await add({
      ext_plate: '粤B12345',
      ext_skills: ['电工', '叉车'],
      ext_home: ['一期', '2 栋'],
      ext_kin: '13800001234',
      ext_since: '2026-03-01',
      ext_height: '175.5',
      ext_driver: true,
    })
    expect(one.data).toMatchObject({
      ext_plate: '粤B12345',
      ext_skills: ['电工', '叉车'],
      ext_home: ['一期', '2 栋'],
      ext_kin: '138****1234',
      ext_height: '175.5',
      ext_driver: true,
      templateVersion: 1,
    })
    expect(one.data.ext).toBeUndefined()
    expect((await add({ name: '李四', ext_plate: '粤B12345' })).data.fields[0].msg).toContain('张三')
    expect((await add({ name: '李四', ext_plate: '粤B99999', ext_blood: 'O', ext_skills: ['焊工'] })).code).toBe(0)
    const [stored] = await server.ports.db.query<{ ext: string; audit: string }>(
      { role: 'engine' },
      sql`select ext::text, (select string_agg(changes::text, '') from audit.entry where object = 'person') as audit from people.person where id = ${one.data.id}`,
    )
    expect(`${stored!.ext}${stored!.audit}`).not.toContain('13800001234')

    expect(await found(`ext_plate=${encodeURIComponent('粤b1')}`)).toEqual(['张三'])
    expect(await found('ext_blood=A,O')).toEqual(['张三', '李四'])
    expect(await found('ext_blood=O')).toEqual(['李四'])
    expect(await found(`ext_skills=${encodeURIComponent('叉车')}`)).toEqual(['张三'])
    expect(await found('ext_kin=13800001234')).toEqual(['张三'])
    expect(await found('ext_since=2026-02-01,2026-04-01')).toEqual(['张三'])
    expect(await found('ext_driver=true')).toEqual(['张三'])
    expect((await server.call('GET', `${PERSON}/page?appId=${appId}&ext_blood=X`)).status).toBe(400)

    const edited = await call('PUT', `${PERSON}?appId=${appId}`, {
      id: one.data.id,
      ext_plate: '粤B1',
      ext_kin: '138****1234',
    })
    expect(edited.data).toMatchObject({ ext_plate: '粤B1', ext_kin: '138****1234', ext_blood: 'A' })
    expect(
      (await call('POST', `${PERSON}/${one.data.id}/reveal?appId=${appId}`, { reason: '核对' })).data,
    ).toMatchObject({ ext_kin: '13800001234' })
  })

  test('finds phones of earlier versions by their last four characters once the digests are there', async () => {
    expect(await found('ext_kin=1234')).toEqual(['张三'])
    await server.ports.db.query({ role: 'engine' }, sql`update people.person set ext = ext #- '{kin,tail}'`)
    expect(await found('ext_kin=1234')).toEqual([])
    await peopleTails.run(server.ports, new AbortController().signal)
    expect(await found('ext_kin=1234')).toEqual(['张三'])
  })

  test('gives the sheets their columns', async () => {
    const get = (url: string) =>
      server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${server.token}` } })
    const plain = await get(`/api/admin/personDefinition/generateImportTemplate?appId=${appId}&templateId=default`)
    expect(plain.headers['content-type']).toContain('spreadsheetml')
    const { heading } = await rowsOf(plain.rawPayload)
    expect(heading).toEqual(expect.arrayContaining(['姓名*', '车位', '血型*', '技能', '紧急电话', '会开车']))
    expect(heading).not.toContain('身高')
    const advanced = await get(`/api/admin/personDefinition/advancedTemplateDownload?appId=${appId}`)
    expect(advanced.statusCode).toBe(200)
    expect(advanced.rawPayload.length).toBeGreaterThan(plain.rawPayload.length)
    expect((await rowsOf((await get(`${PERSON}/importTemplate?appId=${appId}`)).rawPayload)).heading).toEqual(heading)
    const csv = (await get(`${PERSON}/export?format=csv&appId=${appId}&columns=name,ext_plate,ext_blood`)).body
    expect(csv).toContain('姓名,车位,血型')
    expect(csv).toContain('李四,粤B99999,O')
  })

  test('brings its columns with an import, and names what is wrong in them', async () => {
    const rows = [
      ['姓名*', '类型*', '血型*', '技能', '房号', '紧急电话', '会开车'],
      ['王五', '员工', 'AB', '电工、焊工', '', '13900001111', '是'],
      ['赵六', '员工', 'X', '', '', '', ''],
    ]
    const answer = await postFile<any>(
      server,
      `${PERSON}/import?appId=${appId}`,
      '名单.xlsx',
      await xlsxOf(rows.map(row => row.filter((_, at) => at !== 4))),
    )
    const job = await until(async () => {
      const { data } = await call('GET', `/api/job/${answer.body.data.id}`)
      return ['done', 'failed'].includes(data.state) && data
    }, 'the end of the job')
    expect(job).toMatchObject({ state: 'done', ok: 1, failed: 1 })
    const [failure] = (await call('GET', `/api/job/${job.id}/failures`)).data.records
    expect(failure).toMatchObject({ row: 3, problems: [{ field: 'ext_blood', column: '血型', given: 'X' }] })
    const [made] = (await call('GET', `${PERSON}/page?appId=${appId}&ext_kin=13900001111`)).data.records
    expect(made).toMatchObject({ name: '王五', ext_blood: 'AB', ext_skills: ['电工', '焊工'], ext_driver: true })
  })

  test('is published over existing rows only after a warning', async () => {
    const fields = FIELDS.filter(one => one.key !== 'plate').concat([
      { key: 'badge', label: '胸牌', type: 'text' } as any,
    ])
    await call('PUT', '/api/admin/template', { id: templateId, fields })
    const impact = (await call('GET', `/api/admin/template/${templateId}/impact`)).data
    expect(impact).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'plate', what: 'lost', rows: 2, breaking: true }),
        expect.objectContaining({ key: 'badge', what: 'added', breaking: false }),
      ]),
    )
    const refused = await call('POST', `/api/admin/template/${templateId}/publish`, { reason: '去掉车位' })
    expect(refused.data.fields[0]).toMatchObject({ field: 'accept', msg: expect.stringContaining('车位（2 条）') })
    await call('POST', `/api/admin/template/${templateId}/publish`, { reason: '去掉车位', accept: true })
    const [row] = (await call('GET', `${PERSON}/page?appId=${appId}`)).data.records
    expect(row).toMatchObject({ templateVersion: 1, ext_blood: expect.any(String) })
    expect('ext_plate' in row).toBe(false)
    const [kept] = await server.ports.db.query<{ n: number }>(
      { role: 'engine' },
      sql`select count(*)::int as n from people.person where app_id = ${appId} and ext ? 'plate'`,
    )
    expect(kept!.n).toBe(2)
    expect(
      (await call('GET', `/api/admin/template/${templateId}/versions`)).data.map((one: any) => one.version),
    ).toEqual([2, 1])
  })

  test('shapes organisations as well', async () => {
    const { id } = (
      await call('POST', '/api/admin/template', {
        name: '部门',
        kind: 'organization',
        fields: [{ key: 'head', label: '负责人', type: 'text', required: true }],
      })
    ).data
    await call('POST', `/api/admin/template/${id}/publish`, { reason: '首版' })
    await call('PUT', '/api/admin/application', { id: appId, orgTemplateId: id })
    const organization = `/api/person/organization?appId=${appId}`
    expect((await call('POST', organization, { name: '物业部' })).data.fields[0].field).toBe('ext_head')
    expect((await call('POST', organization, { name: '物业部', ext_head: '王五' })).data).toMatchObject({
      ext_head: '王五',
    })
    const tree = (await call('GET', `/api/person/organization/tree?appId=${appId}`)).data
    expect(tree[0]).toMatchObject({ name: '物业部', ext_head: '王五' })
    expect(tree[0].ext).toBeUndefined()
  })
})
