/** An application with a door whose terminal speaks PUSH, with people who have a picture, a card and a PIN. */
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import type { Front } from '#model/protocol.ts'
import { startDeviceHttp } from '#protocols/http/startDeviceHttp.ts'
import { protocol } from '#protocols/zkPush/protocol.ts'
import { ZkTerminal, type ZkTerminalOptions } from '#simulators/ZkTerminal.ts'
import { connectDevice, type Credentials } from './device.ts'
import { startPlatform, until, type TestPlatform } from './platform.ts'

export interface ZkWorld {
  platform: TestPlatform
  front: Front
  credentials: Credentials
  terminal: ZkTerminal
  terminalOf(credentials: { sn: string; secret?: string }, more?: Partial<ZkTerminalOptions>): ZkTerminal
  groupId: string
  person(name: string, more?: object): Promise<{ id: string; shortNo: string }>
  passages(): Promise<any[]>
  /** The lines of its log of one kind, the latest first. */
  logOf(kind: number): Promise<any[]>
  /** Whether nothing is in flight, due or unprocessed. */
  idle(): Promise<boolean>
  close(): Promise<void>
}

const ENGINE = { role: 'engine' } as const

export async function startZkWorld(): Promise<ZkWorld> {
  const platform = await startPlatform()
  const { server, appId, models, ask, gateway } = platform
  // Terminals fetch pictures from the product itself.
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  server.ports.publicUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const front = await startDeviceHttp({ host: '127.0.0.1', port: 0, gate: gateway.gate }, [protocol])
  const credentials = await connectDevice(server, appId, models.bsFaceDevice!, 'ZK-0001', '东门')
  const terminals: ZkTerminal[] = []
  const terminalOf: ZkWorld['terminalOf'] = ({ sn, secret }, more = {}) => {
    const made = new ZkTerminal({
      ...{ host: '127.0.0.1', port: front.port, deviceName: sn, pollMs: 50 },
      ...(secret ? { secret } : {}),
      ...more,
    })
    terminals.push(made)
    return made
  }
  const doors = await ask('GET', '/api/person/authGroup/doors')
  const group = await ask('POST', '/api/person/authGroup', { name: '东门', doorIds: [doors[0].id] })
  return {
    ...{ platform, front, credentials, terminalOf, terminal: terminalOf(credentials), groupId: group.id },
    person: async (name, more = {}) =>
      ask('POST', '/api/person/person', {
        ...{ name, personType: 1, portrait: [await uploadPortrait(platform)], consent: true, ...more },
      }),
    passages: async () => (await ask('GET', '/api/person/passRecord/page?deviceClass=bsFaceDevice&size=50')).records,
    async logOf(kind) {
      await gateway.gate.settled()
      return (await ask('GET', `/api/device/log/page?deviceId=${credentials.id}&kind=${kind}&size=100`)).records
    },
    async idle() {
      const [row] = await server.ports.db.query<{ busy: boolean }>(
        ENGINE,
        sql`select exists (select from sync.flight) or exists (select from sync.exception where next_at is not null)
          or exists (select from engine.outbox where type in ('command.finished', 'person.changed', 'person.gone'))
          or exists (select from sync.follow f join sync.group_head h on h.group_id = f.group_id and h.seq > f.put_seq)
          as busy`,
      )
      return !row!.busy
    },
    async close() {
      for (const one of terminals) await one.stop()
      await front.close(1000)
      await platform.close()
    },
  }
}

async function uploadPortrait({ server, appId }: TestPlatform): Promise<string> {
  const background = { r: 200, g: 170, b: 150 }
  const picture = await sharp({ create: { width: 300, height: 360, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const head =
    '--xxxx\r\ncontent-disposition: form-data; name="file"; filename="p.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
  const answer = await server.app.inject({
    ...{ method: 'POST', url: `/api/admin/sys-file/upload?kind=portrait&appId=${appId}` },
    payload: Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--xxxx--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=xxxx', authorization: `Bearer ${server.token}` },
  })
  return answer.json().data.id
}
export { until }
