/** Real answers of every operation, validated against the API description: nothing undescribed, and no other types. */
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followed } from '#base/followed.ts'
import { PATTERNS } from '#base/rules.ts'
import { connectDevice, openDevice, type TestDevice } from './harness/device.ts'
import { postFile } from './harness/sheet.ts'
import { startPlatform, until, type TestPlatform } from './harness/platform.ts'

type Json = Record<string, any>
const ENGINE = { role: 'engine' } as const
/** Operations that end the session, never end, or call external addresses. */
const LEFT_OUT = /logout|\/api\/live$|\/social\/|kick$|endSessions|\/lock$/

let platform: TestPlatform
let controller: TestDevice
let document: Json
const ajv = new Ajv.default({
  ...{ strict: false, validateSchema: false, addUsedSchema: false, inlineRefs: false },
  code: { optimize: false },
})
formats.default(ajv)
for (const name of ['int64', 'decimal', 'binary', 'idCard', ...Object.keys(PATTERNS)]) ajv.addFormat(name, true)
const compiled = new Map<string, ValidateFunction>()
const wrong: string[] = []
/** Operations that answered successfully. */
const good = new Set<string>()
const ids: Record<string, string> = {}

/** Records where an answer differs from its description. */
function judge(name: string, operation: Json, status: number, type: string, body: unknown): void {
  const response = operation.responses[status]
  if (!response) return void wrong.push(`${name} answers ${status}: ${JSON.stringify(body).slice(0, 120)}`)
  const place = response.$ref ? response.$ref.split('/').pop() : null
  const content: Json = followed(document, response).content ?? {}
  if (!type.includes('json')) {
    if (!Object.keys(content).some(media => media.endsWith('*') || type.startsWith(media)))
      if (Object.keys(content).length) wrong.push(`${name} answers ${type}, not ${Object.keys(content).join()}`)
    if (status < 300) good.add(operation.operationId)
    return
  }
  const key = place ?? `${operation.operationId} ${status}`
  const schema = content['application/json']?.schema
  if (!schema) return void wrong.push(`${name}: no schema of ${status}`)
  if (!compiled.has(key))
    compiled.set(key, ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components'))))
  const validate = compiled.get(key)!
  if (!validate(body))
    wrong.push(`${name} ${status}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(validate.errors?.[0]?.params)}`)
  else if (status < 300) good.add(operation.operationId)
}

async function call(path: string, method: string, operation: Json, body?: unknown): Promise<any> {
  const known = ids[operation.tags[0]] ?? '1'
  const filled = path
    .replace('{id}', known)
    .replace('{type}', 'person_type')
    .replace('{code}', 'portico')
    .replace('{phone}', '13800000000')
    .replace(/\{\w+\}/g, '1')
  const query = new URLSearchParams({ appId: platform.appId })
  for (const { name, in: place, required } of ((operation.parameters ?? []) as Json[]).map(one =>
    followed(document, one),
  ))
    if (place === 'query' && required && name !== 'appId') query.set(name, SAMPLES[name] ?? '1')
  const response = await platform.server.app.inject({
    method: method.toUpperCase() as 'GET',
    url: `${filled}?${query}`,
    headers: { authorization: `Bearer ${platform.server.token}`, 'accept-language': 'en' },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const type = String(response.headers['content-type'] ?? '')
  const json = type.includes('json') && !type.includes('openxml') ? response.json() : null
  judge(`${method.toUpperCase()} ${path}`, operation, response.statusCode, type, json)
  return json
}
const SAMPLES: Record<string, string> = { kind: 'person', position: '1', keyword: 'API', randomStr: 'abcdefgh1234' }

const of = (...methods: string[]): [path: string, method: string, operation: Json][] =>
  Object.entries<Json>(document.paths).flatMap(([path, all]) =>
    Object.entries<Json>(all)
      .filter(([method]) => methods.includes(method) && !LEFT_OUT.test(path))
      .map(([method, operation]): [string, string, Json] => [path, method, operation]),
  )

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, ask } = platform
  document = (await server.call('GET', '/api/openapi.json')).body as unknown as Json
  ajv.addSchema({ $id: 'api', components: document.components } as object)
  const template = await ask('POST', '/api/admin/template', {
    name: '人员模板',
    kind: 'person',
    fields: [{ key: 'word', label: '备注', type: 'text', listed: true }],
  })
  await ask('POST', `/api/admin/template/${template.id}/publish`, { reason: '首版' })
  await server.call('PUT', '/api/admin/application', { id: appId, personTemplateId: template.id })
  const door = await connectDevice(server, appId, models.accessControlDevice!, 'ANSWER-DOOR', '门禁')
  controller = await openDevice(platform.gateway.port, door)
  const jpeg = await sharp({ create: { width: 300, height: 360, channels: 3, background: '#c8aa96' } })
    .jpeg()
    .toBuffer()
  const portrait = (await postFile(server, `/api/admin/sys-file/upload?kind=portrait&appId=${appId}`, 'p.jpg', jpeg))
    .body
  ids.file = portrait.data.id
  const organization = await ask('POST', '/api/person/organization', { name: '物业部' })
  const person = await ask('POST', '/api/person/person', {
    ...{ name: '张三', personType: 1, phone: '13800000001', orgId: organization.id, ext_word: '词' },
    ...{ portrait: [portrait.data.id], consent: true, cards: ['9988776655'] },
  })
  const doors = await ask('GET', '/api/person/authGroup/doors')
  const group = await ask('POST', '/api/person/authGroup', { name: '全体', doorIds: doors.map((one: any) => one.id) })
  await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [person.id] })
  SAMPLES.personId = person.id
  SAMPLES.doorId = doors[0].id
  await ask('POST', '/api/admin/site', { name: '东门', type: 1, status: 1 })
  await ask('POST', '/api/person/timePlan', { name: '工作日', week: [{ weekday: 1, from: '08:00', to: '18:00' }] })
  await ask('POST', '/api/admin/apiKey', { name: '程序', points: ['person:list'] })
  await ask('POST', '/api/admin/department', { name: '工程部' })
  await ask('POST', '/api/admin/role', { name: '值班', code: 'watch', dataScope: 0 })
  await ask('POST', '/api/device/callback', {
    ...{ name: '回调', deviceClass: 'accessControlDevice', url: 'http://127.0.0.1:9/hook', events: ['passage'] },
  })
  await ask('POST', '/api/admin/user', { username: 'lisiwang', type: 1, nickname: '李四' })
  await controller.post('event/pass/post', { no: 1, cardNo: '9988776655', method: 2, result: 1, time: Date.now() })
  const passage = await until(
    async () => (await server.ports.db.query<{ id: string }>(ENGINE, sql`select id from devices.passage limit 1`))[0],
    'a passage is stored',
  )
  Object.assign(ids, { insight: passage.id })
}, 90_000)
afterAll(async () => {
  await controller?.end()
  await platform?.close()
})

