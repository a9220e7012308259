/** Checks that Portico's ports are free, with one line for each that is not. */
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { listeners } from '../listeners.ts'

/** One line for each port that cannot be used, naming the port and its variable; empty when all are free. */
export async function portProblems(config: Config): Promise<string[]> {
  const { roles, host, httpPort, fronts } = config
  const wanted: Wanted[] = [
    ...(roles.includes('web') ? [{ host, port: httpPort, variable: 'PORTICO_HTTP_PORT', ofHost: 'PORTICO_HOST' }] : []),
    ...(roles.includes('gateway')
      ? fronts.map(one => ({ ...one, udp: !one.tls && listeners.get(one.listener)!.transport === 'TCP and UDP' }))
      : []),
  ]
  const problems = await Promise.all(wanted.map(problemOf))
  return problems.filter(problem => problem !== null)
}

interface Wanted {
  host: string
  port: number
  /** The variables of the port and of the address. */
  variable: string
  ofHost: string
  /** Datagrams too. */
  udp?: boolean
}
type Tried = Promise<NodeJS.ErrnoException | null>

const tryTcp = ({ host, port }: Wanted): Tried =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
const tryUdp = ({ host, port }: Wanted): Tried =>
  new Promise(resolve => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    socket.once('error', error => {
      socket.close()
      resolve(error)
    })
    socket.bind({ address: host, port, exclusive: true }, () => socket.close(() => resolve(null)))
  })

async function problemOf(wanted: Wanted): Promise<string | null> {
  const { host, port, variable, ofHost } = wanted
  const error = (await tryTcp(wanted)) ?? (wanted.udp ? await tryUdp(wanted) : null)
  if (!error) return null
  if (error.code === 'EADDRINUSE')
    return `port ${port} is taken: end the program that has it, or set ${variable} to another port`
  if (error.code === 'EACCES')
    return `port ${port} may not be opened by this user: set ${variable} to a port above 1023`
  return `${host} cannot be listened on (${error.code ?? error.message}): set ${ofHost} to an address of this machine`
}
