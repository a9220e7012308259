/** An application with two QR readers over HTTP, one for each wire, and two people of whom one may pass both doors. */
import type { Front } from '#model/protocol.ts'
import { QrReader } from '#simulators/QrReader.ts'
import { connectDevice, type Credentials } from './device.ts'
import { startPlatform, type TestPlatform } from './platform.ts'
import { startQrFront } from './startQrFront.ts'

export interface QrWorld {
  platform: TestPlatform
  front: Front
  /** The first, with the form; the second, with the query. */
  reader: QrReader
  other: QrReader
  credentials: Credentials
  second: Credentials
  personId: string
  /** Without a right. */
  stranger: string
  readerOf(credentials: Pick<Credentials, 'sn'> & { secret?: string }, more?: object): QrReader
  doorOf(deviceId: string): Promise<string>
  /** A right to pass the door of a device. */
  allow(deviceIds: readonly string[], name: string): Promise<void>
  issue(more?: object): Promise<string>
  scans(): Promise<any[]>
  close(): Promise<void>
}

export async function startQrWorld(options: Parameters<typeof startPlatform>[0] = {}): Promise<QrWorld> {
  const platform = await startPlatform(options)
  const { server, appId, models, ask } = platform
  const front = await startQrFront(platform.gateway.gate, { requestMs: 1500 })
  const readers: QrReader[] = []
  const connected = (sn: string, name: string): Promise<Credentials> =>
    connectDevice(server, appId, models.qrcodeDevice!, sn, name)
  const [credentials, second] = [await connected('QR-0001', '大堂读头'), await connected('QR-0002', '车库读头')]
  const org = await ask('POST', '/api/person/organization', { name: '一单元' })
  const make = async (name: string, personNo: string): Promise<string> =>
    (await ask('POST', '/api/person/person', { name, personNo, orgId: org.id ?? org, personType: 1 })).id
  // A name that would be a field of the answer.
  const personId = await make('&&code=0000', 'P1')
  const world = {
    ...{ platform, front, credentials, second, personId },
    stranger: await make('外人', 'P2'),
    readerOf({ sn, secret }: { sn: string; secret?: string }, more: object = {}): QrReader {
      const options = { host: '127.0.0.1', port: front.port, deviceName: sn, ...(secret ? { secret } : {}), ...more }
      const made = new QrReader(options)
      readers.push(made)
      return made
    },
    async doorOf(deviceId: string): Promise<string> {
      const { components } = await ask('GET', `/api/device/bind/${deviceId}`)
      return components.find((one: { kind: string }) => one.kind === 'door').id
    },
    async allow(deviceIds: readonly string[], name: string): Promise<void> {
      const doorIds = await Promise.all(deviceIds.map(id => world.doorOf(id)))
      const group = await ask('POST', '/api/person/authGroup', { name, doorIds })
      await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [personId] })
    },
    async issue(more: object = {}): Promise<string> {
      const validTo = new Date(Date.now() + 3_600_000).toISOString()
      return (await ask('POST', '/api/person/code/issue', { personId, validTo, ...more })).code
    },
    scans: async (): Promise<any[]> => (await ask('GET', '/api/person/scan/page?size=50')).records,
    async close(): Promise<void> {
      for (const one of readers) await one.stop()
      await front.close(1000)
      await platform.close()
    },
  }
  await world.allow([credentials.id, second.id], '住户')
  return { ...world, reader: world.readerOf(credentials), other: world.readerOf(second, { wire: 'query' }) }
}
