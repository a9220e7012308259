/** All people that match the filters of the matrix, for an act on all of them; and which ids may be given. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatform, type TestPlatform } from '../../../tests/harness/platform.ts'

let platform: TestPlatform
const matrix = async (query: string) => platform.ask('GET', `/api/person/auth/matrix?deviceClass=faceEqui&${query}`)
beforeAll(async () => {
  platform = await startPlatform()
  const org = await platform.ask('POST', '/api/person/organization', { name: '1 栋' })
  const unit = await platform.ask('POST', '/api/person/organization', { name: '1 单元', parentId: org.id })
  for (let n = 0; n < 13; n += 1)
    await platform.ask('POST', '/api/person/person', {
      name: `${n < 12 ? '住户' : '访客'}${n}`,
      personType: 1,
      orgId: n % 2 ? unit.id : org.id,
    })
})
afterAll(() => platform?.close())

test('are all of them in the order of the pages, and those of the page only where the whole is not asked for', async () => {
  const word = encodeURIComponent('住户')
  const page = await matrix(`personName=${word}&size=5`)
  expect([page.total, page.people.length, page.personIds]).toEqual([12, 5, null])
  const { personIds } = await matrix(`personName=${word}&size=1&whole=true`)
  expect(personIds).toHaveLength(12)
  const pages = await Promise.all([1, 2, 3].map(current => matrix(`personName=${word}&size=5&current=${current}`)))
  expect(pages.flatMap(one => one.people.map((person: { id: string }) => person.id))).toEqual(personIds)
})

test('a person says the whole way of the organisation', async () => {
  const { people } = await matrix('size=100')
  const ways = new Set(people.map((person: { orgName: string }) => person.orgName))
  expect(ways).toEqual(new Set(['1 栋', '1 栋/1 单元']))
})
