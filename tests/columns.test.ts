/** The stored fields of every noun match the migrated database: a column each, its type, and whether it may be null. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refName, type Field } from '#model/field.ts'
import { columnsOf, isJson, snake, storedFields } from '#server/crud/columns.ts'
import { hasHistory } from '#server/describe/rowSchema.ts'
import { nouns } from '#main/registry.ts'
import { freshDatabase, type FreshDatabase } from './harness/database.ts'
import { makeApplication } from './harness/device.ts'
import { startTestServer } from './harness/server.ts'

interface Column {
  name: string
  type: string
  never_null: boolean
}

let database: FreshDatabase
let columns: ReadonlyMap<string, Column>
beforeAll(async () => {
  database = await freshDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  const { rows } = await client.query<Column>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as name, t.typname as type, a.attnotnull as never_null
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
      where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p')`,
  )
  await client.end()
  columns = new Map(rows.map(row => [row.name, row]))
})
afterAll(() => database.drop())

/** The column types whose values have the wire form of such a field. A bigint is sent as decimal digits. */
function typesOf(field: Field): readonly string[] {
  switch (field.kind) {
    case 'text':
      return ['text', 'int8']
    case 'integer':
      return ['int2', 'int4', 'float4']
    case 'decimal':
      return ['numeric']
    case 'ref':
    case 'fen':
      return ['int8']
    case 'flag':
      return ['bool']
    case 'instant':
      return ['timestamptz']
    case 'day':
      return ['date']
    case 'secret':
      return ['bytea']
    case 'choice': {
      if (field.many) return ['jsonb']
      const wires = Object.values(field.values).map(([wire]) => typeof wire)
      return wires.every(type => type === 'number') ? ['int2', 'int4'] : ['text']
    }
    default:
      return isJson(field) ? ['jsonb'] : ['text']
  }
}

/** How a field of a noun differs from its column, in words; undefined when it does not. */
function difference(column: Column | undefined, types: readonly string[], never: boolean | null): string | undefined {
  if (!column) return 'there is no column'
  if (!types.includes(column.type)) return `the column is ${column.type}, not ${types.join(' or ')}`
  if (never === null || never === column.never_null) return undefined
  return column.never_null ? 'the column is never null, and the field does not say notNull' : 'the column may be null'
}

const STATE = ['int2', 'int4']
/** A view has no table: its list is a hand-written statement. */
const stored = [...nouns.values()].filter(noun => noun.life !== 'view')

test('every stored field has a column of its type that is null as the field says', () => {
  const found: string[] = []
  let compared = 0
  for (const noun of stored) {
    const compare = (name: string, names: readonly string[], types: readonly string[], never: boolean | null): void => {
      compared += 1
      const column = columns.get(`${noun.table}.${names.at(-1)}`)
      const problem = difference(column, types, never)
      if (problem) found.push(`${noun.key}.${name}: ${problem}`)
    }
    for (const [name, field] of storedFields(noun.fields)) {
      const never = field.required === true || field.notNull === true
      compare(name, columnsOf(name, field), typesOf(field), field.kind === 'secret' ? null : never)
    }
    for (const [name, { states }] of Object.entries(noun.states ?? {})) {
      expect(Object.values(states).every(([wire]) => typeof wire === 'number')).toBe(true)
      compare(name, [snake(name)], STATE, true)
    }
  }
  expect(found).toEqual([])
  expect(compared).toBeGreaterThan(400)
})

test('every row has the columns that the engine reads besides', () => {
  const found: string[] = []
  for (const noun of stored) {
    const asked: readonly (readonly [name: string, type: string, never: boolean])[] = [
      ['id', 'int8', true],
      ...(hasHistory(noun)
        ? ([
            ['rev', 'int4', true],
            ['created_at', 'timestamptz', true],
            ['updated_at', 'timestamptz', true],
          ] as const)
        : []),
      ...(noun.tree ? ([['parent_id', 'int8', false]] as const) : []),
    ]
    for (const [name, type, never] of asked) {
      const problem = difference(columns.get(`${noun.table}.${name}`), [type], never)
      if (problem) found.push(`${noun.key}: ${name}: ${problem}`)
    }
    const app = columns.get(`${noun.table}.app_id`)
    if (noun.scope === 'application' && app?.type !== 'int8') found.push(`${noun.key}: there is no app_id`)
  }
  expect(found).toEqual([])
})

test('what is emptied in a form, and is never null, goes back to what a new row begins with', async () => {
  const server = await startTestServer()
  try {
    const { appId } = await makeApplication(server)
    const at = `/api/person/organization?appId=${appId}`
    const { body: made } = await server.call('POST', at, { name: '东楼', sort: 7, code: 'E1' })
    const change = { id: made.data.id, rev: made.data.rev, sort: null, code: null }
    const { body: changed } = await server.call('PUT', at, change)
    expect(changed).toMatchObject({ code: 0, data: { name: '东楼', sort: 0, code: null } })
  } finally {
    await server.close()
  }
})

test('what a row of an application refers to can be named there, or the row keeps the name', async () => {
  const targets = [...nouns.values()]
    .filter(noun => noun.scope === 'application')
    .flatMap(noun =>
      Object.entries(noun.fields).flatMap(([name, field]) =>
        field.kind !== 'ref' || field.many || field.virtual || refName(name) in noun.fields
          ? []
          : [
              {
                field: `${noun.key}.${name}`,
                table: nouns.get(field.to)!.table,
                view: nouns.get(field.to)!.life === 'view',
              },
            ],
      ),
    )
    .filter(({ view }) => !view)
  expect(targets.length).toBeGreaterThan(10)
  const client = new pg.Client(database.connection)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select t.field as name from jsonb_to_recordset('${JSON.stringify(targets)}') as t(field text, "table" text) where not has_table_privilege('rt_app', t."table", 'select')`,
  )
  await client.end()
  expect(rows).toEqual([])
})
