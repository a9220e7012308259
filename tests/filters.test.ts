/** Every filter that a lens or the API declares, sent through the real API: it keeps the row that has the value, and drops those that have another. */
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field } from '#model/field.ts'
import { verbsOf, type Lens, type Noun } from '#model/noun.ts'
import { lenses, nouns } from '#main/registry.ts'
import { isJson, snake } from '#server/crud/columns.ts'
import { clusterConnection } from './harness/database.ts'
import { makeApplication } from './harness/device.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

/**
 * Four rows of each noun: the first has what is looked for, the second differs in everything, the third in everything but
 * its states and its device class, the fourth in everything but its application.
 */
const CLASSES = ['accessControlDevice', 'faceEqui', 'accessControlDevice', 'faceEqui']
const ROWS = CLASSES.map((_, row) => row)
const NOW = Date.now()
const HOURS_AGO = [2, 30, 54, 78]
const spanOf = (row: number): string =>
  [-1, 1].map(minutes => new Date(agoOf(row).getTime() + minutes * 60_000).toISOString()).join()
const agoOf = (row: number): Date => new Date(NOW - HOURS_AGO[row]! * 3_600_000)

/** Rows of tables, as they are stored, and by `noun.field` what each has, as a query says it. */
const stored = new Map<string, Map<string, unknown>[]>()
const asked = new Map<string, (string | null)[]>()

let server: TestServer
let admin: pg.Client
let appId: string

const all = [...nouns.values()]
const tables = [...new Set<string>(all.filter(noun => noun.life !== 'view').map(noun => noun.table))]
const APPLICATIONS = 'applications.application'
/** Requests act in the first application. */
const idOf = (table: string, row: number): string =>
  table === APPLICATIONS && row === 0 ? appId : String(900_000 + 100 * tables.indexOf(table) + row)
/** Of rows that choose their application. */
const applicationOf = (row: number): string => idOf(APPLICATIONS, row === 1 ? 1 : 0)

/** What a row has in a field: as it is stored, and as a query says it; null where neither can be said here. */
function valueOf(noun: Noun, name: string, field: Field, row: number): [stored: unknown, asked: string] | null {
  const same = (value: unknown): [unknown, string] => [value, String(value)]
  if (field.mask) return same(`1380000000${row}`)
  if (name === 'deviceClass') return same(CLASSES[row])
  switch (field.kind) {
    case 'text':
      return same(`${['alpha', 'bravo', 'gamma', 'delta'][row]}${noun.table.split('.')[1]}`.slice(0, field.max ?? 64))
    case 'integer':
      return same(11 + row)
    case 'flag':
      return same(row === 0)
    case 'choice': {
      const [first, second] = Object.values(field.values).map(([wire]) => wire)
      const wire = row === 0 || second === undefined ? first : second
      return isJson(field) ? [JSON.stringify([wire]), String(wire)] : same(wire)
    }
    case 'ref': {
      const target = nouns.get(field.to)!
      if (target.life === 'view' || field.many) return null
      return same(name === 'appId' ? applicationOf(row) : idOf(target.table, row))
    }
    case 'instant':
      return [agoOf(row), spanOf(row)]
    case 'day':
      return [`2030-0${row + 1}-15`, `2030-0${row + 1}-14,2030-0${row + 1}-16`]
    default:
      return null
  }
}

/** What the fields and states of a noun say of the four rows of its table. */
function describeRows(noun: Noun): void {
  const rows = stored.get(noun.table) ?? ROWS.map(row => new Map<string, unknown>([['id', idOf(noun.table, row)]]))
  stored.set(noun.table, rows)
  for (const [row, columns] of rows.entries()) {
    if (noun.scope !== 'platform' && !columns.has('source_id')) columns.set('source_id', '1')
    if (noun.scope === 'application' && !columns.has('app_id')) columns.set('app_id', appId)
    for (const [name, field] of Object.entries(noun.fields)) {
      const value = field.computed || field.virtual ? null : valueOf(noun, name, field, row)
      if (!value) continue
      const key = `${noun.key}.${name}`
      asked.set(key, [...(asked.get(key) ?? []), value[1]])
      const column = snake(name)
      if (field.mask) {
        columns.set(`${column}_index`, server.ports.vault.blindIndex(value[1], column))
        columns.set(`${column}_sealed`, Buffer.from([row]))
        columns.set(`${column}_masked`, `***${row}`)
      } else if (field.kind !== 'file') columns.set(column, value[0])
    }
    for (const [name, { states, start }] of Object.entries(noun.states ?? {})) {
      const wire = states[row % 2 ? Object.keys(states).find(one => one !== start)! : start]![0]
      asked.set(`${noun.key}.${name}`, [...(asked.get(`${noun.key}.${name}`) ?? []), String(wire)])
      columns.set(snake(name), wire)
    }
  }
}

