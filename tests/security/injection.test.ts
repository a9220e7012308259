/** S-SQL: every query parameter of every list, with values that would break out of a statement: refused by name or used as plain text. */
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followed } from '#base/followed.ts'
import { nouns } from '#main/registry.ts'
import { OF_THE_PROCESS } from '../harness/accessWorld.ts'
import { connectDevice, makeApplication } from '../harness/device.ts'
import { startTestServer, type Answer, type TestServer } from '../harness/server.ts'
import { quietly } from '../harness/quietly.ts'
import { changed, digestsOf } from '../harness/storedTables.ts'

const ENGINE = { role: 'engine' } as const
const SLEEP_MS = 3000
const PAYLOADS = [
  `'`,
  `"`,
  `\\'; --`,
  `1' or '1'='1`,
  `1) or (1=1`,
  `';select pg_sleep(${SLEEP_MS / 1000});--`,
  `1||(select pg_sleep(${SLEEP_MS / 1000}))`,
  `1;drop table identity.account;--`,
  `/*!*/union/**/select null,version()--`,
  `$1`,
  `%27%20or%201=1`,
  `ʼ＇‘ or 1=1`,
  `{{1}}\${1}`,
  `a\0b`,
  `9999999999999999999999`,
  `-1`,
  `1e400`,
  `NaN,NaN`,
  `,,,`,
  `2026-13-45,9999-99-99`,
  `+275760-09-13T00:00:00Z,-271821-04-20`,
]
/** In pairs, one condition true and one false: different answers mean that it was executed. */
const PAIRS = [
  [`x' or '1'='1`, `x' or '1'='2`],
  [`1 and 1=1`, `1 and 1=2`],
  [`id,(case when 1=1 then 1 else 2 end)`, `id,(case when 1=2 then 1 else 2 end)`],
] as const
const COMMON = [
  'order',
  'orders',
  'sort',
  'ascs',
  'descs',
  'searchDate',
  'searchDateBtn',
  'size',
  'current',
  'parentId',
  'appId',
  'id',
  'ids',
  'name',
  'keyword',
  'deviceClass',
  'time',
  'where',
  '__proto__',
  "name' or 1=1--",
  'name[$ne]',
  'name[]',
  'toString',
]
const SPEAKS_SQL =
  /syntax error|at or near|unterminated|SQLSTATE|PostgreSQL|pg_catalog|relation "|column "|operator does not exist|invalid input syntax|invalid byte sequence|out of range for type|statement timeout|stack depth/i

let server: TestServer
let appId = ''
let described: { paths: Record<string, { get?: { parameters?: { in: string; name: string }[] } }> }
beforeAll(async () => {
  server = await startTestServer()
  const made = await makeApplication(server)
  appId = made.appId
  described = (await server.call('GET', '/api/openapi.json')).body as never
  await connectDevice(server, appId, made.models.accessControlDevice!, 'INJ-1', '南门')
  for (const name of ['周雨桐', '陈思远'])
    await server.call('POST', `/api/person/person?appId=${appId}`, { name, personType: 1 })
}, 60_000)
afterAll(() => server.close())

const STREAMS = new Set(['/api/live'])
/** Every route that reads with query parameters. */
const readers = (): string[] =>
  server.app.rules.flatMap(({ method, url, access }) =>
    method === 'GET' && access !== 'public' && !STREAMS.has(url) && !url.endsWith('/logout') ? [url] : [],
  )
/** The parameters that a reader takes: what it does not take is refused before it is read. */
const declared = (url: string): string[] =>
  (described.paths[url.replace(/:(\w+)/g, '{$1}')]?.get?.parameters ?? []).flatMap(one => {
    const { in: where, name } = followed(described, one)
    return where === 'query' && name !== 'appId' ? [name] : []
  })
const nounOf = (url: string) => [...nouns.values()].find(noun => url.startsWith(`${noun.api}/`))
/** Workbooks are slow to create, and have the same parameters as the list. */
const isWorkbook = (url: string): boolean => /(export|template\w*)$/i.test(url)
const isList = (url: string): boolean => /\/(page|tree|list)$/.test(url)

/** A digest of the rows of each table, without what readers enter in the audit: exports, and that they verified it. */
const state = (): Promise<Record<string, string>> =>
  digestsOf(server.installation.connection, ({ name }) => {
    if (name in OF_THE_PROCESS) return undefined
    return name === 'audit.entry' ? `t.action not in ('export', 'verify')` : 'true'
  })
const numberOf = (digest: string | undefined): number => Number(digest?.split(' ')[0])

