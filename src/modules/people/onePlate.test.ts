/** A plate is one plate in every spelling: by form, API and import, where a camera asks, in the record, and in searches. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { postFile, xlsxOf } from '../../../tests/harness/sheet.ts'

const ENGINE = { role: 'engine' } as const
const PEOPLE = '/api/person/person'
const PLATE = '粤B10234'
const SPELLINGS = [PLATE, '粤b·10234', '粤B1O234', '粤B I0234', '粤Ｂ-10234']

let platform: TestPlatform
let lane: TestDevice
let [owner, other] = ['', '']
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway, ask } = platform
  const made = await connectDevice(server, appId, models.brakeDevice!, 'PLATE-0001', '东门道闸')
  lane = await openDevice(gateway.port, made)
  owner = (await ask('POST', PEOPLE, { name: '周屿', personType: 1, plates: ['粤b·1o234', '粤BD12345'] })).id
  other = (await ask('POST', PEOPLE, { name: '许知远', personType: 1, cards: ['88001122'] })).id
  const doors: { id: string }[] = await ask('GET', '/api/person/authGroup/doors')
  const group = await ask('POST', '/api/person/authGroup', { name: '车主', doorIds: doors.map(({ id }) => id) })
  await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [owner] })
})
afterAll(async () => {
  await lane?.end()
  await platform?.close()
})

const refusalOf = async (body: object, method: 'POST' | 'PUT'): Promise<string | undefined> => {
  const answer = await platform.server.call(method, `${PEOPLE}?appId=${platform.appId}`, body)
  return answer.body.data?.problems?.[0]?.msg ?? answer.body.msg ?? undefined
}
const platesOf = async (id: string): Promise<string[]> => (await platform.ask('GET', `${PEOPLE}/${id}`)).plates

test('is shown in its one form', async () => {
  expect(await platesOf(owner)).toEqual([PLATE, '粤BD12345'])
})
test.each(SPELLINGS)('nobody else is given %s', async spelled => {
  expect(await refusalOf({ name: '新来的', personType: 1, plates: [spelled] }, 'POST')).toBe(
    `车牌 ${PLATE} 已属于 周屿`,
  )
  expect(await refusalOf({ id: other, plates: [spelled] }, 'PUT')).toContain('已属于 周屿')
  expect(await platesOf(other)).toEqual([])
})
test.each(['_无_', '粤B', 'A'.repeat(500), 12345, { a: 1 }, '粤B10234;drop'])(
  '%j is no plate, and changes nothing',
  async given => {
    expect(await refusalOf({ id: owner, plates: [given] }, 'PUT')).toContain('格式错误')
    expect(await platesOf(owner)).toEqual([PLATE, '粤BD12345'])
  },
)
test('five at most', async () => {
  const many = Array.from({ length: 6 }, (_, at) => `粤A1000${at}`)
  expect(await refusalOf({ id: other, plates: many }, 'PUT')).toBe('每人最多5个车牌')
})

test('an import gives plates, and to nobody else what somebody has', async () => {
  const rows = [
    ['姓名*', '类型*', '车牌'],
    ['新车主', '员工', '粤A·12345，粤AF12345'],
    ...SPELLINGS.map((plate, at) => [`第${at}人`, '员工', plate]),
  ]
  const url = `${PEOPLE}/import?appId=${platform.appId}`
  const sent = await postFile<{ id: string }>(platform.server, url, '名单.xlsx', await xlsxOf(rows))
  const job = await until(async () => {
    const { data } = (await platform.server.call('GET', `/api/job/${sent.body.data.id}`)).body
    return data.state === 'done' && data
  }, 'the end of the import')
  expect(job).toMatchObject({ ok: 1, failed: SPELLINGS.length })
  const { records } = await platform.ask('GET', `${PEOPLE}/page?name=${encodeURIComponent('新车主')}`)
  expect(records[0].plates).toEqual(['粤A12345', '粤AF12345'])
})

test.each([...SPELLINGS, '0234', '2345'])('%s finds its holder', async spelled => {
  const { records } = await platform.ask('GET', `${PEOPLE}/page?plates=${encodeURIComponent(spelled)}`)
  expect(records.map((row: { id: string }) => row.id)).toContain(owner)
})
test('the audit keeps that they changed, and no plate', async () => {
  await platform.ask('PUT', PEOPLE, { id: owner, plates: [PLATE, '粤BF12345', '粤BD12345'] })
  await platform.ask('PUT', PEOPLE, { id: owner, plates: [PLATE, '粤BD12345'] })
  const kept = await platform.server.ports.db.query<{ changes: object }>(
    ENGINE,
    sql`select changes from audit.entry where object = 'person'`,
  )
  expect(kept.some(({ changes }) => Object.hasOwn(changes ?? {}, 'plates'))).toBe(true)
  expect(JSON.stringify(kept)).not.toContain('10234')
})

let asked = 0
/** What the lane is answered, and the records of it. */
async function comes(
  plateNo: unknown,
): Promise<{ allow: boolean; people: (string | null)[]; plates: (string | null)[] }> {
  const guid = `plate-${(asked += 1)}`
  const answered = lane.next('/thing/event/askPass/post_reply')
  const value = { guid, laneNo: 1, plateNo, method: 9 }
  await lane.post('event/askPass/post', { value, time: Date.now() })
  const { allow } = (await answered).body.data
  await lane.post('event/pass/post', { value: { ...value, guid: `${guid}-pass`, ok: true }, time: Date.now() })
  const rows = await until(async () => {
    const found = await platform.server.ports.db.query<{ person_id: string | null; plate_no: string | null }>(
      ENGINE,
      sql`select person_id, plate_no from devices.passage where params ->> 'guid' in (${guid}, ${`${guid}-pass`})`,
    )
    return found.length === 2 && found
  }, 'both records')
  return { allow, people: rows.map(row => row.person_id), plates: rows.map(row => row.plate_no) }
}
test.each(SPELLINGS)('the lane and the record know whose %s is', async spelled => {
  expect(await comes(spelled)).toEqual({ allow: true, people: [owner, owner], plates: [PLATE, PLATE] })
})
test.each(['粤B10235', '_无_', 'A'.repeat(500), null])('%j is a stranger to both', async spelled => {
  expect(await comes(spelled)).toMatchObject({ allow: false, people: [null, null] })
})
test('passages are found by it', async () => {
  const page = await platform.ask(
    'GET',
    `/api/person/passRecord/page?time=today&size=100&plateNo=${encodeURIComponent('粤b·1o234')}`,
  )
  expect(page.records).toHaveLength(2 * SPELLINGS.length)
  expect(page.records[0]).toMatchObject({ plateNo: PLATE, personName: '周屿' })
})

test('they are gone with the person, and come back with them unless somebody else has one by then', async () => {
  const removed = await platform.ask('POST', PEOPLE, { name: '沈一舟', personType: 1, plates: ['粤C12345'] })
  await platform.ask('DELETE', `${PEOPLE}/${removed.id}`)
  await platform.ask('PUT', PEOPLE, { id: other, plates: ['粤c12345'] })
  expect(await platesOf(other)).toEqual(['粤C12345'])
})