/** What a table asks for and no field says. */
const FILLED: Readonly<Record<string, (row: number) => unknown>> = {
  bigint: row => 700_000 + row,
  integer: () => 1,
  smallint: () => 1,
  text: row => `filled${row}`,
  bytea: row => Buffer.from([row]),
  boolean: () => false,
  jsonb: () => '{}',
  date: () => '2030-01-01',
  'timestamp with time zone': () => new Date(NOW),
}

async function insert(table: string, rows: readonly Map<string, unknown>[]): Promise<void> {
  const [schema, name] = table.split('.')
  const { rows: columns } = await admin.query<{ name: string; type: string; asks: boolean }>(
    `select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null as asks from information_schema.columns
     where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`,
    [schema, name],
  )
  for (const [row, given] of rows.entries()) {
    for (const { name: column, type, asks } of columns) {
      const value = given.get(column)
      if (value === undefined ? asks : type === 'bigint' && !/^\d+$/.test(String(value)))
        given.set(column, FILLED[type]?.(row))
    }
    const names = columns.map(column => column.name).filter(one => given.has(one))
    if (given.has('id')) await admin.query(`delete from ${table} where id = $1`, [given.get('id')])
    await admin.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      names.map(one => given.get(one)),
    )
  }
}

/** Views read the tables of others: connections, doors, rights, and what is on its way to devices. */
async function furnishViews(): Promise<void> {
  const rowsOf = (make: (row: number) => Record<string, unknown>): Map<string, unknown>[] =>
    ROWS.map(row => new Map(Object.entries({ source_id: '1', app_id: applicationOf(row), ...make(row) })))
  const device = (row: number): string => idOf('devices.device', row)
  const person = (row: number): string => idOf('people.person', row)
  const say = (key: string, what: (row: number) => string | null): void => void asked.set(key, ROWS.map(what))
  const [devices, people] = [stored.get('devices.device')!, stored.get('people.person')!]

  await insert(
    'devices.session',
    rowsOf(row => ({
      device_id: device(row),
      online: true,
      node: `node${row}`,
      address: `10.0.0.${row}`,
      opened_at: agoOf(row),
    })),
  )
  say('session.sn', row => String(devices[row]!.get('sn')))
  say('session.deviceName', row => String(devices[row]!.get('name')))
  say('session.deviceClass', row => CLASSES[row]!)
  say('session.appId', applicationOf)
  say('session.node', row => `node${row}`)
  say('session.address', row => `10.0.0.${row}`)
  say('session.openedAt', spanOf)

  await insert(
    'devices.component',
    rowsOf(row => ({ id: String(800_000 + row), device_id: device(row), kind: 'door', no: 1, name: null })),
  )
  say('door.name', row => String(devices[row]!.get('name')))
  await insert(
    'access.group_person',
    rowsOf(row => ({ group_id: '5', person_id: person(row), app_id: appId })),
  )
  await insert(
    'access.group_door',
    rowsOf(row => ({ group_id: '5', device_id: device(row), component_id: String(800_000 + row), app_id: appId })),
  )
  say('personAuth.personId', person)
  say('personAuth.deviceId', device)
  say('personAuth.deviceClass', row => CLASSES[row]!)

  const kinds = ['refused', 'full', 'queued']
  const put = (row: number): boolean => row === 0
  const task = (row: number) => ({ device_id: device(row), person_id: person(row), put: put(row) })
  await insert('sync.exception', rowsOf(row => ({ ...task(row), kind: kinds[row], last_at: agoOf(row) })).slice(0, 3))
  await insert('sync.flight', rowsOf(row => ({ ...task(row), sent_at: agoOf(row) })).slice(3))
  say('syncTask.deviceId', device)
  say('syncTask.deviceSn', row => String(devices[row]!.get('sn')))
  say('syncTask.item', row => (CLASSES[row] === 'faceEqui' ? 'person' : 'card'))
  say('syncTask.personName', row => String(people[row]!.get('name')))
  say('syncTask.put', row => (put(row) ? '1' : '0'))
  say('syncTask.state', row => ['failed', 'failed', 'waiting', 'sending'][row]!)
  say('syncTask.kind', row => kinds[row] ?? null)
  say('syncTask.lastAt', spanOf)
}

