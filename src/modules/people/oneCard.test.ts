/** A card is one card in every spelling: by form, API and import, at the door, in the record, and in searches. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { postFile, xlsxOf } from '../../../tests/harness/sheet.ts'

const PEOPLE = '/api/person/person'
const SPELLINGS = [
  '0006655443',
  '6655443',
  '00 0665 5443',
  '0006-655443',
  '００06655443',
  '\u200b6655443\ufeff',
  '06655443',
  6655443,
]
const HEX = ['04a1b2c3', '04A1B2C3', '04:a1:b2:c3', '4A1B2C3', '０４ａ１ｂ２ｃ３']

let platform: TestPlatform
let device: TestDevice
let [owner, other, hexOwner] = ['', '', '']
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway, ask } = platform
  const door = await connectDevice(server, appId, models.accessControlDevice!, 'CARD-0001', '东门')
  device = await openDevice(gateway.port, door)
  const add = async (name: string, cards: unknown[]): Promise<string> =>
    (await ask('POST', PEOPLE, { name, personType: 1, cards })).id
  owner = await add('周屿', ['0006655443'])
  hexOwner = await add('沈一舟', ['04:a1:b2:c3'])
  other = await add('许知远', [])
  const { components } = await ask('GET', `/api/device/bind/${door.id}`)
  const group = await ask('POST', '/api/person/authGroup', { name: '住户', doorIds: [components[0].id] })
  await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [owner, hexOwner] })
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

const refusalOf = async (body: object, method: 'POST' | 'PUT'): Promise<string | undefined> => {
  const answer = await platform.server.call(method, `${PEOPLE}?appId=${platform.appId}`, body)
  return answer.body.data?.problems?.[0]?.msg ?? answer.body.msg ?? undefined
}
const cardsOf = async (id: string): Promise<string[]> => (await platform.ask('GET', `${PEOPLE}/${id}`)).cards

test.each([...SPELLINGS, ...HEX])('nobody else is given %j', async spelled => {
  const holder = HEX.includes(spelled as string) ? '沈一舟' : '周屿'
  expect(await refusalOf({ name: '新来的', personType: 1, cards: [spelled] }, 'POST')).toContain(`已属于 ${holder}`)
  expect(await refusalOf({ id: other, cards: [spelled] }, 'PUT')).toContain(`已属于 ${holder}`)
  expect(await cardsOf(other)).toEqual([])
})

test('an import gives it to nobody else, however it is spelled in the sheet', async () => {
  const texts = [...SPELLINGS, ...HEX].map(String)
  const rows = [['姓名*', '类型*', '卡号'], ...texts.map((card, at) => [`第${at}人`, '员工', card])]
  const sent = await postFile<{ id: string }>(
    platform.server,
    `${PEOPLE}/import?appId=${platform.appId}`,
    '名单.xlsx',
    await xlsxOf(rows),
  )
  const job = await until(async () => {
    const { data } = (await platform.server.call('GET', `/api/job/${sent.body.data.id}`)).body
    return data.state === 'done' && data
  }, 'the end of the import')
  expect(job).toMatchObject({ ok: 0, failed: texts.length })
})

test('what is no list changes nothing', async () => {
  expect(await refusalOf({ id: owner, cards: { $ne: null } }, 'PUT')).toContain('格式错误')
  expect(await cardsOf(owner)).toEqual(['0006655443'])
})

test('a holder has a card once, and is shown the first spelling', async () => {
  await platform.ask('PUT', PEOPLE, { id: owner, cards: ['0006-655443', 6655443, '000 6655443'] })
  expect(await cardsOf(owner)).toEqual(['0006655443'])
  expect(await cardsOf(hexOwner)).toEqual(['04a1b2c3'])
})

test.each([1.5, 2 ** 53 + 2, -4, { a: 1 }, '卡 1234567', '12', '0000000000', 'FFFFFFFF'])(
  '%j is no card',
  async given => {
    expect(await refusalOf({ id: other, cards: [given] }, 'PUT')).toMatch(/格式错误|以文本提交/)
    expect(await cardsOf(other)).toEqual([])
  },
)

let asked = 0
/** What the door answers, and the record of it. */
async function shown(cardNo: unknown): Promise<{ allow: boolean; person: string | null; record: string | null }> {
  const guid = `spelled-${(asked += 1)}`
  const answered = device.next('/thing/event/askPass/post_reply')
  const value = { guid, doorNo: 1, cardNo, method: 2 }
  await device.post('event/askPass/post', { value, time: Date.now() })
  const { allow } = (await answered).body.data
  await device.post('event/pass/post', { value: { ...value, guid: `${guid}-pass`, ok: true }, time: Date.now() })
  const rows = await until(async () => {
    const found = await platform.server.ports.db.query<{ person_id: string | null; at: string }>(
      { role: 'engine' },
      sql`select person_id from devices.passage where params ->> 'guid' in (${guid}, ${`${guid}-pass`}) order by id`,
    )
    return found.length === 2 && found
  }, 'both records')
  return { allow, person: rows[0]!.person_id, record: rows[1]!.person_id }
}

test.each([...SPELLINGS, ...HEX])('the door and the record know whose %j is', async spelled => {
  const id = HEX.includes(spelled as string) ? hexOwner : owner
  expect(await shown(spelled)).toEqual({ allow: true, person: id, record: id })
})

test.each([0, '0', 6655443.5, 2 ** 53 + 2, '6655444'])('%j is a stranger to both', async spelled => {
  expect(await shown(spelled)).toEqual({ allow: false, person: null, record: null })
})

const found = async (by: string, text: string): Promise<string[]> =>
  (await platform.ask('GET', `${by}/page?${text}`)).records.map((row: any) => row.personId ?? row.id)

test.each(['0006655443', '6655443', '0006-655443', '５443', '5443'])('%s finds its holder', async spelled => {
  expect(await found(PEOPLE, `cards=${encodeURIComponent(spelled)}`)).toEqual([owner])
})
test.each(['04A1B2C3', '4a1b2c3', 'b2C3'])('%s finds its holder too', async spelled => {
  expect(await found(PEOPLE, `cards=${spelled}`)).toEqual([hexOwner])
})
test.each(['0006655443', '6655443', '00-0665-5443'])('passages are found by %s', async spelled => {
  const page = await platform.ask('GET', `/api/person/passRecord/page?time=today&size=100&cardNo=${spelled}`)
  expect(page.records).toHaveLength(2 * SPELLINGS.length)
  // Under the number with which it is registered.
  expect(new Set(page.records.map((row: any) => row.cardNo))).toEqual(new Set(['0006655443']))
})
