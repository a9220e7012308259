/** Which protocol has which path of the HTTP listener for devices. */
import type { DeviceHandler, DevicePath } from '#model/deviceHttp.ts'
import type { FrontOptions, HttpProtocol } from '#model/protocol.ts'

export interface Route {
  path: string
  limits: DevicePath
  protocol: string
  answer: DeviceHandler
}

/** The longest first, so that the first that fits counts. */
export const routesOf = (protocols: readonly HttpProtocol[], options: Pick<FrontOptions, 'asks' | 'log'>): Route[] =>
  protocols
    .flatMap(({ key, listens, serve }) => {
      const answer = serve(options)
      return Object.entries(listens.paths).map(([path, limits]) => ({ path, limits, protocol: key, answer }))
    })
    .sort((one, other) => other.path.length - one.path.length)

export function routeOf(routes: readonly Route[], target: string): Route | undefined {
  const [path = ''] = target.split('?')
  return routes.find(route => (route.path.endsWith('/') ? path.startsWith(route.path) : path === route.path))
}
