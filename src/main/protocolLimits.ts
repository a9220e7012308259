/** The limits of the listeners for devices and of the protocols on them, in the form of all other limits. */
import type { Limits } from '#model/limit.ts'
import { isHttp, type Protocol } from '#model/protocol.ts'
import { httpLimits } from '#protocols/http/limits.ts'
import { mqttLimits } from '#protocols/mqtt/limits.ts'
import { tcpLimits } from '#protocols/tcp/limits.ts'
import { limitList, type LimitList } from '#server/limitList.ts'
import { protocols } from './protocols.ts'

/** Of bodies that are sent to its paths. */
const ofPaths = (protocol: Protocol): Limits =>
  isHttp(protocol)
    ? Object.fromEntries(
        Object.entries(protocol.listens.paths).map(([path, { bodyBytes }]) => [
          path,
          [bodyBytes, 'B', `${path} 的请求体`, `Body of a request to ${path}`] as const,
        ]),
      )
    : {}

export const protocolLimits: readonly LimitList[] = [
  limitList('mqtt', mqttLimits),
  limitList('tcp', tcpLimits),
  limitList('deviceHttp', httpLimits),
  ...[...protocols.values()].map(one => limitList(one.key, { ...one.limits, ...ofPaths(one) })),
]
