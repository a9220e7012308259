/** Which refused calls a user sees: a call with a serial number is shown to users who can see the device with that number. */
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDevice, type Credentials } from '../../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'
import { quickAccount, quickRole, type QuickAccount } from '../../../../tests/harness/quickAccount.ts'
import { fetchFile } from '../../../../tests/harness/sheet.ts'

const REFUSALS = '/api/device/refusal'
const POINTS = ['refusal:list', 'refusal:export']
let platform: TestPlatform
let east: { id: string; device: Credentials }
let west: { id: string; device: Credentials }

async function answered(method: 'POST' | 'PUT', url: string, body: object): Promise<any> {
  const answer = await platform.server.call(method, url, body)
  expect(answer.body.code, `${url}: ${JSON.stringify(answer.body)}`).toBe(0)
  return answer.body.data
}

/** An agency with one device in the warehouse. */
async function agencyWithDevice(code: string, phone: string): Promise<{ id: string; device: Credentials }> {
  const agency = { name: `代理${code}`, code, level: 1, contact: '赵', phone, username: `${code}-main` }
  const { id } = await answered('POST', '/api/admin/agency', agency)
  const stocked = { sn: `${code.toUpperCase()}-SN-1`, name: '终端', modelId: platform.models.faceEqui }
  const device: Credentials = await answered('POST', '/api/device/warehouse', stocked)
  await answered('PUT', '/api/device/warehouse', { id: device.id, sourceId: id })
  return { id, device }
}

/** Two refused calls: with the pair issued for a device, and with its serial number alone. */
async function callsInVain(device: Credentials): Promise<void> {
  const { port } = platform.gateway
  await expect(openDevice(port, { ...device, secret: 'wrong' })).rejects.toThrow()
  const login = { username: device.sn, password: 'wrong', clientId: device.sn, reconnectPeriod: 0 }
  await expect(mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, login)).rejects.toThrow()
}

const namesOf = ({ productKey, sn }: Credentials): string[] => [sn, `${productKey}/${sn}`]

beforeAll(async () => {
  platform = await startPlatform()
  east = await agencyWithDevice('east', '13800138001')
  west = await agencyWithDevice('west', '13800138002')
  const unknown = { ...east.device, sn: 'NOWHERE-1', deviceName: 'NOWHERE-1' }
  for (const device of [east.device, west.device, unknown]) await callsInVain(device)
  // Another product's key, with a serial number of the agency.
  await callsInVain({ ...east.device, sn: 'NOWHERE-2', productKey: 'anotherProduct' })
  await platform.gateway.gate.settled()
})
afterAll(() => platform?.close())

const page = async (token: string, query = ''): Promise<any> =>
  (await platform.server.call('GET', `${REFUSALS}/page?size=100${query}`, undefined, { token })).body.data
const listed = async (token: string, query = ''): Promise<string[]> => {
  const { records, total } = await page(token, query)
  expect(total).toBe(records.length)
  return records.map((row: { identity: string }) => row.identity).sort()
}
const identitiesIn = (csv: Buffer): string[] => csv.toString().trim().split('\r\n').slice(1).sort()

async function exportedAtOnce({ token }: QuickAccount): Promise<string[]> {
  const { status, bytes } = await fetchFile(platform.server, `${REFUSALS}/export?format=csv&columns=identity`, token)
  expect(status).toBe(200)
  return identitiesIn(bytes)
}

/** Exports by a job of a worker, which reads the user's rights again. */
async function exportedAsJob({ token }: QuickAccount): Promise<string[]> {
  const { server } = platform
  const as = { token }
  const begun = await server.call('POST', `${REFUSALS}/export`, { columns: ['identity'], format: 'csv' }, as)
  expect(begun.body.code, JSON.stringify(begun.body)).toBe(0)
  const { id } = begun.body.data
  const job = await until(async () => {
    const { data } = (await server.call('GET', `/api/job/${id}`, undefined, as)).body
    return ['done', 'failed'].includes(data.state) && data
  }, 'the end of the job')
  expect(job.state).toBe('done')
  const { url } = (await server.call('POST', `/api/job/${id}/link`, {}, as)).body.data
  const identities = identitiesIn((await fetchFile(server, url, token)).bytes)
  expect(job.total).toBe(identities.length)
  return identities
}

const everyone = (): string[] =>
  [
    ...namesOf(east.device),
    ...namesOf(west.device),
    'NOWHERE-1',
    'NOWHERE-2',
    `${east.device.productKey}/NOWHERE-1`,
    `anotherProduct/${east.device.sn}`,
  ].sort()

describe('staff of the platform', () => {
  const staff = async (scope: number, organisations: string[] = []): Promise<QuickAccount> => {
    const role = await quickRole(platform.server, { points: POINTS, scope, organisations })
    return quickAccount(platform.server, { roleIds: [role] })
  }

  test('accounts that see every organisation see every call', async () => {
    const all = await staff(0)
    expect(await listed(all.token)).toEqual(everyone())
    expect(await exportedAtOnce(all)).toEqual(everyone())
    expect(await exportedAsJob(all)).toEqual(everyone())
  })

  test('accounts limited to one agency see the calls of its devices, in the list, by a filter, in both exports and one by one', async () => {
    const held = await staff(1, [east.id])
    const own = namesOf(east.device).sort()
    expect(await listed(held.token)).toEqual(own)
    for (const { identity, id } of (await page(platform.server.token)).records) {
      const seen = own.filter(one => one.includes(identity))
      expect(await listed(held.token, `&identity=${encodeURIComponent(identity)}`), identity).toEqual(seen)
      // A refused call has no page of its own; if it gets one, users who cannot see the device must not see it.
      const single = await platform.server.call('GET', `${REFUSALS}/${id}`, undefined, { token: held.token })
      if (!seen.length) expect(single.status, identity).toBe(404)
    }
    expect(await exportedAtOnce(held)).toEqual(own)
    expect(await exportedAsJob(held)).toEqual(own)
  })

  test('accounts limited to two see those of both, accounts limited to none see nothing', async () => {
    const both = await staff(1, [east.id, west.id])
    expect(await listed(both.token)).toEqual([...namesOf(east.device), ...namesOf(west.device)].sort())
    const none = await staff(1)
    expect(await listed(none.token)).toEqual([])
    expect(await exportedAtOnce(none)).toEqual([])
  })

  test('a device that moves to another agency keeps its calls', async () => {
    const [before, after] = [await staff(1, [east.id]), await staff(1, [west.id])]
    await answered('PUT', '/api/device/warehouse', { id: east.device.id, sourceId: west.id })
    expect(await listed(before.token)).toEqual([])
    expect(await listed(after.token)).toEqual([...namesOf(east.device), ...namesOf(west.device)].sort())
    await answered('PUT', '/api/device/warehouse', { id: east.device.id, sourceId: east.id })
  })
})

test.each([
  ['an employee', 2],
  ['an application’s account', 4],
])('%s of an agency sees no serial number of another', async (_, type) => {
  const { server } = platform
  const role = await quickRole(server, { sourceId: east.id, points: POINTS, scope: 3 })
  const person = await quickAccount(server, { type, sourceId: east.id, roleIds: [role] })
  expect(await listed(person.token)).toEqual(namesOf(east.device).sort())
  expect(await exportedAtOnce(person)).toEqual(namesOf(east.device).sort())
})
