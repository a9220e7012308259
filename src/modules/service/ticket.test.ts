/** Repair tickets, from the label on a device to the rating of the work, over the real routes. */
import pg from 'pg'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeApplication } from '../../../tests/harness/device.ts'
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts'
import { reportLimits } from './label.server.ts'
import { reportedAt } from './past.server.ts'
import { newCaptcha } from '#modules/identity/signIn/captcha.server.ts'

let server: TestServer
let deviceId: string
let label: string
beforeAll(async () => {
  server = await startTestServer()
  const { models } = await makeApplication(server)
  const made = await server.call('POST', '/api/device/warehouse', {
    sn: 'AC-7788-01',
    name: '东门门禁',
    modelId: models.accessControlDevice,
  })
  deviceId = made.body.data.id
  const found = await server.call('GET', `/api/device/warehouse/${deviceId}`)
  label = found.body.data.labelCode
})
afterAll(() => server.close())

const API = '/api/service/ticket'
const act = async (id: string, what: string, body: object = {}): Promise<any> =>
  (await server.call('POST', `${API}/${id}/${what}`, body)).body
const one = async (id: string): Promise<any> => (await server.call('GET', `${API}/${id}`)).body.data

async function report(
  fields: Record<string, string>,
  photos: Buffer[] = [],
  captcha = true,
  ip = '10.0.0.1',
): Promise<any> {
  const form = new FormData()
  const randomStr = `r${Math.random().toString(36).slice(2)}00000000`
  if (captcha) form.set('code', await newCaptcha(server.ports, randomStr))
  form.set('randomStr', randomStr)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const photo of photos) form.append('photos', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'x.png')
  const request = new Request('http://x', { method: 'POST', body: form })
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/device/label/${label}/report`,
    remoteAddress: ip,
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, ...answer.json() }
}
const FAULT = { faultType: '2', content: '刷卡没有反应', reporter: '王女士', phone: '13800001111' }

describe('the label', () => {
  test('shows anyone what the device is, and nothing that could be misused', async () => {
    expect(label).toMatch(/^[0-9a-f]{40}$/)
    const { body } = await server.call('GET', `/api/device/label/${label}`, undefined, { token: null })
    expect(body.data).toMatchObject({ name: '东门门禁', sn: 'AC****01', online: false, device: null })
    expect(JSON.stringify(body)).not.toContain(deviceId)
    expect(JSON.stringify(body)).not.toContain('AC-7788')
    // A door is not charged, and a controller with card readers may not recognise a card.
    expect(body.data.faultTypes.map((one: any) => one.label[0])).toEqual([
      ...['无法识别', '无法开门', '离线', '外观损坏', '其他'],
    ])
    for (const wrong of ['0'.repeat(40), deviceId, 'x', '%00'])
      expect((await server.call('GET', `/api/device/label/${wrong}`, undefined, { token: null })).status).toBe(404)
  })

  test('accepts a report with a photo; each wrong field is named, and a captcha is required', async () => {
    expect(
      (await report({ ...FAULT, phone: '123', content: '' })).data.fields.map((field: any) => field.field),
    ).toEqual(['content', 'phone'])
    // An empty choice is reported as missing; codes of the options mean nothing to people.
    expect((await report({ ...FAULT, faultType: '' })).data.fields).toEqual([
      expect.objectContaining({ field: 'faultType', msg: '请选择报修类型' }),
    ])
    // A kind of fault that the class cannot have is refused.
    expect((await report({ ...FAULT, faultType: '4' })).data.fields).toEqual([
      expect.objectContaining({ field: 'faultType', msg: '这类设备没有这种故障' }),
    ])
    expect((await report(FAULT, [], false)).error).toBe('bad_captcha')
    const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    const made = await report(FAULT, [photo])
    expect(made.data.reportNo).toMatch(/^R\d{11}$/)
    const page = await server.call('GET', `${API}/page?reportNo=${made.data.reportNo}`)
    const [row] = page.body.data.records
    expect(row).toMatchObject({ reporter: '王女士', phone: '138****1111', channel: 4, state: 0, overdue: false })
    expect(row.photos).toHaveLength(1)
    const stored = await server.app.inject({
      url: `/api/admin/sys-file/${row.photos[0]}`,
      headers: { authorization: `Bearer ${server.token}` },
    })
    expect([stored.statusCode, stored.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  test('more fields, longer ones and more photos than a report has are refused', async () => {
    const many = Object.fromEntries(Array.from({ length: reportLimits.most.fields }, (_, n) => [`f${n}`, 'x']))
    expect((await report({ ...FAULT, ...many })).error).toBe('invalid')
    const long = await report({ ...FAULT, content: 'x'.repeat(reportLimits.most.field + 1) })
    expect([long.status, long.data.fields[0].field]).toEqual([400, 'content'])
    const photo = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#444' } })
      .png()
      .toBuffer()
    const four = await report(FAULT, Array(reportLimits.most.photos + 1).fill(photo), true, '10.0.0.7')
    expect([four.status, four.data.fields[0].field]).toEqual([400, 'photos'])
  })
  test('many at once from one address do not pass', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(FAULT, [], true, '10.0.0.9')))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(5)
    expect(answers.filter(answer => answer.status === 429)).toHaveLength(3)
  })
})

describe('a ticket', () => {
  const add = async (): Promise<any> => {
    const { body } = await server.call('POST', API, { deviceId, ...FAULT, faultType: 1 })
    expect(body.code).toBe(0)
    return body.data
  }

  test('has a number of its own also after the hundred thousandth', async () => {
    const owner = new pg.Client(server.installation.connection)
    await owner.connect()
    const last = async (value: number) => owner.query("select setval('service.ticket_no', $1)", [value])
    await last(7)
    expect((await add()).reportNo).toMatch(/^R\d{6}00008$/)
    await last(99_999)
    expect((await add()).reportNo).toMatch(/^R\d{6}100000$/)
    expect((await add()).reportNo).toMatch(/^R\d{6}100001$/)
    await owner.end()
  })

  test('is assigned, accepted, paused, finished, sent back, repaired, confirmed and rated; each step is recorded', async () => {
    const { id } = await add()
    const me = (await server.call('GET', '/api/admin/user/info')).body.data.sysUser.userId
    expect((await act(id, 'finish', { result: '换了读卡器' })).error).toBe('wrong_state')
    expect((await act(id, 'assign', { assigneeId: me })).code).toBe(0)
    for (const [what, body] of [
      ['accept', {}],
      ['pause', { reason: '等配件' }],
      ['resume', {}],
      ['finish', { result: '换了读卡器', materials: '读卡器×1', fee: '12050' }],
      ['reopen', { reason: '还是不行' }],
      ['finish', { result: '换了控制板' }],
      ['confirm', {}],
      ['judge', { score: 5, praise: '很快' }],
    ] as const)
      expect([what, (await act(id, what, body)).code]).toEqual([what, 0])
    const ticket = await one(id)
    expect(ticket).toMatchObject({ state: 6, score: 5, result: '换了控制板' })
    expect(ticket.steps.map((step: any) => step.to)).toEqual([0, 1, 2, 3, 2, 4, 2, 4, 5, 6])
    expect(ticket.steps[3]).toMatchObject({ opinion: '等配件', from: 2 })
    expect(ticket.condition).toMatchObject({ online: false, events: [] })
    expect((await act(id, 'close', { reason: '误报' })).error).toBe('wrong_state')
  })

  test('is moved to when it was reported, with its number, its steps and its limits', async () => {
    const { id } = await add()
    const me = (await server.call('GET', '/api/admin/user/info')).body.data.sysUser.userId
    await act(id, 'assign', { assigneeId: me })
    await act(id, 'accept')
    await act(id, 'finish', { result: '换了读卡器' })
    const times = ['01:00', '01:20', '01:45', '04:05'].map(clock => new Date(`2026-03-02T${clock}:00Z`))
    await reportedAt(server.ports, id, times)
    const ticket = await one(id)
    expect(ticket.reportNo).toMatch(/^R260302\d{5,}$/)
    expect(ticket.steps.map((step: any) => step.at)).toEqual(times.map(time => time.toISOString()))
    expect(ticket).toMatchObject({
      ...{ createdAt: '2026-03-02T01:00:00.000Z', acceptedAt: '2026-03-02T01:45:00.000Z' },
      ...{ finishedAt: '2026-03-02T04:05:00.000Z', hours: '3小时5分', overdue: false },
    })
    expect(ticket.acceptDueAt).toMatch(/^2026-03-02T03:00:0/)
    expect(ticket.finishDueAt).toMatch(/^2026-03-03T01:00:0/)
  })

  test('is found by the days in which it was reported', async () => {
    const { id, createdAt } = await add()
    const at = (hours: number): string => new Date(new Date(createdAt).getTime() + hours * 3_600_000).toISOString()
    const found = async (from: string, to: string): Promise<boolean> => {
      const { body } = await server.call('GET', `${API}/page?size=100&createdAt=${from},${to}`)
      return body.data.records.some((row: any) => row.id === id)
    }
    expect([await found(at(-1), at(1)), await found('', at(-1)), await found(at(1), '')]).toEqual([true, false, false])
    const wrong = await server.call('GET', `${API}/page?createdAt=soon,`)
    expect([wrong.status, wrong.body.data.fields[0].field]).toEqual([400, 'createdAt'])
  })

  test('is taken by one of many who grab it at once', async () => {
    const { id } = await add()
    const answers = await Promise.all(Array.from({ length: 6 }, () => act(id, 'grab')))
    expect(answers.filter(answer => answer.code === 0)).toHaveLength(1)
  })

  test('is overdue if it is not accepted within two hours or not finished within a day', async () => {
    const { id } = await add()
    const age = (hours: number) =>
      server.ports.db.query(
        { role: 'engine' },
        sql`update service.ticket set accept_due_at = created_at - make_interval(hours => ${hours}) + interval '2 hours', finish_due_at = created_at - make_interval(hours => ${hours}) + interval '24 hours' where id = ${id}`,
      )
    await age(3)
    expect((await one(id)).overdue).toBe(true)
    await act(id, 'grab')
    expect((await one(id)).overdue).toBe(false)
    await age(25)
    expect((await one(id)).overdue).toBe(true)
  })

  test('is assigned in turn: each to the one whose last ticket is the longest ago', async () => {
    const people: string[] = []
    for (const username of ['turner1', 'turner2', 'turner3']) {
      const made = await server.call('POST', '/api/admin/user', { username, password: 'a good long one', type: 1 })
      people.push(made.body.data.id)
    }
    const [first, second, third] = people
    const tickets = [await add(), await add(), await add(), await add(), await add()].map(({ id }) => id)
    // The second has just had one.
    await act(tickets[0], 'assign', { assigneeId: second })
    const give = (ids: string[], assigneeIds = people) =>
      server.call('POST', `${API}/assignInTurn`, { ids, assigneeIds })
    expect((await give(tickets.slice(1, 4))).body).toMatchObject({ code: 0, data: 3 })
    const given = async (): Promise<string[]> => Promise.all(tickets.map(async id => (await one(id)).assigneeId))
    expect((await given()).slice(1, 4)).toEqual([first, third, second])
    // One that is assigned already is left out, and refused when it is the only one.
    expect((await give([tickets[1]])).body.error).toBe('wrong_state')
    // Simultaneous rounds take turns too.
    const more = [(await add()).id, (await add()).id]
    await Promise.all(more.map(id => give([id])))
    expect((await Promise.all(more.map(async id => (await one(id)).assigneeId))).sort()).toEqual([first, third].sort())
    // An account that is locked has no turn.
    await server.call('POST', `/api/admin/user/${first}/lock`, { reason: '休假' })
    expect((await give([tickets[4]])).body.data).toBe(1)
    expect((await given())[4]).toBe(second)
    expect((await give([(await add()).id], [first!])).body.error).toBe('not_found')
    expect((await give([(await add()).id], [])).body.data.fields[0].field).toBe('assigneeIds')
    // Neither does it take anything new elsewhere: the form of a reference asks for open accounts, and the API refuses others.
    const department = await server.call('POST', '/api/admin/department', { name: '工程部', headId: first })
    expect(department.body.data.fields).toEqual([{ field: 'headId', msg: '用户“turner1”已锁定，不能选用' }])
  })

  test('is worked on only by its assignee', async () => {
    const { id } = await add()
    const other = await server.call('POST', '/api/admin/user', {
      username: 'mender1',
      nickname: '马师傅',
      password: 'a good long one',
      type: 1,
    })
    await act(id, 'assign', { assigneeId: other.body.data.id })
    expect((await act(id, 'accept')).msg).toBe('只有该工单的维修人可以操作')
    // People read the name of who mends it, not a user name.
    expect(await one(id)).toMatchObject({ assigneeName: '马师傅' })
  })
})

describe('the label of one device', () => {
  test('no more are accepted in an hour than the limit, from all sources together', async () => {
    const statuses: number[] = []
    for (let n = 0; n < reportLimits.most.onDevice; n += 1)
      statuses.push((await report(FAULT, [], true, `10.0.1.${n}`)).status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const { total } = (await server.call('GET', `${API}/page?channel=4`)).body.data
    expect(total).toBe(reportLimits.most.onDevice)
  })
})
