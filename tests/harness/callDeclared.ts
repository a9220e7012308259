/** Calls of tests that offer every operation the same names: those that it does not take are left out, for it would do nothing. */
import type { Answer, TestServer } from './server.ts'

/** Names that an operation was found not to take, by method, path without ids, and what was offered. */
const known = new Map<string, ReadonlySet<string>>()
const UNKNOWN = /^没有“(.+)”这一项$/

/** The names that the answer refuses because the operation does not take them. */
const refused = ({ status, body }: Answer): string[] =>
  status === 400
    ? ((body.data as { fields?: { msg: string }[] } | null)?.fields ?? []).flatMap(
        ({ msg }) => UNKNOWN.exec(msg)?.[1] ?? [],
      )
    : []

export async function callDeclared(
  server: TestServer,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  options: Parameters<TestServer['call']>[3] = {},
): Promise<Answer> {
  const [path, query] = url.split('?') as [string, string?]
  const offered = [...new URLSearchParams(query).keys(), ...Object.keys(body ?? {})].sort()
  const key = `${method} ${path.replace(/\/\d+/g, '/')} ${offered.join(' ')}`
  const before = known.get(key)
  const answer = before ? undefined : await server.call(method, url, body, options)
  const names = before ?? new Set(answer && refused(answer).filter(name => offered.includes(name)))
  if (answer && names.size === 0) return answer
  known.set(key, names)
  const kept = [...new URLSearchParams(query)].filter(([name]) => !names.has(name))
  const less = body && Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)))
  return callDeclared(server, method, kept.length ? `${path}?${new URLSearchParams(kept)}` : path, less, options)
}
