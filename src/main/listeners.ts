/** The listeners for devices: one of each protocol with a port of its own, and one for all that are called by HTTP. */
import type { Text } from '#base/text.ts'
import { isHttp, isListening } from '#model/protocol.ts'
import type { Front, FrontOptions, ListeningProtocol, OwnPort, Protocol } from '#model/protocol.ts'
import { protocolProblems } from '#model/problems/protocolProblems.ts'
import { startDeviceHttp } from '#protocols/http/startDeviceHttp.ts'
import { protocols } from './protocols.ts'

export interface Listener {
  /** That of its protocol, or `deviceHttp`. */
  key: string
  label: Text
  transport: Protocol['transport']
  listens: OwnPort
  protocols: readonly Protocol[]
  start(options: FrontOptions): Promise<Front>
}

const all = [...protocols.values()]
const problems = protocolProblems(all)
if (problems.length) throw new Error(`the protocols cannot be used: ${problems.join('; ')}`)

const ownListener = (protocol: ListeningProtocol): Listener => ({ ...protocol, protocols: [protocol] })

const called = all.filter(isHttp)
const deviceHttp: Listener = {
  key: 'deviceHttp',
  label: ['HTTP', 'HTTP'],
  transport: 'HTTP',
  listens: { variable: 'DEVICE_HTTP', port: 8090, onDemand: true, tls: 'DEVICE_HTTPS' },
  protocols: called,
  start: options => startDeviceHttp(options, called),
}

export const listeners: ReadonlyMap<string, Listener> = new Map(
  [...all.filter(isListening).map(ownListener), deviceHttp].map(one => [one.key, one]),
)

/** The listener to which the devices of a protocol connect. */
export const listenerOf = (protocol: string): Listener | undefined =>
  [...listeners.values()].find(one => one.protocols.some(({ key }) => key === protocol))
