/**
 * A group with a location has the doors of the devices that stand there or below: people come onto a terminal that is placed
 * there and leave it with it, over a real socket; never more than the decision allows.
 */
import { describe, expect, test } from 'vitest'
import { until, useTerminal } from '../../../tests/harness/terminal.ts'

const t = useTerminal()
const call = async (method: string, path: string, body?: object) =>
  (await t.server.call(method as 'POST', `${path}${path.includes('?') ? '&' : '?'}appId=${t.appId}`, body)).body
const put = (locationId: string | null) => call('PUT', '/api/device/bind', { id: t.terminal.id, locationId })

describe('rights at a place', () => {
  let [site, building, floor, other, group] = ['', '', '', '', '']
  let person: { id: string; shortNo: string }
  const doors = async (id = group): Promise<[number, string[]]> => {
    const { doorCount, doorIds } = (await call('GET', `/api/person/authGroup/${id}`)).data
    return [doorCount, doorIds]
  }

  test('a terminal placed in the subtree gets the people of the group, and loses them when it is placed elsewhere', async () => {
    site = (await t.post('/api/admin/site', { name: '园区', type: 2, status: 1 })).id
    building = (await t.post('/api/admin/location', { name: 'A 座', kind: 2, siteId: site })).id
    floor = (await t.post('/api/admin/location', { name: '3 层', kind: 4, parentId: building })).id
    other = (await t.post('/api/admin/location', { name: 'B 座', kind: 2, siteId: site })).id
    group = (await t.post('/api/person/authGroup', { name: 'A 座全部', doorIds: [], locationIds: [building] })).id
    person = await t.person('周雨桐')
    await t.post(`/api/person/authGroup/${group}/addPeople`, { personIds: [person.id] })
    expect(await doors()).toEqual([0, []])
    await put(floor)
    expect(await doors()).toEqual([1, []])
    await until(() => t.held.has(person.shortNo), 'on the terminal')
    await until(t.idle, 'idle')
    await put(other)
    expect(await doors()).toEqual([0, []])
    await until(() => !t.held.has(person.shortNo), 'not on the terminal')
    await until(t.idle, 'idle')
  })

  test('moving a location below another gives and takes the doors of all that is in it', async () => {
    const wing = (await t.post('/api/admin/location', { name: '东翼', kind: 3, siteId: site })).id
    const room = (await t.post('/api/admin/location', { name: '机房', kind: 5, parentId: wing })).id
    await put(room)
    expect((await doors())[0]).toBe(0)
    await call('PUT', '/api/admin/location', { id: wing, parentId: building })
    expect((await doors())[0]).toBe(1)
    await until(() => t.held.has(person.shortNo), 'on the terminal')
    await until(t.idle, 'idle')
    await call('PUT', '/api/admin/location', { id: wing, parentId: null })
    expect((await doors())[0]).toBe(0)
    await until(() => !t.held.has(person.shortNo), 'not on the terminal')
    await until(t.idle, 'idle')
  })

  test('a door that was chosen stays when its device leaves; one that only the place gave goes with the place', async () => {
    await put(floor)
    await call('PUT', '/api/person/authGroup', { id: group, doorIds: [t.doorId] })
    await put(null)
    expect(await doors()).toEqual([1, [t.doorId]])
    await put(floor)
    await call('PUT', '/api/person/authGroup', { id: group, doorIds: [] })
    expect(await doors()).toEqual([1, []])
    await call('PUT', '/api/person/authGroup', { id: group, locationIds: [] })
    expect(await doors()).toEqual([0, []])
    await call('PUT', '/api/person/authGroup', { id: group, locationIds: [building] })
    expect((await doors())[0]).toBe(1)
  })

  test('a merge that would give a group more doors is refused, and a removed group comes back with its places', async () => {
    const refused = await call('POST', `/api/admin/location/${building}/merge`, { intoId: other })
    expect(refused.msg).toBe('权限组“A 座全部”包含本位置而不包含所选位置，请先调整该权限组')
    expect((await call('GET', `/api/device/bind/${t.terminal.id}/detail`)).data.locationId).toBe(floor)
    await call('PUT', '/api/person/authGroup', { id: group, locationIds: [building, other] })
    expect((await call('POST', `/api/admin/location/${building}/merge`, { intoId: other })).code).toBe(0)
    expect((await doors())[0]).toBe(1)
    expect((await call('GET', `/api/person/authGroup/${group}`)).data.locationNames).toEqual(['B 座'])
    expect((await call('POST', '/api/person/authGroup', { name: '错', locationIds: ['12'] })).msg).toMatch(/不存在/)
  })
})
