/** What is wrong with the protocols together: keys, ports and variables used twice, and paths of which two protocols would have one. */
import { isHttp, isListening, type HttpProtocol, type Protocol } from '../protocol.ts'

const PATH = /^(\/[\w.-]+)+\/?$/

/** One line for each problem. */
export function protocolProblems(protocols: readonly Protocol[]): string[] {
  const called = protocols.filter(isHttp)
  const listening = protocols.filter(isListening)
  return [
    ...twice(protocols, ({ key }) => [key], 'the key'),
    ...twice(listening, ({ listens }) => [listens.variable, ...(listens.tls ? [listens.tls] : [])], 'the variable'),
    ...twice(listening, ({ listens }) => [String(listens.port)], 'the port'),
    ...protocols.flatMap(({ key, carries }) =>
      carries === undefined || protocols.some(one => one.key === carries)
        ? []
        : [`${key}: it carries '${carries}', which is no protocol`],
    ),
    ...called.flatMap(({ key, listens }) =>
      Object.keys(listens.paths)
        .filter(path => !PATH.test(path))
        .map(path => `${key}: '${path}' is no path; it begins with / and has letters, digits, _ . - between them`),
    ),
    ...overlaps(called),
  ]
}

function twice<P extends Protocol>(
  protocols: readonly P[],
  wordsOf: (one: P) => readonly string[],
  what: string,
): string[] {
  const seen = new Map<string, string>()
  return protocols.flatMap(one =>
    wordsOf(one).flatMap(word => {
      const first = seen.get(word)
      seen.set(word, one.key)
      return first === undefined ? [] : [`${one.key}: ${what} ${word} is that of ${first}`]
    }),
  )
}

/** A call to a path that lies within that of another protocol would reach only one of them. */
function overlaps(called: readonly HttpProtocol[]): string[] {
  const all = called.flatMap(({ key, listens }) => Object.keys(listens.paths).map(path => ({ key, path })))
  const below = (path: string): string => (path.endsWith('/') ? path : `${path}/`)
  return all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter(other => other.key !== one.key)
      .filter(other => below(other.path).startsWith(below(one.path)) || below(one.path).startsWith(below(other.path)))
      .map(other => `${one.key} and ${other.key}: their paths ${one.path} and ${other.path} overlap`),
  )
}
