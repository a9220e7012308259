/** Refused calls: counted for each caller, with a few lines in the log of the named device, however many there are. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectDevice,
  makeApplication,
  openDevice,
  startTestGateway,
  type Credentials,
  type TestGateway,
} from '../../../../tests/harness/device.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
let gateway: TestGateway
let terminal: Credentials
beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server)
  const { appId, models } = await makeApplication(server)
  terminal = await connectDevice(server, appId, models.faceEqui!, 'WIRE-0002', '人脸')
})
afterAll(async () => {
  await gateway?.close()
  await server?.close()
})

const logOf = async (id: string, kind: number): Promise<any[]> =>
  (await server.call('GET', `/api/device/log/page?deviceId=${id}&kind=${kind}&size=100`)).body.data.records
const refusals = async (part: string): Promise<any[]> => {
  const page = await server.call('GET', '/api/device/refusal/page?size=100')
  return page.body.data.records.filter((one: { identity: string }) => one.identity.includes(part))
}

test('40 false CONNECTs are one row, and few lines in the log of the device they name', async () => {
  const tries = Array.from({ length: 40 }, () =>
    openDevice(gateway.port, { ...terminal, secret: 'wrong' }).catch(() => 'refused'),
  )
  expect(new Set(await Promise.all(tries))).toEqual(new Set(['refused']))
  expect(await logOf(terminal.id, 10)).toHaveLength(1)
  await gateway.gate.settled()
  const lines = await logOf(terminal.id, 10)
  expect(lines.map(line => line.content.times ?? 1)).toEqual([39, 1])
  const rows = await refusals('WIRE-0002')
  expect(rows).toMatchObject([{ reason: 'badSecret', tries: 40 }])
})

test('an address that invents identities has 60 rows a minute, the rest is counted together', async () => {
  const tries = Array.from({ length: 100 }, (_, no) =>
    openDevice(gateway.port, { ...terminal, deviceName: `NONE-${no}` }).catch(() => 'refused'),
  )
  expect(new Set(await Promise.all(tries))).toEqual(new Set(['refused']))
  await gateway.gate.settled()
  const named = await refusals('NONE-')
  // One name was used by the device before.
  expect(named).toHaveLength(59)
  expect(await refusals('*')).toMatchObject([{ tries: 41 }])
})
