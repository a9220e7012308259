/** What a gateway says of the devices behind it: what is asked of the platform, and what is answered. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DeviceIdentity } from '#model/gate.ts'
import { type Publish } from './reply.ts'
import { type Outcome, TOPOLOGY_MAX, type TopologyCall } from './topology.ts'
import { readUplink, type Uplink } from './uplink.ts'
import { writeDownlink } from './writeDownlink.ts'

const gateway: DeviceIdentity = {
  ...{ deviceId: '1', serial: 'SN1', productKey: 'pk', deviceName: 'dn', deviceClass: 'accessControlDevice' },
}
const topic = (what: string): string => `/sys/pk/dn/thing/topo/${what}`
const uplink = (what: string, body: unknown): Uplink =>
  readUplink(gateway, topic(what), Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), {}, 0)!
const read = (publish: Publish | undefined): any => publish && JSON.parse(publish.payload.toString())
const name = (deviceName: string) => ({ productKey: 'pkc', deviceName })
/** As Aliyun's example has it: `signmethod` in small letters. */
const signed = (deviceName: string, more: Record<string, unknown> = {}) => ({
  ...name(deviceName),
  sign: createHmac('sha1', 'secret').update(`clientIdcdeviceName${deviceName}productKeypkctimestamp5`).digest('hex'),
  ...{ signmethod: 'hmacSha1', timestamp: '5', clientId: 'c' },
  ...more,
})
const added = (params: unknown, outcomes: readonly Outcome[] = [], more: object = {}): any => {
  const { topology, reply } = uplink('add', { id: '7', params, ...more })
  return read(reply ?? (topology as Extract<TopologyCall, { kind: 'add' }>).answer(outcomes))
}

test('devices are announced with their own proof, and answered by name', () => {
  const { topology, messages } = uplink('add', { id: 7, params: [signed('a'), signed('b')], method: 'thing.topo.add' })
  if (topology?.kind !== 'add') throw new Error('nothing is asked')
  expect(messages).toEqual([])
  expect(topology.claims.map(({ deviceName }) => deviceName)).toEqual(['a', 'b'])
  expect(topology.claims.map(claim => [claim.proves('secret'), claim.proves('other')])).toEqual([
    [true, false],
    [true, false],
  ])
  expect(topology.answer([null, null])!.topic).toBe(topic('add_reply'))
  expect(read(topology.answer([null, null]))).toEqual({
    ...{ id: 7, code: 200, message: 'success', method: 'thing.topo.add', version: '1.0' },
    data: [name('a'), name('b')],
  })
})

test('the client id may be missing; then it is not signed', () => {
  const sign = createHmac('sha256', 'secret').update('deviceNameaproductKeypkctimestamp5').digest('hex')
  const given = { ...signed('a', { clientId: undefined, signmethod: 'hmacSha256', sign }) }
  const { topology } = uplink('add', { params: [given] })
  expect(topology?.kind === 'add' && topology.claims[0]!.proves('secret')).toBe(true)
})

test('some are refused: the others are, and the message names each with its reason', () => {
  expect(added([signed('a'), signed('b')], [null, [401, 'the sign is not of this device']])).toMatchObject({
    code: 200,
    data: [name('a')],
    message: '1 refused: pkc/b: the sign is not of this device',
  })
  expect(added([signed('a')], [[6400, 'full']])).toMatchObject({
    code: 6400,
    data: [],
    message: '1 refused: pkc/a: full',
  })
})

test('a gateway that wants no reply gets none, unless something is refused', () => {
  const quiet = { sys: { ack: 0 } }
  expect(added([signed('a')], [null], quiet)).toBeUndefined()
  expect(added([signed('a')], [[401, 'no']], quiet)).toMatchObject({ code: 401 })
})

test.each([
  ['itself', { productKey: 'pk', deviceName: 'dn' }, 6402, 'pk/dn: a gateway is not a device behind itself'],
  ['no name', {}, 460, 'device 1: productKey and deviceName must name a device'],
  ['a name with a slash', signed('a/b'), 460, 'device 1: productKey'],
  ['null', null, 460, 'device 1: productKey'],
  ['no sign', signed('a', { sign: undefined }), 460, 'pkc/a: sign is missing'],
  ['a method that is not offered', signed('a', { signmethod: 'Sha512' }), 460, 'pkc/a: signMethod must be one of'],
  ['a client id that is far too long', signed('a', { clientId: 'x'.repeat(300) }), 460, 'pkc/a: clientId must be'],
])('announced with %s: answered at once, and nobody is asked', (_, params, code, message) => {
  const { topology, reply } = uplink('add', { id: '7', params: [params] })
  expect(topology).toBeUndefined()
  expect(read(reply)).toMatchObject({ id: '7', code, data: [], message: expect.stringContaining(message) })
})

test.each(['add', 'delete'])('%s: one that is named twice counts once', what => {
  const { topology } = uplink(what, { params: [signed('a'), signed('a'), signed('b')] })
  if (!topology || topology.kind === 'get') throw new Error('nothing is asked')
  const reply = read(topology.answer([null, null]))
  expect(reply).toMatchObject({
    code: 200,
    data: [name('a'), name('b')],
    message: '1 refused: pkc/a: it is named twice',
  })
})

test.each(['add', 'delete'])('%s without a list', what => {
  for (const params of [undefined, {}, [], 'x'])
    expect(read(uplink(what, { params }).reply)).toMatchObject({
      code: 460,
      message: 'params must be a list of devices',
    })
  expect(read(uplink(what, '\xff{').reply)).toMatchObject({ code: 460 })
})

test('more devices in one message than are accepted', () => {
  const many = (count: number) => Array.from({ length: count }, (_, no) => signed(`d${no}`))
  expect(uplink('add', { params: many(TOPOLOGY_MAX) }).topology).toBeDefined()
  const { topology, reply } = uplink('add', { params: many(10_000) })
  expect(topology).toBeUndefined()
  expect(read(reply)).toMatchObject({ code: 460, message: '10000 devices in one message; the most are 30' })
})

test('delete names devices without proof; get answers with the list', () => {
  const { topology: removal } = uplink('delete', { id: '8', params: [name('a'), name('b')] })
  if (removal?.kind !== 'delete') throw new Error('nothing is asked')
  expect(removal.names).toEqual([name('a'), name('b')])
  expect(read(removal.answer([null, [6401, 'not behind this gateway']]))).toMatchObject({
    ...{ id: '8', code: 200, data: [name('a')], message: '1 refused: pkc/b: not behind this gateway' },
  })
  const { topology: list } = uplink('get', { id: '9', params: {} })
  if (list?.kind !== 'get') throw new Error('nothing is asked')
  expect(read(list.answer([name('a')]))).toMatchObject({ id: '9', code: 200, data: [name('a')] })
  expect(read(list.refuse(429, 'too often'))).toMatchObject({ code: 429, data: {}, message: 'too often' })
})

test('a gateway is notified, and its confirmation is neither a reply to a command nor answered', () => {
  const { topic: to, payload } = writeDownlink(gateway, { kind: 'unlinked', id: '12', devices: [name('a')] })
  expect([to, JSON.parse(payload.toString())]).toEqual([
    topic('change'),
    { id: '12', version: '1.0', method: 'thing.topo.change', params: { status: 1, subList: [name('a')] } },
  ])
  expect(uplink('change_reply', { id: '12', code: 200 })).toEqual({ messages: [] })
})
