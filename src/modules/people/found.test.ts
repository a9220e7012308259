/** People are found by whole numbers and their last four characters, also those stored before there were digests of these. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeRole, tokenOf } from '../../../tests/harness/people.ts'
import { startPlatform, type TestPlatform } from '../../../tests/harness/platform.ts'

const ENGINE = { role: 'engine' } as const
const PEOPLE = '/api/person/person'
const ID = '11010519491231002X'
let platform: TestPlatform
let [first, second] = ['', '']
beforeAll(async () => {
  platform = await startPlatform()
  const add = async (body: object): Promise<string> =>
    (await platform.ask('POST', PEOPLE, { personType: 1, ...body })).id
  first = await add({ name: '周屿\u200b', phone: '+86 138-0013-8000', idCard: '１１０１０５ 19491231 002x' })
  second = await add({ name: '许知远', phone: '13912348000', cards: ['0012345678'] })
})
afterAll(() => platform?.close())

const found = async (query: string): Promise<string[]> =>
  (await platform.ask('GET', `${PEOPLE}/page?${query}`)).records.map((row: any) => row.id).toSorted()

test.each([
  '13800138000',
  '%2B8613800138000',
  '0086%20138%200013%208000',
  '%EF%BC%91%EF%BC%93800138000',
  '%E2%80%AA13800138000',
])('the phone %s', async phone => expect(await found(`phone=${phone}`)).toEqual([first]))
test.each([ID, ID.toLowerCase(), '110105-19491231-002x', '002X', '002x'])('the ID number %s', async idCard => {
  expect(await found(`idCard=${idCard}`)).toEqual([first])
})
test('four digits find both', async () => {
  expect(await found('phone=8000')).toEqual([first, second])
  expect(await found('phone=800')).toEqual([])
  expect(await found('cards=5678')).toEqual([second])
})
test('a name is stored without what nobody sees', async () => {
  expect(await platform.ask('GET', `${PEOPLE}/${first}`)).toMatchObject({ name: '周屿', phone: '138****8000' })
  expect(await found(`name=${encodeURIComponent('周\u200d屿')}`)).toEqual([first])
})

test('rows of earlier versions are found once their digests are there', async () => {
  // A value that cannot be opened, as of another key, keeps the others from nothing.
  await platform.server.ports.db.query(
    ENGINE,
    sql`insert into people.person (id, app_id, source_id, name, person_type, phone_sealed)
      select 1, app_id, source_id, '旧', 1, decode('00', 'hex') from people.person limit 1`,
  )
  await platform.server.ports.db.query(ENGINE, sql`update people.person set phone_tail = null, id_card_tail = null`)
  expect(await found('phone=8000')).toEqual([])
  const { peopleTails } = await import('./fillTails.server.ts')
  await peopleTails.run(platform.server.ports, new AbortController().signal)
  expect(await found('phone=8000')).toEqual([first, second])
  expect(await found('idCard=002X')).toEqual([first])
})

test('what the mask hides is not found out by four characters', async () => {
  const { server, appId } = platform
  const role = await makeRole(server, 'lists', { points: /^person:(list|view)$/ })
  await makePerson(server, 'lister', { roleIds: [role], appIds: [appId] })
  const token = await tokenOf(server, 'lister')
  const ask = (query: string) => server.call('GET', `${PEOPLE}/page?appId=${appId}&${query}`, undefined, { token })
  expect((await ask('phone=8000')).body.data.total).toBe(2)
  expect((await ask(`idCard=${ID}`)).body.data.total).toBe(1)
  const refused = await ask('idCard=002X')
  expect([refused.status, refused.body.msg]).toEqual([403, expect.stringContaining('后四位')])
})
