/** The log of a device: what its messages contain is searched, and a reply has the name of its command. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectDevice,
  makeApplication,
  openDevice,
  startTestGateway,
  type Credentials,
  type TestDevice,
  type TestGateway,
} from '../../../../tests/harness/device.ts'
import { until } from '../../../../tests/harness/platform.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
let gateway: TestGateway
let appId: string
let controller: Credentials
let device: TestDevice

const page = async (query: string): Promise<any> => (await server.call('GET', `/api/device/log/page?${query}`)).body
const linesOf = async (query: string): Promise<any[]> => (await page(`deviceId=${controller.id}&${query}`)).data.records

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server)
  const made = await makeApplication(server)
  appId = made.appId
  controller = await connectDevice(server, appId, made.models.accessControlDevice!, 'LOG-0001', '东门')
  device = await openDevice(gateway.port, controller)
})
afterAll(async () => {
  await device?.end()
  await gateway?.close()
  await server?.close()
})

test('lines are found by what their message contains, also where it is kept with its fact', async () => {
  await device.post('event/property/post', { capacity: 51234 })
  await device.post('event/pass/post', {
    time: Date.now(),
    value: { doorNo: 1, cardNo: '0038120417', guid: 'Log-Pass' },
  })
  await until(async () => (await linesOf('kind=7')).length === 1, 'the line of the passage')
  expect(await linesOf('content=51234')).toMatchObject([{ kind: 3, content: { capacity: 51234 } }])
  expect(await linesOf('content=log-pass')).toMatchObject([{ kind: 7 }])
  // Characters with a meaning in a pattern are plain ones here.
  for (const text of ['5%4', '5_234', "'; select 1", '\\'])
    expect(await linesOf(`content=${encodeURIComponent(text)}`)).toEqual([])
})

test('without a device the search is refused with its reason', async () => {
  expect(await page('content=51234')).toMatchObject({ code: 1, msg: '按报文查找，请先选择设备' })
  expect(await page('content=51234&deviceId=x')).toMatchObject({ code: 1 })
})

test('a reply has the name of its command and the number of its request', async () => {
  const asked = device.next('/service/openDoor')
  const { body } = await server.call('POST', `/api/device/control/send?appId=${appId}`, {
    ...{ deviceId: controller.id, identifier: 'openDoor', component: 'door:1', reason: '送货' },
  })
  expect(body.code).toBe(0)
  const { body: sent } = await asked
  await device.client.publishAsync(
    `${device.topic('service/openDoor')}_reply`,
    JSON.stringify({ id: sent.id, code: 200, data: {} }),
    { qos: 1 },
  )
  await until(async () => (await linesOf('kind=6')).length > 0, 'the reply')
  const [reply] = await linesOf('kind=6')
  expect(reply).toMatchObject({ identifier: 'openDoor', code: 200 })
  expect((await linesOf(`requestId=${reply.requestId}`)).map(line => line.identifier)).toEqual(['openDoor', 'openDoor'])
})
