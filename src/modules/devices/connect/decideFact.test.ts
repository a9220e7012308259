/** A device that waits for a decision is answered by 80 % of its patience, also when the rules cannot be read meanwhile. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classes } from '#main/registry.ts'
import { connectDevice, openDevice, type Credentials, type TestDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'

const ENGINE = { role: 'engine' } as const
let platform: TestPlatform
let door: Credentials
let device: TestDevice
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  door = await connectDevice(server, appId, models.accessControlDevice!, 'ASK-1', '东门')
  device = await openDevice(gateway.port, door)
  await ask('warm')
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

const ask = async (
  guid: string,
  who: object = { cardNo: '0038120417' },
  at = Date.now(),
): Promise<{ data: any; tookMs: number }> => {
  const reply = device.next('event/askPass/post_reply')
  const begin = performance.now()
  // Its PUBACK comes when the fact is stored, which may be later than the answer.
  void device.post('event/askPass/post', { time: at, value: { guid, doorNo: 1, ...who, method: 2 } }).catch(() => {})
  const { data } = (await reply).body
  return { data, tookMs: performance.now() - begin }
}

const { withinMs } = classes.get('accessControlDevice')!.events.askPass!.ask!
/** The fact once it says that it was refused as late: a statement on its way is corrected afterwards. */
const refusedLate = (guid: string) =>
  until(async () => {
    const [row] = await platform.server.ports.db.query<{ result: number; reason: string }>(
      ENGINE,
      sql`select result, reason from devices.passage where device_id = ${door.id} and params ->> 'guid' = ${guid}`,
    )
    return row?.reason === 'late' && row.result === 0
  }, 'the fact is refused as late')

test.each([
  ['nothing can be stored', sql`lock table devices.passage in exclusive mode`],
  [
    'the rules cannot be read either',
    sql`lock table access.auth_group, devices.passage, people.person in access exclusive mode`,
  ],
])('while %s it is refused in time, and the fact says so', async (what, lock) => {
  const late = await platform.server.ports.db.tx(ENGINE, async query => {
    await query(lock)
    return ask(what)
  })
  expect(late.data).toEqual({ allow: false, reason: 'late' })
  expect(late.tookMs).toBeLessThan(withinMs * 0.8)
  await refusedLate(what)
  // Afterwards the rules answer again, and the refused question has no second answer.
  expect((await ask(`after ${what}`)).data.reason).toBe('stranger')
  expect(device.received.filter(({ topic }) => topic.endsWith('askPass/post_reply')).at(-2)!.body.data.reason).toBe(
    'late',
  )
})

test('a question is decided by the rights of now, whatever the clock of the device says', async () => {
  const { ask: call } = platform
  const { components } = await call('GET', `/api/device/bind/${door.id}`)
  const org = await call('POST', '/api/person/organization', { name: '一单元' })
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
  const person = async (personNo: string, validTo: string): Promise<any> =>
    call('POST', '/api/person/person', {
      ...{ name: `住户${personNo}`, personNo, orgId: org.id ?? org, personType: 1, validFrom: day(-9), validTo },
    })
  const [left, stays] = [await person('P1', day(-1)), await person('P2', day(9))]
  const group = await call('POST', '/api/person/authGroup', { name: '住户', doorIds: [components[0].id] })
  await call('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [left.id, stays.id] })
  const shortNo = async ({ id }: { id: string }): Promise<string> =>
    (await call('GET', `/api/person/person/${id}`)).shortNo
  const twoDaysAgo = Date.now() - 2 * 86_400_000
  expect((await ask('stays', { personId: await shortNo(stays) }, twoDaysAgo)).data).toMatchObject({ allow: true })
  expect((await ask('left', { personId: await shortNo(left) }, twoDaysAgo)).data).toMatchObject({
    ...{ allow: false, reason: 'expired' },
  })
})
