/**
 * Ports for programs that tests start and that must be told theirs beforehand. Each process of a test holds a range of its own,
 * by listening on its first port, below those that the system gives to others: nobody else is given a port of it.
 */
import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:net'

/** The system gives ports from 32768 on (`ip_local_port_range`). */
const [FIRST, SIZE, RANGES] = [20_000, 100, 120]
const HOST = '127.0.0.1'

const heldOn = (port: number): Promise<Server | null> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: HOST, exclusive: true }, () => resolve(server.unref()))
  })

/** Whether no other program has it, by TCP or UDP. */
async function isFree(port: number): Promise<boolean> {
  const server = await heldOn(port)
  if (!server) return false
  await new Promise(resolve => server.close(resolve))
  const datagrams = createSocket('udp4')
  const free = await new Promise<boolean>(resolve => {
    datagrams.once('error', () => resolve(false))
    datagrams.bind({ port, address: HOST, exclusive: true }, () => resolve(true))
  })
  datagrams.close()
  return free
}

/** The ports of a range that nobody held, without its first. */
async function* claimed(): AsyncGenerator<number> {
  for (let tries = 0; tries < RANGES; tries += 1) {
    const begin = FIRST + ((process.pid + tries) % RANGES) * SIZE
    if (!(await heldOn(begin))) continue
    for (let port = begin + 1; port < begin + SIZE; port += 1) if (await isFree(port)) yield port
  }
  throw new Error('every range of ports for tests is held by another process')
}

const ports = claimed()
/** Given once in this process; calls take turns. */
export const freePort = async (): Promise<number> => (await ports.next()).value as number
