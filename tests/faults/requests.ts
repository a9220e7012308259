/**
 * Malformed requests on every route of the API: no answer ≥ 500, no SQL or stack in a body, the process keeps running.
 * Seeded; `SEED=` repeats.
 */
import { followed } from '#base/followed.ts'
import type { Product } from './product.ts'
import { random, seedOf } from './random.ts'
import type { Stage } from './stage.ts'

const STRANGE: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  '9007199254740993',
  'NaN',
  '-0',
  '0x10',
  true,
  [],
  {},
  [[]],
  '\0',
  '\ud800',
  '😀'.repeat(50),
  'a'.repeat(5000),
  "' or 1=1--",
  '"; drop table x; --',
  '%00',
  '../../etc/passwd',
  '..;/',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${7*7}',
  '__proto__',
  { __proto__: { admin: true } },
  { constructor: { prototype: 1 } },
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59Z',
  '１３８１２３４５６７８',
  ['a', 'b'],
  { $ne: null },
  'true',
  '1e309',
  'ＡＢＣ',
  '\r\nX: y',
  Array.from({ length: 2000 }, () => '1'),
]

interface Outcome {
  sent: number
  worst: { status: number; what: string }[]
  leaks: string[]
  statuses: Map<number, number>
}

export async function requests({ product, appId, print, check }: Stage, count: number): Promise<void> {
  const seed = seedOf()
  const { server } = product.pids()
  const outcome = await malformed(product, appId, count, seed)
  const statuses = [...outcome.statuses].sort((a, b) => a[0] - b[0]).map(([status, n]) => `${status}×${n}`)
  print(`seed ${seed}; answers ${statuses.join(' ')}`)
  for (const bad of outcome.worst.slice(0, 10)) print(`${bad.status} ${bad.what}`)
  for (const leak of outcome.leaks.slice(0, 10)) print(`leak: ${leak}`)
  check(`${outcome.sent} malformed requests, ${outcome.worst.length} answers ≥ 500 or none`, outcome.worst.length === 0)
  check(`${outcome.leaks.length} answers with SQL or a stack in them`, outcome.leaks.length === 0)
  check('the server is the same process', server !== undefined && product.pids().server === server)
}

const AT_ONCE = 20

/** Sends `count` requests, some at a time. */
async function malformed(product: Product, appId: string, count: number, seed: number): Promise<Outcome> {
  const next = random(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const document = (await (await fetch(`${product.api.base}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
  }
  // Without routes that end the caller's own session, or never answer.
  const routes = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ path }) => !/logout|unlock|\/live|oauth|kick|\/lock$|roleMenu/.test(path))
  const outcome: Outcome = { sent: 0, worst: [], leaks: [], statuses: new Map() }
  const fields = [
    'id',
    'name',
    'username',
    'phone',
    'idCard',
    'appId',
    'deviceId',
    'ids',
    'orgId',
    'week',
    'actions',
    'type',
    'isMainFlag',
    'roles',
    'tenantId',
    'validFrom',
    'params',
    'rev',
    'state',
    'spec',
    'thingModel',
    'deviceClasses',
    'events',
    'url',
  ]
  const one = async (): Promise<void> => {
    const { path, method, operation } = pick(routes)
    const filled = path.replace(/\{\w+\}/g, () =>
      encodeURIComponent(
        String(
          pick([
            ...STRANGE.filter(value => typeof value !== 'object'),
            '1',
            '999999999999999999',
            '99999999999999999999999',
          ]),
        )
          .slice(0, 150)
          .replace(/[\ud800-\udfff]/g, 'x') || 'x',
      ),
    )
    const query = new URLSearchParams()
    if (next() < 0.6) query.set('appId', next() < 0.8 ? appId : String(pick(STRANGE)).slice(0, 100))
    for (const parameter of (operation.parameters ?? []).map(one => followed(document, one)))
      if (parameter.in === 'query' && parameter.name !== 'appId' && next() < 0.3)
        query.append(parameter.name, String(pick(STRANGE)).slice(0, 300))
    for (const name of ['current', 'size', 'ascs', 'descs'])
      if (next() < 0.1)
        query.append(name, String(pick([...STRANGE, '101', '-1', 'password', 'id;select'])).slice(0, 100))
    const body: Record<string, unknown> = {}
    for (const name of fields) if (next() < 0.35) body[name] = pick(STRANGE)
    const raw = next()
    const text =
      raw < 0.05
        ? '{"a":'
        : raw < 0.08
          ? `${'['.repeat(5000)}`
          : raw < 0.1
            ? '{"a":1,"a":2,"__proto__":{"x":1}}'
            : raw < 0.12
              ? '[]'
              : raw < 0.13
                ? 'x'.repeat(2_000_000)
                : JSON.stringify(body)
    const what = `${method.toUpperCase()} ${filled}?${query} ${text.slice(0, 120)}`
    const answer = await fetch(`${product.api.base}${filled}?${query}`, {
      method: method.toUpperCase(),
      headers: {
        'content-type': raw > 0.97 ? 'text/weird' : 'application/json',
        ...(next() < 0.9 ? { authorization: `Bearer ${product.api.bearer}` } : {}),
        ...(next() < 0.1
          ? {
              'idempotency-key':
                String(pick(STRANGE))
                  .slice(0, 300)
                  .replace(/[^\x20-\x7e]/g, '') || 'k',
            }
          : {}),
      },
      ...(method === 'get' ? {} : { body: text }),
      signal: AbortSignal.timeout(30_000),
    }).catch((error: Error) => ({ status: error.name === 'TimeoutError' ? 599 : 0, text: async () => '' }))
    outcome.sent += 1
    outcome.statuses.set(answer.status, (outcome.statuses.get(answer.status) ?? 0) + 1)
    const answered = await answer.text()
    if (answer.status === 0 || answer.status >= 500) outcome.worst.push({ status: answer.status, what })
    if (answer.status >= 400 && /at .*\.ts:\d+|syntax error at|select .* from |node_modules/.test(answered))
      outcome.leaks.push(what)
  }
  // Each request is generated before it is sent, so that the order of answers does not change what a seed means.
  let begun = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while ((begun += 1) <= count) await one()
    }),
  )
  return outcome
}
