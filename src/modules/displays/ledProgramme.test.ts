/** Programmes on a simulated display over MQTT: sent, confirmed by its version, repaired, failed, and emptied with its owner. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf } from '#main/wire.ts'
import { startOutbox, type Outbox } from '#server/outbox/outbox.ts'
import { startWorkers, type Workers } from '#server/jobs/workers.ts'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice, makeApplication, startTestGateway, type TestGateway } from '../../../tests/harness/device.ts'
import { until } from '../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'

const engine = { role: 'engine' } as const
let server: TestServer
let gateway: TestGateway
let outbox: Outbox
let workers: Workers
let display: Simulated
let appId: string
let deviceId: string

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server)
  outbox = startOutbox(server.ports, partsOf('handler'))
  workers = startWorkers(
    server.ports,
    partsOf('worker').filter(part => part.where === 'worker'),
  )
  const made = await makeApplication(server)
  appId = made.appId
  const credentials = await connectDevice(server, appId, made.models.ledDevice!, 'LED-1', '东门显示屏')
  deviceId = credentials.id
  display = simulate('ledDevice', { host: '127.0.0.1', port: gateway.port, credentials })
  display.device.start()
})
afterAll(async () => {
  await display?.device.stop()
  await workers?.stop()
  await outbox?.stop()
  await gateway?.close()
  await server?.close()
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<any> =>
  (await server.call(method, `${url}${url.includes('?') ? '&' : '?'}appId=${appId}`, body)).body
const PROGRAMME = '/api/device/programme'
const programme = (more: object): object => ({
  ...{ name: '欢迎', priority: 5, state: 1, deviceIds: [deviceId], lines: [{ text: '欢迎光临', color: 1, mode: 0 }] },
  ...more,
})
const documents = async (): Promise<any[]> =>
  (await call('GET', `/api/device/syncTask/documents?deviceId=${deviceId}`)).data
const confirmed = () => until(async () => (await documents())[0]?.state === 'confirmed', 'confirmed by the display')
const shown = (): string[] => display.board!.programmes.map(one => one.lines.map(line => line.text).join('|'))

test('a programme is on the display, confirmed by its version, and the highest priority is first', async () => {
  const { data } = await call('POST', PROGRAMME, programme({}))
  await confirmed()
  await call('POST', PROGRAMME, programme({ name: '余位', priority: 9, lines: [{ text: '余位充足' }] }))
  await until(async () => shown().length === 2, 'both on the display')
  await confirmed()
  expect(shown()).toEqual(['余位充足', '欢迎光临'])
  expect((await call('GET', `${PROGRAMME}/${data.id}`)).data).toMatchObject({
    ...{ deviceCount: 1, deviceIds: [deviceId], deviceNames: [expect.stringMatching(/./)], delivery: '已确认 1/1' },
  })
  const [row] = await server.ports.db.query<{ wanted: string; confirmed: string }>(
    engine,
    sql`select wanted, confirmed from sync.document where device_id = ${deviceId}`,
  )
  expect(row!.confirmed).toBe(row!.wanted)
})

test('what was changed on the display itself is found by reading back and repaired', async () => {
  display.board!.reset()
  expect(shown()).toEqual([])
  expect((await call('POST', '/api/person/auth/readBack', { deviceId })).code).toBe(0)
  await until(async () => shown().length === 2, 'repaired')
  await confirmed()
})

test('a busy display is tried again; until then it is failed with its code, in the list of tasks too', async () => {
  display.device.faults.add('busy')
  const { records } = (await call('GET', `${PROGRAMME}/page`)).data
  const { id, rev } = records.find((one: any) => one.name === '欢迎')
  await call('PUT', PROGRAMME, { id, rev, lines: [{ text: '一路平安' }] })
  await until(async () => (await documents())[0].state === 'failed', 'failed')
  const listed = await server.call('GET', `${PROGRAMME}/${id}?appId=${appId}`, undefined, {
    headers: { 'accept-language': 'en' },
  })
  expect(listed.body.data).toMatchObject({ deviceCount: 1, delivery: '0 of 1 confirmed' })
  expect((await documents())[0]).toMatchObject({ kind: 'busy', code: 4290, message: expect.stringContaining('设备忙') })
  const [task] = (await server.call('GET', '/api/device/syncTask/page?item=programme')).body.data.records
  expect(task).toMatchObject({ subjectName: '余位、欢迎', state: 'failed', item: 'programme' })
  display.device.faults.delete('busy')
  expect((await server.call('POST', '/api/device/syncTask/retry', { ids: [task.id] })).body.data).toBe(1)
  await confirmed()
  expect(shown()).toEqual(['余位充足', '一路平安'])
})

test('removed, it leaves the display; undone, it is there again', async () => {
  const { records } = (await call('GET', `${PROGRAMME}/page`)).data
  const { id } = records.find((one: any) => one.name === '余位')
  await call('DELETE', `${PROGRAMME}/${id}`)
  await until(async () => shown().length === 1, 'removed')
  await call('POST', `${PROGRAMME}/remove/undo`, { ids: [id] })
  await until(async () => shown().length === 2, 'again')
})

test.each([
  ['a character that displays do not have', { lines: [{ text: '欢迎😀' }] }, /显示屏没有“😀”这个字/],
  ['a line that is too long', { lines: [{ text: '一二三四五六七八九十一二三四五六七' }] }, '第 1 行最多 16 个汉字'],
  ['ten thousand lines', { lines: Array.from({ length: 10_000 }, () => ({ text: '行' })) }, '内容不能超过4项'],
  ['a device that is no display', { deviceIds: ['1'] }, '只能选择本应用的显示屏'],
] as const)('refused: %s', async (_what, more, message) => {
  expect(await call('POST', PROGRAMME, programme({ name: '坏', ...more }))).toMatchObject({
    ...{ code: 1, msg: typeof message === 'string' ? message : expect.stringMatching(message) },
  })
})

const WORD = '/api/device/forbiddenWord'
const show = (text: string, more: object = {}): Promise<any> =>
  call('POST', '/api/device/control/send', {
    ...{ deviceId, identifier: 'show', params: { text, color: 1, mode: 0, seconds: 5, ...more } },
  })

test('a forbidden word of the application or of the platform is refused by name, in programmes, texts and rules', async () => {
  expect(await call('POST', WORD, { word: '高价 回收！' })).toMatchObject({ code: 0 })
  expect(await server.call('POST', '/api/device/platformWord', { word: '发票' })).toMatchObject({ body: { code: 0 } })
  const named = (word: string) => ({ code: 1, msg: `含有违禁词“${word}”，请修改` })
  const broken = programme({ name: '坏', lines: [{ text: '本店高价' }, { text: '回收' }] })
  expect(await call('POST', PROGRAMME, broken)).toMatchObject(named('高价回收'))
  expect(await call('POST', PROGRAMME, programme({ name: '坏', voice: '代开发票' }))).toMatchObject(named('发票'))
  expect(await show('高 价，回收')).toMatchObject(named('高价回收'))
  expect(await show('您好', { voice: '发票' })).toMatchObject(named('发票'))
  const rule = {
    ...{ name: '坏', deviceClass: 'ledDevice', triggerKind: 4, trigger: { online: 1 }, silentS: 0, mode: 0, state: 1 },
    actions: [{ deviceId, identifier: 'play', params: { text: '代开发票' } }],
  }
  expect(await call('POST', '/api/device/linkage', rule)).toMatchObject(named('发票'))
  const many = { ids: [deviceId], identifier: 'play', params: { text: '发票' } }
  expect(await call('POST', '/api/device/bind/control', many)).toMatchObject(named('发票'))
  const { records } = (await call('GET', '/api/device/operationLog/page?object=forbiddenWord')).data ?? {
    records: null,
  }
  if (records) expect(records[0]).toMatchObject({ objectName: '高价回收' })
  // A card number that is SQL is text like any other.
  expect(await show("'; drop table displays.programme; --")).toMatchObject({ code: 0 })
})

test('a word is found however it is separated or decorated, and a number that belongs to it counts', async () => {
  for (const text of ['发|票', '发+票', '发=票', '发~票', '发￥票', '发①票', '发\u200b票', '发　票'])
    expect(
      await call('POST', PROGRAMME, programme({ name: '坏', lines: [{ text: '您好' }], voice: text })),
      text,
    ).toMatchObject({ code: 1 })
  expect(await call('POST', WORD, { word: '5折｜特价' })).toMatchObject({ code: 0, data: { word: '5折特价' } })
  expect(await show('⑤折特价')).toMatchObject({ msg: '含有违禁词“5折特价”，请修改' })
  expect(await show('折特价')).toMatchObject({ code: 0 })
  expect(await call('POST', WORD, { word: '￥+' })).toMatchObject({ msg: '请填写文字，不只是标点和符号' })
})

test('a word matches its traditional form, whichever of the two was entered', async () => {
  const refused = (word: string) => ({ code: 1, msg: `含有违禁词“${word}”，请修改` })
  const save = (text: string): Promise<any> => call('POST', PROGRAMME, programme({ name: '坏', voice: text }))
  expect(await save('代開 發票')).toMatchObject(refused('发票'))
  expect(await show('代开發票')).toMatchObject(refused('发票'))
  expect(await call('POST', WORD, { word: '優惠貸款' })).toMatchObject({ code: 0, data: { word: '优惠贷款' } })
  for (const text of ['优惠贷款', '優惠貸款', '優惠贷款']) expect(await save(text)).toMatchObject(refused('优惠贷款'))
  // One that was stored in traditional characters, as was asked for before.
  await server.ports.db.query(
    engine,
    sql`insert into displays.forbidden_word (id, app_id, source_id, word)
      select ${server.ports.newId()}, id, source_id, '賭場' from applications.application where id = ${appId}`,
  )
  expect(await save('澳門賭場')).toMatchObject(refused('賭場'))
  const { records } = (await call('GET', `${WORD}/page?word=${encodeURIComponent('賭場')}`)).data
  expect(await call('PUT', WORD, { id: records[0].id, word: '賭場', remark: '旧' })).toMatchObject({
    ...{ code: 0, data: { word: '賭場' } },
  })
  expect(await save('多功能')).toMatchObject({ code: 0 })
})

test('a word that is forbidden later: the programmes with it are named, and switched off where that is asked for', async () => {
  const one = await call('POST', PROGRAMME, programme({ name: '招租', lines: [{ text: '旺铺招' }, { text: '租' }] }))
  const off = programme({ name: '旧招租', state: 0, lines: [{ text: '旺铺招租' }] })
  expect(await call('POST', PROGRAMME, off)).toMatchObject({ code: 0 })
  await until(async () => shown().includes('旺铺招|租'), 'on the display')
  expect(await call('POST', WORD, { word: '招租' })).toMatchObject({
    ...{ code: 1, msg: '以下启用的内容含有该词：显示节目（招租）。勾选后保存，将全部停用' },
  })
  expect(await call('POST', WORD, { word: '招租', stops: true })).toMatchObject({ code: 0 })
  await until(async () => !shown().includes('旺铺招|租'), 'off the display')
  const row = (await call('GET', `${PROGRAMME}/${one.data.id}`)).data
  expect(row).toMatchObject({ state: 0, lines: [{ text: '旺铺招' }, { text: '租' }] })
  const entries = await server.ports.db.query<{ reason: string }>(
    engine,
    sql`select reason from audit.entry where object = 'ledProgramme' and object_id = ${row.id} and action = 'edit'`,
  )
  expect(entries).toMatchObject([{ reason: '含有违禁词“招租”' }])
  // It keeps its text, and is not switched on with it again.
  const edit = (more: object): Promise<any> => call('PUT', PROGRAMME, { id: row.id, ...more })
  expect(await edit({ priority: 1 })).toMatchObject({ code: 0 })
  expect(await edit({ state: 1 })).toMatchObject({ code: 1, msg: '含有违禁词“招租”，请修改' })
  expect(await edit({ state: 1, lines: [{ text: '旺铺出让' }] })).toMatchObject({ code: 0 })
  await until(async () => shown().includes('旺铺出让'), 'with its new text')
  // A word of the platform stops those of every application.
  const word = '出让'
  const ofPlatform = (more: object) => server.call('POST', '/api/device/platformWord', { word, ...more })
  expect((await ofPlatform({})).body).toMatchObject({ code: 1, msg: expect.stringContaining('显示节目（招租）') })
  expect((await ofPlatform({ stops: true })).body).toMatchObject({ code: 0 })
  await until(async () => !shown().includes('旺铺出让'), 'off the display')
  await call('DELETE', `${PROGRAMME}/${row.id}`)
})

test('a word that is forbidden later: the rules that show or say it are named and switched off, and both languages say why', async () => {
  const rule = (name: string, text: string, more: object = {}) =>
    call('POST', '/api/device/linkage', {
      ...{ name, deviceClass: 'ledDevice', triggerKind: 3, trigger: { at: '08:00' }, silentS: 0, mode: 0, state: 1 },
      ...{ actions: [{ deviceId, identifier: 'play', params: { text } }], ...more },
    })
  const { data: announcing } = await rule('早间播报', '年终大促')
  const { data: other } = await rule('晚间播报', '欢迎回家')
  // A message for staff is shown on no device.
  const notify = { actions: [{ deviceId, identifier: 'raiseAlarm', params: { name: '大促', level: 1 } }] }
  expect(await rule('告警', '', notify)).toMatchObject({ code: 0 })
  const shows = await call('POST', PROGRAMME, programme({ name: '促销', lines: [{ text: '大促' }] }))
  expect(await call('POST', WORD, { word: '大促' })).toMatchObject({
    msg: '以下启用的内容含有该词：显示节目（促销）、联动规则（早间播报）。勾选后保存，将全部停用',
  })
  expect(await call('POST', WORD, { word: '大促', stops: true })).toMatchObject({ code: 0 })
  const stateOf = async ({ id }: { id: string }): Promise<number> =>
    (await call('GET', `/api/device/linkage/${id}`)).data.state
  await until(async () => (await stateOf(announcing)) === 0, 'the rule is off')
  expect(await stateOf(other)).toBe(1)
  expect(await call('POST', '/api/device/linkage/turnOn', { ids: [announcing.id] })).toMatchObject({
    msg: '含有违禁词“大促”，请修改',
  })
  const reasons = async (language: string): Promise<unknown[]> =>
    (
      await server.call('GET', `/api/admin/operLog/page?appId=${appId}&objectId=${announcing.id}`, undefined, {
        headers: { 'accept-language': language },
      })
    ).body.data.records.map((row: any) => [row.action, row.reason, row.actorName])
  expect(await reasons('zh')).toContainEqual(['turnOff', '含有违禁词“大促”', expect.any(String)])
  expect(await reasons('en')).toContainEqual([
    ...['turnOff', 'It contains the forbidden word “大促”', expect.any(String)],
  ])
  // A word of the platform is in the audit of the application too.
  expect((await server.call('POST', '/api/device/platformWord', { word: '欢迎回家', stops: true })).body).toMatchObject(
    { code: 0 },
  )
  await until(async () => (await stateOf(other)) === 0, 'the other rule is off')
  const [entry] = await server.ports.db.query<{ app: string }>(
    engine,
    sql`select app_id::text as app from audit.entry where object_id = ${other.id} and action = 'turnOff'`,
  )
  expect(entry!.app).toBe(appId)
  await call('DELETE', `${PROGRAMME}/${shows.data.id}`)
})

test('a removed programme with a word that was forbidden meanwhile is not restored', async () => {
  const { data } = await call('POST', PROGRAMME, programme({ name: '贷款', lines: [{ text: '无抵押贷款' }] }))
  await call('DELETE', `${PROGRAMME}/${data.id}`)
  expect(await call('POST', WORD, { word: '抵押' })).toMatchObject({ code: 0 })
  expect(await call('POST', `${PROGRAMME}/remove/undo`, { ids: [data.id] })).toMatchObject({
    ...{ code: 1, msg: expect.stringContaining('抵押') },
  })
})

test('a temporary text must fit on the board unless it moves, and in its characters', async () => {
  const long = '一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三'
  expect(await show(long)).toMatchObject({ msg: '内容过长：显示屏为 4 行、每行 8 个汉字，这里有 33 个' })
  expect(await show(long, { mode: 1 })).toMatchObject({ code: 0 })
  expect(await show('你好😀')).toMatchObject({ msg: '显示屏没有“😀”这个字' })
})

test('the board shows what its hours say, and other lines while it has no connection', async () => {
  const spans = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '00:01' }))
  const plan = await call('POST', '/api/person/timePlan', { name: '几乎从不', week: spans, exceptions: [] })
  const first = (await call('GET', `${PROGRAMME}/page`)).data.records[0]
  await call(
    'POST',
    PROGRAMME,
    programme({ name: '凌晨', priority: 99, timePlanId: plan.data.id, lines: [{ text: '晚安' }] }),
  )
  await call('POST', PROGRAMME, programme({ name: '断网', use: 1, offlineAfterS: 10, lines: [{ text: '请联系岗亭' }] }))
  await until(async () => shown().length >= 4, 'all on the display')
  expect(display.board!.current).not.toContain('晚安')
  display.device.link.drop(14_000)
  await until(() => display.board!.current === '请联系岗亭', 'the lines for no connection', 20_000)
  await until(() => display.board!.current !== '请联系岗亭', 'back to its programme', 20_000)
  expect(first).toBeDefined()
}, 60_000)

test('a display that leaves the application is emptied', async () => {
  await call('POST', `/api/device/bind/${deviceId}/unbind`, {})
  await until(async () => shown().length === 0, 'empty')
})