test('reads answer what is described', async () => {
  const lists = of('get').filter(([path]) => path.endsWith('/page'))
  for (const [path, method, operation] of lists) {
    const answer = await call(path, method, operation)
    const [row] = answer?.data?.records ?? []
    if (row?.id) ids[operation.tags[0]] ??= row.id
  }
  const kind = SAMPLES.kind
  for (const [path, method, operation] of of('get').filter(([path]) => !path.endsWith('/page'))) {
    SAMPLES.kind = path.endsWith('/story') ? 'passage' : kind!
    SAMPLES.id = ids.insight!
    await call(path, method, operation)
  }
  expect(wrong.splice(0)).toEqual([])
  // Of 190 reads, those that found their row.
  expect(good.size).toBeGreaterThan(130)
}, 120_000)

test('writes answer what is described, done or refused', async () => {
  const before = good.size
  for (const [path, method, operation] of [...of('put'), ...of('post')]) {
    if (followed(document, operation.requestBody)?.content['multipart/form-data']) continue
    const own = method === 'put' && ids[operation.tags[0]] && !path.includes('{')
    await call(path, method, operation, own ? { id: ids[operation.tags[0]] } : {})
  }
  expect(wrong.splice(0)).toEqual([])
  expect(good.size - before).toBeGreaterThan(18)
}, 120_000)

test('removals answer what is described', async () => {
  const before = good.size
  for (const [path, method, operation] of of('delete')) await call(path, method, operation)
  expect(wrong.splice(0)).toEqual([])
  expect(good.size - before).toBeGreaterThan(2)
}, 120_000)