/** Sends all requests, several at a time; returns the problems of each. */
async function askAll(questions: readonly { url: string; values: [string, string][] }[]): Promise<string[]> {
  const wrong: string[] = []
  const slow: string[] = []
  let next = 0
  const asker = async (): Promise<void> => {
    for (let at = next++; at < questions.length; at = next++) {
      const { url, values } = questions[at]!
      const address = `${url.replace(/:\w+/g, '1')}?${new URLSearchParams([['appId', appId], ...values])}`
      const began = performance.now()
      const { status, body } = await server.call('GET', address)
      const ms = performance.now() - began
      const text = JSON.stringify(body)
      const line = `${url} ${JSON.stringify(values)}: ${status}`
      if (status >= 500) wrong.push(`${line} ${text.slice(0, 200)}`)
      if (SPEAKS_SQL.test(status === 200 ? (body.msg ?? '') : text))
        wrong.push(`${line} speaks of SQL: ${text.slice(0, 200)}`)
      if (status !== 200 && (body.code === 0 || !body.msg || !body.error)) wrong.push(`${line} gives no reason`)
      if (ms > SLEEP_MS - 500) slow.push(address)
    }
  }
  await Promise.all(Array.from({ length: 4 }, asker))
  // An injected sleep is slow every time; a delay by a busy machine is not repeated.
  for (const address of slow) {
    let ms = Infinity
    for (let tries = 0; tries < 3 && ms > SLEEP_MS - 500; tries += 1)
      ms = Math.min(ms, await quietly(() => server.call('GET', address)))
    if (ms > SLEEP_MS - 500) wrong.push(`${address} took ${Math.round(ms)} ms, also alone`)
  }
  return wrong
}

test('every part of every address is treated as text: nothing breaks, waits, or reveals the database', async () => {
  const before = await state()
  const questions: { url: string; values: [string, string][] }[] = []
  let turn = 0
  for (const url of readers()) {
    const noun = nounOf(url)
    const fields = Object.entries(noun?.fields ?? {}).flatMap(([name, field]) => (field.find ? [name] : []))
    const states = Object.keys(noun?.states ?? {})
    if (!isList(url)) {
      // Other readers get one of each in turn, for what they take.
      for (const name of isWorkbook(url) ? ['ascs'] : ['unknown', ...declared(url)])
        questions.push({ url, values: [[name, PAYLOADS[(turn += 1) % PAYLOADS.length]!]] })
      continue
    }
    // Parameters of filters and sorts get all values; unknown ones get some in turn.
    for (const name of [...fields, ...states]) {
      // Where only known values are accepted, a third of them in turn.
      const words = noun?.fields[name]?.kind === 'text'
      for (const [at, payload] of PAYLOADS.entries())
        if (words || at % 3 === name.length % 3) questions.push({ url, values: [[name, payload]] })
    }
    for (const name of COMMON)
      for (let times = 0; times < 2; times += 1)
        questions.push({ url, values: [[name, PAYLOADS[(turn += 1) % PAYLOADS.length]!]] })
    // A repeated name is a list.
    for (const name of ['ascs', 'size', ...fields.slice(0, 2)])
      questions.push({
        url,
        values: [
          [name, PAYLOADS[0]!],
          [name, PAYLOADS[5]!],
        ],
      })
  }
  expect(questions.length).toBeGreaterThan(2000)
  expect(await askAll(questions)).toEqual([])
  expect(changed(before, await state())).toEqual([])
}, 120_000)

test('what is true and what is false are answered alike', async () => {
  const wrong: string[] = []
  for (const url of readers().filter(isList)) {
    const fields = Object.entries(nounOf(url)?.fields ?? {}).flatMap(([name, field]) => (field.find ? [name] : []))
    for (const name of ['ascs', 'descs', 'size', ...fields.slice(0, 6)])
      for (const pair of PAIRS) {
        const [yes, no] = (await Promise.all(
          pair.map(value =>
            server.call('GET', `${url.replace(/:\w+/g, '1')}?${new URLSearchParams({ appId, [name]: value })}`),
          ),
        )) as [Answer, Answer]
        const seen = ({ status, body }: Answer) => [status, body.code, body.error, body.data?.total, body.data?.length]
        if (JSON.stringify(seen(yes)) !== JSON.stringify(seen(no))) wrong.push(`${url} ${name} ${pair[0]}`)
      }
  }
  expect(wrong).toEqual([])
}, 60_000)

test('a form with objects, lists and NUL in place of text is refused by field, or read as text', async () => {
  const before = await state()
  const wrong: string[] = []
  const HOSTILE: readonly unknown[] = [
    { $ne: null },
    ['a', ["'"]],
    { toString: 1 },
    "a\0'; drop table x;--",
    1e308,
    true,
    null,
  ]
  for (const { method, url, access } of server.app.rules) {
    const noun = nounOf(`${url}/`)
    if (method !== 'POST' || access === 'public' || !noun || url !== noun.api) continue
    for (const [name, field] of Object.entries(noun.fields)) {
      const hostile = HOSTILE[(name.length + url.length) % HOSTILE.length]!
      const { status, body } = await server.call('POST', `${url}?appId=${appId}`, {
        [name]: field.kind === 'text' ? hostile : HOSTILE[0],
      })
      const text = JSON.stringify(body)
      if (status >= 500 || SPEAKS_SQL.test(text))
        wrong.push(`${url} ${name} ${JSON.stringify(hostile)}: ${status} ${text.slice(0, 160)}`)
    }
  }
  expect(wrong).toEqual([])
  const after = await state()
  // Where nothing is required a row may be created; none is removed.
  expect(Object.keys(before).filter(table => numberOf(after[table]) < numberOf(before[table]))).toEqual([])
}, 60_000)