beforeAll(async () => {
  server = await startTestServer()
  ;({ appId } = await makeApplication(server))
  const [{ name } = { name: '' }] = await server.ports.db.query<{ name: string }>(
    { role: 'engine' },
    sql`select current_database() as name`,
  )
  admin = new pg.Client({ ...clusterConnection(), database: name })
  await admin.connect()
  // Rows stand for themselves: no triggers and no references between them.
  await admin.query("set session_replication_role = 'replica'")
  const stand = all.filter(noun => noun.life !== 'view')
  for (const noun of stand) describeRows(noun)
  for (const [table, rows] of stored) await insert(table, rows)
  await furnishViews()
}, 30_000)
afterAll(async () => {
  await admin?.end()
  await server?.close()
})

const flat = (rows: readonly any[]): any[] => rows.flatMap(row => [row, ...flat(row.children ?? [])])

/** The ids that the list answers, of the four rows. */
async function listed(noun: Noun, query: Record<string, string>): Promise<number[]> {
  const search = new URLSearchParams({
    ...(noun.scope === 'application' ? { appId } : {}),
    ...query,
    ...(noun.tree ? {} : { size: '100' }),
  })
  const url = `${noun.api}/${noun.tree ? 'tree' : 'page'}?${search}`
  const answer = await server.call('GET', url)
  expect(answer.body, url).toMatchObject({ code: 0 })
  const rows: { id: string }[] = noun.tree ? flat(answer.body.data) : answer.body.data.records
  return rows.map(row => rowOf(noun, row.id)).filter(row => row >= 0)
}
function rowOf(noun: Noun, id: string): number {
  if (noun.key === 'session') return ROWS.findIndex(row => idOf('devices.device', row) === id)
  if (noun.key === 'door') return ROWS.findIndex(row => String(800_000 + row) === id)
  if (noun.key === 'personAuth') return ROWS.findIndex(row => `${idOf('people.person', row)}-${800_000 + row}` === id)
  if (noun.key === 'syncTask')
    return ROWS.findIndex(row => `${idOf('devices.device', row)}-${idOf('people.person', row)}` === id)
  return ROWS.findIndex(row => idOf(noun.table, row) === id)
}

async function judge(noun: Noun, filters: readonly string[], query: Record<string, string>): Promise<void> {
  const without = await listed(noun, query)
  expect(without, `${noun.key}: the row that is looked for`).toContain(0)
  for (const name of filters) {
    const values = asked.get(`${noun.key}.${name}`)
    expect(values?.[0], `${noun.key}.${name} has no value here`).toBeTruthy()
    const others = without.filter(row => values![row] !== values![0])
    expect(others.length, `${noun.key}.${name}: every row has the same`).toBeGreaterThan(0)
    const found = await listed(noun, { ...query, [name]: values![0]! })
    expect(found.sort(), `${noun.key}.${name}=${values![0]}`).toEqual(
      without.filter(row => !others.includes(row)).sort(),
    )
  }
}

const queryOf = (lens: Lens): Record<string, string> => ({
  ...(lens.path.startsWith('/:deviceClass') ? { deviceClass: CLASSES[0]! } : {}),
  ...Object.fromEntries(Object.entries(lens.where ?? {}).map(([name, value]) => [name, String(value)])),
})

test.each([...lenses.values()].filter(lens => lens.filters?.length).map(lens => [lens.key, lens] as const))(
  'lens %s',
  (_key, lens) => judge(nouns.get(lens.of)!, lens.filters!, queryOf(lens)),
)

/** The API's description lists every field that may be found. */
test.each(
  all
    .filter(noun => verbsOf(noun).includes('list'))
    .map(
      noun =>
        [
          noun.key,
          noun,
          [...Object.keys(noun.fields).filter(name => noun.fields[name]!.find), ...Object.keys(noun.states ?? {})],
        ] as const,
    )
    .filter(([, , names]) => names.length),
)('noun %s', (_key, noun, names) => judge(noun, names, {}))
