/** Of values that a test offers to every operation alike, those that this one takes: it refuses a request with any other. */
import { openapi } from '#server/http/openapi.ts'
import { unknownNames } from '#server/http/declaredNames.ts'
import { parts } from '#main/wire.ts'

const unknown = unknownNames(openapi(parts, ''))

/** `url` with the names of its parameters, as routes have it. */
export function onlyDeclared(
  method: string,
  url: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const reads = method === 'GET' || method === 'DELETE'
  const names = new Set(unknown(reads ? { method, url, query: values } : { method, url, query: {}, body: values }))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
}
