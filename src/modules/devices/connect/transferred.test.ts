/** A gateway and its devices whose application goes to another organisation while they are connected: all follow the owner of now. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type Credentials, type TestDevice } from '../../../../tests/harness/device.ts'
import { asGateway, modelOfKind, signed } from '../../../../tests/harness/gatewayDevices.ts'
import { pause } from '../../../../tests/harness/pause.ts'
import { tokenOf } from '../../../../tests/harness/people.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'

const ENGINE = { role: 'engine' } as const
let platform: TestPlatform
let agencies: { id: string; token: string }[]
let box: Credentials
let gateway: TestDevice
let [east, west]: Credentials[] = []
let apiPort: number
const streams = new AbortController()

const admin = async (url: string, body: object): Promise<any> => {
  const answer = (await platform.server.call('POST', url, body)).body
  if (answer.code !== 0) throw new Error(`${url}: ${JSON.stringify(answer)}`)
  return answer.data
}
async function makeAgency(code: string): Promise<{ id: string; token: string }> {
  const { id } = await admin('/api/admin/agency', {
    ...{ name: `代理${code}`, code, contact: '何经理', phone: '13600001111', level: 1, username: `main-${code}` },
    password: 'moss kettle river',
  })
  await platform.server.ports.db.query(
    ENGINE,
    sql`update identity.account set must_change = false where username = ${`main-${code}`}`,
  )
  return { id, token: await tokenOf(platform.server, `main-${code}`) }
}
const transfer = (to: { id: string }): Promise<unknown> =>
  admin(`/api/admin/application/${platform.appId}/transfer`, { toId: to.id, reason: '代理商更换' })
/** The hints that a stream of everything an agency may see brings from now on. */
async function hints(token: string): Promise<any[]> {
  const { body } = await fetch(`http://127.0.0.1:${apiPort}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: streams.signal,
  })
  const brought: any[] = []
  void (async () => {
    for await (const text of body!.pipeThrough(new TextDecoderStream()))
      for (const line of text.split('\n'))
        if (line.startsWith('data: ')) brought.push(...JSON.parse(line.slice(6)).rows)
  })().catch(() => {})
  return brought
}
const report = ({ productKey, deviceName }: Credentials, uptime: number): Promise<unknown> =>
  gateway.client.publishAsync(
    `/sys/${productKey}/${deviceName}/thing/event/property/post`,
    JSON.stringify({ id: '1', params: { uptime } }),
    { qos: 1 },
  )

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models } = platform
  await server.call('PUT', '/api/admin/application', { id: appId, deviceClasses: ['accessControlDevice'] })
  agencies = [await makeAgency('FROM'), await makeAgency('INTO')]
  box = await connectDevice(
    server,
    appId,
    await modelOfKind(server, models.accessControlDevice!, 'BOX', 2),
    'MOVED-BOX',
  )
  east = await connectDevice(server, appId, models.accessControlDevice!, 'MOVED-EAST')
  west = await connectDevice(server, appId, models.accessControlDevice!, 'MOVED-WEST')
  await transfer(agencies[0]!)
  gateway = await openDevice(platform.gateway.port, box)
  expect(await asGateway(gateway, box, 'combine/login', signed(east))).toMatchObject({ code: 200 })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  apiPort = (server.app.server.address() as { port: number }).port
})
afterAll(async () => {
  streams.abort()
  await gateway?.end()
  await platform?.close()
})

test('the new owner sees what they report, the former one nothing more, and the gateway brings further devices at once', async () => {
  const [former, owner] = [await hints(agencies[0]!.token), await hints(agencies[1]!.token)]
  await until(async () => {
    await report(east!, 1)
    return former.some(({ type }) => type === 'state')
  }, 'a hint for the owner')
  await transfer(agencies[1]!)
  expect(await asGateway(gateway, box, 'combine/login', signed(west!))).toMatchObject({ code: 200 })
  await until(async () => {
    await report(east!, 2)
    return owner.some(({ type }) => type === 'state')
  }, 'a hint for the new owner')
  await until(
    () => platform.gateway.gate.links.get(east!.id)?.sourceId === agencies[1]!.id,
    'the owner of now in the book',
  )
  await pause(1100, 'what an open stream may show is read again every second')
  former.length = 0
  for (let value = 3; value < 8; value += 1) {
    await report(east!, value)
    await report(west!, value)
  }
  const lines = (of: any[]): number => of.filter(({ type }) => type === 'log').length
  const before = lines(owner)
  await report(west!, 9)
  await until(() => lines(owner) > before, 'the line in the log of the last one')
  await gateway.end()
  await until(
    () => owner.filter(({ type, online }) => type === 'session' && online === false).length === 3,
    'their end',
  )
  expect(former).toEqual([])
})
