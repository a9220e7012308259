/** The MQTT server over TLS, with and without client certificates, which openssl creates for the run. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MqttFront, startMqtt } from './adapter.ts'
import { MemoryGate, until } from '../../../tests/harness/memoryGate.ts'

const dir = mkdtempSync(join(tmpdir(), 'portico-tls-'))
const file = (name: string): Buffer => readFileSync(join(dir, name))
const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' })
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
const gate = new MemoryGate()
let front: MqttFront

beforeAll(async () => {
  openssl('req', '-x509', ...NEW_KEY, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=test ca')
  openssl('req', '-x509', ...NEW_KEY, '-keyout', 'stranger.key', '-out', 'stranger.pem', '-subj', '/CN=SN1')
  for (const name of ['localhost', 'SN1', 'SN2']) {
    openssl(
      'req',
      '-x509',
      ...NEW_KEY,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      `/CN=${name}`,
    )
  }
  front = await startMqtt({
    host: '127.0.0.1',
    port: 0,
    gate,
    tls: { cert: file('localhost.pem'), key: file('localhost.key'), ca: file('ca.pem') },
  })
})
afterAll(async () => {
  await front.close(200)
  rmSync(dir, { recursive: true })
})

const client = (certificate?: string): mqtt.MqttClient =>
  mqtt.connect({
    protocol: 'mqtts',
    host: '127.0.0.1',
    port: front.port,
    servername: 'localhost',
    ca: file('ca.pem'),
    reconnectPeriod: 0,
    checkServerIdentity: () => undefined,
    clientId: 'c',
    username: 'SN1',
    password: MemoryGate.secretOf('SN1'),
    ...(certificate && { cert: file(`${certificate}.pem`), key: file(`${certificate}.key`) }),
  } as mqtt.IClientOptions)

test.each([undefined, 'SN1'])('a device with the certificate %s comes in', async certificate => {
  const device = client(certificate)
  await until(() => device.connected)
  await device.publishAsync('/sys/pk/dn-SN1/thing/event/property/post', '{"id":"1","params":{"a":1}}', { qos: 1 })
  await device.endAsync()
  await until(() => gate.of('SN1').closed.length > 0)
  expect(gate.of('SN1').closed).toEqual(['disconnect'])
})

test('a certificate of another device is refused although the secret is right', async () => {
  const device = client('SN2')
  let error: unknown
  device.on('error', e => (error = e))
  await until(() => error !== undefined)
  expect((error as { code: number }).code).toBe(5)
  expect(front.stats().refused).toEqual({ certificateMismatch: 1 })
})

test('a certificate of another authority is refused', async () => {
  const device = client('stranger')
  let closed = false
  device.on('error', () => {}).on('close', () => (closed = true))
  await until(() => closed)
  expect(device.connected).toBe(false)
})

test('a reset breaks the TCP connection below TLS', async () => {
  const device = client()
  let error: NodeJS.ErrnoException | undefined
  device.on('error', e => (error = e as NodeJS.ErrnoException))
  await until(() => device.connected)
  let closed = false
  device.on('close', () => (closed = true))
  gate.of('SN1').link.reset('commandTimeout')
  await until(() => closed)
  expect(error?.code).toBe('ECONNRESET')
  await until(() => gate.of('SN1').closed.length > 0)
  expect(gate.of('SN1').closed).toEqual(['commandTimeout'])
})

test('a stop ends handshakes that are not over', async () => {
  const tls = { cert: file('localhost.pem'), key: file('localhost.key') }
  const other = await startMqtt({ host: '127.0.0.1', port: 0, gate, tls, limits: { connectMs: 60_000 } })
  const silent = connect(other.port, '127.0.0.1').on('error', () => {})
  await new Promise(resolve => silent.once('connect', resolve))
  const ended = new Promise(resolve => silent.once('close', resolve).resume())
  await other.close(100)
  await ended
})
