/** The HTTP listener for devices with two small protocols, and sockets that say to it what a test wants. */
import { connect, type Socket } from 'node:net'
import { protocols } from '#main/protocols.ts'
import { defineProtocol, isHttp, type Front } from '#model/protocol.ts'
import { startDeviceHttp, type DeviceHttpOptions } from '#protocols/http/startDeviceHttp.ts'
import { MemoryGate } from './memoryGate.ts'

export const KIB = 1024
/** Answers the bytes that were sent; below `/own` who the platform says that it is. */
export const echo = defineProtocol('echo', {
  label: ['echo', 'echo'],
  transport: 'HTTP',
  listens: {
    on: 'deviceHttp',
    paths: {
      '/echo/': { bodyBytes: 64 * KIB, types: ['application/octet-stream', 'image/jpeg'] },
      '/echo/large': { bodyBytes: 1024 * KIB },
    },
  },
  approves: false,
  serve:
    () =>
    async ({ body, target }) => ({
      ...{ status: 200, body, type: 'application/octet-stream', headers: { 'x-target': target } },
    }),
})
export const own = defineProtocol('own', {
  label: ['own', 'own'],
  transport: 'HTTP',
  listens: { on: 'deviceHttp', paths: { '/own': { bodyBytes: KIB } } },
  approves: false,
  serve:
    () =>
    async ({ body }, caller) => {
      const serial = String(body)
      const session = await caller.call({ serial, proves: secret => secret === MemoryGate.secretOf(serial) }, 10)
      if (!('refused' in session)) return { status: 200, body: session.identity.serial }
      const { refused } = session
      return refused === 'tooMany'
        ? { status: 429, body: refused }
        : { status: 401, body: refused, headers: { 'www-authenticate': 'Basic realm="device"' } }
    },
})

export const startEcho = (
  limits: DeviceHttpOptions['limits'] = {},
  more: Partial<DeviceHttpOptions> = {},
): Promise<Front> => {
  const served = [...protocols.values()].filter(isHttp)
  const options = { host: '127.0.0.1', port: 0, gate: new MemoryGate(), limits, ...more }
  return startDeviceHttp(options, [...served, echo, own])
}

export interface Dialled {
  socket: Socket
  text: () => string
  closed: () => boolean
}
/** Connects from an address of this machine, and says the beginning. */
export async function dialHttp(port: number, head: string, localAddress = '127.0.0.1'): Promise<Dialled> {
  let [text, closed] = ['', false]
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('data', chunk => (text += chunk.toString('latin1')))
  socket.on('error', () => {}).on('close', () => (closed = true))
  await new Promise(resolve => socket.once('connect', resolve))
  socket.write(head)
  return { socket, text: () => text, closed: () => closed }
}
/** A call to `/own` by the device with this serial number. */
export const ownCall = (serial: string): string =>
  `POST /own HTTP/1.1\r\nhost: x\r\ncontent-length: ${serial.length}\r\n\r\n${serial}`
