/** The administrator of the demo can sign in only while it creates companies, however that ends. */
import sql from 'sql-template-tag'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PublicApi } from '#simulators/PublicApi.ts'
import { startPlatform, type TestPlatform } from '../../../tests/harness/platform.ts'
import { asMaker, ensureVisitor } from './ensureAccount.ts'

let platform: TestPlatform
let address: string
beforeAll(async () => {
  platform = await startPlatform()
  const { app } = platform.server
  await app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => platform?.close())

const stateOf = async (username: string): Promise<number | undefined> => {
  const [row] = await platform.server.ports.db.query<{ state: number }>(
    { role: 'engine' },
    sql`select state from identity.account where username = ${username}`,
  )
  return row?.state
}
const LOCKED = 9

test('it is locked after its work, also when that fails, and its session has ended', async () => {
  const { ports } = platform.server
  const apis: PublicApi[] = []
  await asMaker(ports, address, async api => {
    apis.push(api)
    expect(await stateOf('demo-maker')).toBe(0)
    await api.get('/api/admin/agency/page')
  })
  expect(await stateOf('demo-maker')).toBe(LOCKED)
  await expect(apis[0]!.get('/api/admin/agency/page')).rejects.toThrow()
  await expect(asMaker(ports, address, () => Promise.reject(new Error('cut short')))).rejects.toThrow('cut short')
  expect(await stateOf('demo-maker')).toBe(LOCKED)
})

test('the visitor makes no companies', async () => {
  const { username, password } = await ensureVisitor(platform.server.ports)
  const api = new PublicApi(address)
  await api.login(username, password)
  const agency = { username: 'agency-one', name: '甲', code: 'one', contact: '王', phone: '13600001110', level: 1 }
  await expect(
    api.post('/api/admin/agency', { ...agency, startsOn: '2026-01-01', endsOn: '2027-12-31' }),
  ).rejects.toThrow(/超出自己的功能权限/)
})
