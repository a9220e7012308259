/** The listeners for devices, as the environment asks for them: one of each, and one more where TLS is offered. */
import { resolve } from 'node:path'
import type { FrontConfig, Mode } from './config.ts'
import { listeners, type Listener } from './listeners.ts'
import { isLoopback } from './networks.ts'
import type { VariableReader } from './variableReader.ts'
import { frontVariables, type VariableName as Name } from './variables.ts'

interface Around {
  mode: Mode
  host: string
  httpPort: number
  demo: boolean
  cwd: string
}

export function readFronts(reader: VariableReader, around: Around): FrontConfig[] {
  const fronts = [...listeners.values()].flatMap(listener => [
    ...readPlain(reader, listener, around),
    ...(listener.listens.tls ? readTls(reader, listener, listener.listens.tls, around) : []),
  ])
  const used = new Map<number, Name>([[around.httpPort, 'PORTICO_HTTP_PORT']])
  for (const { port, variable } of fronts) {
    if (used.has(port)) reader.wrong(variable, `port ${port} is that of ${used.get(port)}; each needs its own`)
    used.set(port, variable)
  }
  return fronts
}

function readPlain(reader: VariableReader, listener: Listener, { mode, host, demo }: Around): FrontConfig[] {
  const { port: variable, host: hostVariable } = frontVariables(listener)
  const { listens } = listener
  const isOff = listens.onDemand && reader.get(variable)?.toLowerCase() === 'off'
  const port = isOff ? null : (reader.port(variable) ?? (listens.onDemand && !demo ? null : listens.port))
  // Secrets and commands are sent in the clear, so listening to others requires a setting of its own.
  const own = reader.host(hostVariable, mode === 'serve' ? '127.0.0.1' : host)
  if (port === null) return []
  const ofHost: Name = own === host ? 'PORTICO_HOST' : hostVariable
  return [{ listener: listener.key, host: own, port, variable, ofHost, tls: null }]
}

function readTls(reader: VariableReader, listener: Listener, prefix: string, { host, cwd }: Around): FrontConfig[] {
  const { get, wrong } = reader
  const name = <const P extends 'PORT' | 'CERT' | 'KEY' | 'CA'>(last: P): Name => `PORTICO_${prefix}_${last}`
  const variable = name('PORT')
  const port = reader.port(variable)
  const [cert, key, ca] = [get(name('CERT')), get(name('KEY')), get(name('CA'))]
  if (get(variable)) {
    if (!cert) wrong(name('CERT'), `is required with ${variable}`)
    if (!key) wrong(name('KEY'), `is required with ${variable}`)
  } else {
    for (const last of ['CERT', 'KEY', 'CA'] as const)
      if (get(name(last))) wrong(name(last), `has no effect without ${variable}`)
  }
  if (port === null || !cert || !key) return []
  const tls = { cert: resolve(cwd, cert), key: resolve(cwd, key), ca: ca && resolve(cwd, ca) }
  return [{ listener: listener.key, host, port, variable, ofHost: 'PORTICO_HOST', tls }]
}

/** Lines for listeners without TLS: that other machines can reach one, or that devices on other machines cannot. */
export const plainWarnings = (fronts: readonly FrontConfig[]): string[] =>
  fronts
    .filter(one => !one.tls)
    .flatMap(({ listener: key, host, port }) => {
      const listener = listeners.get(key)!
      const names = frontVariables(listener)
      const { transport, listens } = listener
      if (!isLoopback(host))
        return [
          `${names.host}: ${transport} on ${host}:${port} is not encrypted; anyone who reads the network can act as a device`,
        ]
      if (!listens.tls || fronts.some(one => one.listener === key && one.tls)) return []
      return [
        `PORTICO_${listens.tls}_PORT is not set: devices reach ${transport} on ${host}:${port} of this machine only; give PORTICO_${listens.tls}_* for TLS, or ${names.host} where unencrypted ${transport} is meant`,
      ]
    })
