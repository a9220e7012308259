/** The partner companies of the demo: each supplier has its vendor, and with it models. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PublicApi } from '#simulators/PublicApi.ts'
import { startPlatform, type TestPlatform } from '../../../../tests/harness/platform.ts'
import { buildPlace } from '../buildPlace.ts'
import { PAST_DAYS } from '../fillPast.ts'
import { ensureVisitor } from '../ensureAccount.ts'
import { school } from '../places/school.ts'
import { placesOf } from '../places/places.ts'
import { buildOffice } from './buildOffice.ts'
import { REPAIRS, timesOf } from './repairs.ts'

let platform: TestPlatform
let address: string
beforeAll(async () => {
  platform = await startPlatform()
  const { app } = platform.server
  await app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => platform?.close())

interface Supplier {
  name: string
  vendorNames: string | null
  modelCount: number
}

interface Agency {
  name: string
  level: number
  upperName: string | null
}

interface Branch {
  name: string
  ext_teacher?: string
  ext_room?: string
  children?: Branch[]
}

test('suppliers have vendors and models, classes their teachers, and a second run changes nothing', async () => {
  const { ports } = platform.server
  const api = new PublicApi(address)
  const { username, password } = await ensureVisitor(ports)
  await api.login(username, password)
  await buildPlace(api, placesOf(true)[0]!)
  const { appId } = await buildPlace(api, school)
  const suppliers = async (): Promise<Supplier[]> =>
    (await api.get<{ records: Supplier[] }>('/api/admin/supplier/page?size=10')).records
  for (let run = 0; run < 2; run += 1) {
    await buildOffice({ ports, api, address, keys: new Map() })
    const known = await suppliers()
    expect(known.map(({ name, vendorNames }) => [name, vendorNames]).sort()).toEqual([
      ['临安智感科技', '临安智感'],
      ['钱塘机电', '钱塘机电'],
    ])
    expect(known.every(({ modelCount }) => modelCount > 0)).toBe(true)
    const agencies = await api.get<{ records: Agency[] }>('/api/admin/agency/page?size=10')
    expect(agencies.records.map(({ name, level, upperName }) => [name, level, upperName ?? null]).sort()).toEqual([
      ['余姚安防', 2, '钱江物联'],
      ['钱江物联', 1, null],
    ])
    const grades = await api.get<readonly Branch[]>(`/api/person/organization/tree?appId=${appId}`)
    const classes = grades.flatMap(({ children = [] }) => children).filter(one => one.ext_teacher)
    expect(classes).toHaveLength(6)
    expect(classes[0]).toMatchObject({ name: '七(1)班', ext_teacher: '沈月华', ext_room: '明德楼 201' })
  }
})

test('repairs are spread over the month before, and no step of one is to come', () => {
  const now = Date.now()
  const all = REPAIRS.map(one => timesOf(one, now))
  for (const times of all) expect(times).toEqual([...times].sort((a, b) => +a - +b))
  expect(Math.max(...all.flat().map(Number))).toBeLessThan(now)
  const reported = all.map(([first]) => Number(first))
  expect(reported).toEqual([...reported].sort((a, b) => a - b))
  expect(now - reported[0]!).toBeGreaterThan(25 * 86_400_000)
  expect(now - reported[0]!).toBeLessThan(PAST_DAYS * 86_400_000)
})
