/** Each rule on SQL finds what is planted, says exactly so, and leaves the good twin alone. */
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineNoun, type Noun } from '#model/noun.ts'
import { device } from '#modules/devices/stock/device.noun.ts'
import { person } from '#modules/people/person.noun.ts'
import { following, retained } from '#server/parts.ts'
import { freshDatabase, type FreshDatabase } from '../../tests/harness/database.ts'
import { compare, knownFrom } from './compare.ts'
import type { Definition } from './judgeDefinitions.ts'
import { judgeSql, type SqlProblem } from './judgeSql.ts'

const ROOT = join(import.meta.dirname, '../..')
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const HEAD = `/** Planted. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { RunSql } from '#server/sql/db.ts'
declare const query: RunSql
declare const id: string
declare const table: string
`
const asked = (row: string, text: string): string => `export const run = () => query${row}(sql\`${text}\`)\n`

/** What is planted in module people, its message, and the twin that is right. */
const PLANTED: Readonly<Record<string, [planted: string, message: string, twin: string]>> = {
  'a column that is not there': [
    asked('<{ name: string }>', 'select nme as name from people.person'),
    'is refused: column "nme" does not exist',
    asked('<{ name: string }>', 'select name from people.person'),
  ],
  'a column declared and not selected': [
    asked('<{ id: string; name: string }>', 'select id from people.person'),
    'declares name, which it does not select',
    asked('<{ id: string; name?: string }>', 'select id from people.person'),
  ],
  'a column selected and not declared': [
    asked('<{ id: string }>', 'select id, name from people.person'),
    'selects name, which its row type does not have',
    asked('<{ id: string; name: string }>', 'select id, name from people.person'),
  ],
  'a column that may be null': [
    asked('<{ file: string }>', 'select portrait_file as file from people.person'),
    'declares file as string, and it may be null',
    asked('<{ file: string }>', 'select portrait_file as file from people.person where portrait_file is not null'),
  ],
  'a table that may be missing': [
    asked('<{ name: string }>', 'select p.name from people.card c left join people.person p on p.id = c.person_id'),
    'declares name as string, and it may be null',
    asked('<{ name: string }>', 'select p.name from people.card c join people.person p on p.id = c.person_id'),
  ],
  'a column that may be null in a statement inside': [
    asked('<{ file: string }>', 'select p.file from (select portrait_file as file from people.person) p'),
    'declares file as string, and it may be null',
    asked(
      '<{ file: string }>',
      'select p.file from (select portrait_file as file from people.person where portrait_file is not null) p',
    ),
  ],
  'a column that another statement inside demands': [
    asked(
      '<{ file: string }>',
      'select p.portrait_file as file from people.person p where exists (select from people.person o where o.portrait_file is not null)',
    ),
    'declares file as string, and it may be null',
    asked(
      '<{ file: string }>',
      'with p as (select portrait_file from people.person o where o.portrait_file is not null) select portrait_file as file from p',
    ),
  ],
  'a table that may be missing inside': [
    asked(
      '<{ name: string }>',
      'select t.name from (select p.name from people.card c left join people.person p on p.id = c.person_id) t',
    ),
    'declares name as string, and it may be null',
    asked(
      '<{ name: string }>',
      'select t.name from (select p.name from people.card c join people.person p on p.id = c.person_id) t',
    ),
  ],
  'a column of another kind': [
    asked('<{ n: number }>', 'select count(*) as n from people.person'),
    'declares n as number, and it comes as string',
    asked('<{ n: number }>', 'select count(*)::int as n from people.person'),
  ],
  'rows of no type': [
    asked('', 'select id from people.person'),
    'gives rows of no type: say what they are',
    asked('', 'select 1 from people.person'),
  ],
  'a table of another module written': [
    asked('', 'delete from identity.role where id = ${id}'),
    "writes identity.role, which is identity's: call identity, or raise an event that it handles",
    asked('', 'delete from people.person where id = ${id}'),
  ],
  'a table written inside a statement': [
    asked('', 'with gone as (delete from identity.role where id = ${id} returning id) select from gone'),
    "writes identity.role, which is identity's: call identity, or raise an event that it handles",
    asked('', 'with gone as (delete from people.person where id = ${id} returning id) select from gone'),
  ],
  'a table of a later module read': [
    asked('<{ id: string }>', 'select id from devices.device'),
    'reads devices.device of the later module devices: let devices contribute it',
    asked('<{ id: string }>', 'select id from identity.role'),
  ],
  'a table of a later module in a fragment': [
    'const held = (of: Sql) => sql`exists (select from devices.device d where d.app_id = ${of})`\n' +
      asked('<{ id: string }>', 'select p.id from people.person p where ${held(sql`p.app_id`)}'),
    'reads devices.device of the later module devices: let devices contribute it',
    'const held = (of: Sql) => sql`exists (select from identity.role r where r.id = ${of})`\n' +
      asked('<{ id: string }>', 'select p.id from people.person p where ${held(sql`p.id`)}'),
  ],
  'a table of a later module in a condition that the running program adds': [
    'declare const found: Sql[]\nfound.push(sql`exists (select from devices.device d where d.app_id = t.app_id)`)\n',
    'reads devices.device of the later module devices: let devices contribute it',
    'declare const found: Sql[]\nfound.push(sql`exists (select from identity.role r where r.id = t.role_id)`)\n',
  ],
  'a table of another module among several': [
    'export const run = async () => {\n  for (const one of [sql`people.card`, sql`identity.role`])\n' +
      '    await query(sql`delete from ${one} where id = ${id}`)\n}\n',
    "writes identity.role, which is identity's: call identity, or raise an event that it handles",
    'export const run = async () => {\n  for (const one of [sql`people.card`, sql`people.person`])\n' +
      '    await query(sql`delete from ${one} where id = ${id}`)\n}\n',
  ],
  'a function of a later module': [
    asked('', "select from sync.wake('{1}')"),
    'reads sync.wake of the later module sync: let sync contribute it',
    asked('', 'select from base.app_id()'),
  ],
}

const problemsOf = async (sources = new Map<string, string>(), definitions: Definition[] = []): Promise<SqlProblem[]> =>
  (await judgeSql(ROOT, sources, database.connection, definitions)).problems

test('statements', async () => {
  const sources = new Map<string, string>()
  for (const [nth, [planted, , twin]] of Object.values(PLANTED).entries()) {
    sources.set(`src/modules/people/planted${nth}.server.ts`, HEAD + planted)
    sources.set(`src/modules/people/twin${nth}.server.ts`, HEAD + twin)
  }
  const problems = await problemsOf(sources)
  const of = (path: string): string[] => problems.filter(one => one.path === path).map(one => one.message)
  for (const [nth, [name, [, message]]] of Object.entries(PLANTED).entries()) {
    expect(of(`src/modules/people/planted${nth}.server.ts`), name).toEqual([message])
    expect(of(`src/modules/people/twin${nth}.server.ts`), `the twin of ${name}`).toEqual([])
  }
})

test('functions and foreign keys', async () => {
  const before = await problemsOf()
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(`
    create function people.planted() returns void language plpgsql as $$ begin update devices.device set name = ''; end $$;
    create function people.twin() returns void language plpgsql as $$ begin update people.person set name = ''; end $$;
    create table people.planted (device_id bigint references devices.device (id), role_id bigint references identity.role (id))`)
  await client.end()
  const { added } = compare(await problemsOf(), knownFrom(before))
  expect(added).toEqual([
    "migrations: people.planted writes devices.device, which is devices's: call devices, or raise an event that it handles",
    'migrations: people.planted refers to devices.device of the later module devices: let devices hold the reference',
  ])
})

test('definitions', async () => {
  const noun = (table: `${string}.${string}`, to: string, field = 'sourceId', life: 'row' | 'fact' = 'row'): Noun =>
    defineNoun('planted', {
      api: '/api/planted',
      label: ['甲', 'Planted'],
      table,
      scope: 'platform',
      life,
      verbs: ['list'],
      name: 'id',
      fields: { [field]: { kind: 'ref', to, label: ['乙', 'One'] } },
    })
  const follows = (table: `${string}.${string}`): unknown =>
    following(person, { keeps: [{ table, by: 'person_id', label: ['丙', 'Row'] }] })
  const define = (...values: unknown[]): Definition[] =>
    values.map(value => ({ path: 'src/modules/people/planted.ts', module: 'people', value }))
  const of = async (...values: unknown[]): Promise<string[]> =>
    (await problemsOf(new Map(), define(person, device, ...values)))
      .filter(one => one.path !== 'migrations' && !one.message.startsWith('device '))
      .map(one => one.message)
  expect(await of(noun('people.person', 'person'), follows('people.card'))).toEqual([])
  expect(await of(noun('devices.device', 'person', 'sourceId', 'fact'))).toEqual([
    'planted reads devices.device of the later module devices: let devices contribute it',
  ])
  expect(await of(noun('identity.role', 'person', 'sourceId', 'fact'))).toEqual([])
  expect(await of(noun('people.card', 'person', 'holder', 'fact'))).toEqual([
    'planted is refused: column t.holder does not exist',
  ])
  expect(await of(noun('identity.role', 'device'), follows('identity.role'))).toEqual([
    "planted writes identity.role, which is identity's: call identity, or raise an event that it handles",
    'planted reads devices.device of the later module devices: let devices contribute it',
    "what follows person writes identity.role, which is identity's: call identity, or raise an event that it handles",
  ])
  const keeps = (table: `${string}.${string}`, since: string): unknown =>
    retained({ key: 'planted', label: ['丁', 'Rows'], table, since, when: sql`app_id > 0`, days: 1 })
  expect(await of(keeps('people.card', 'created_at'))).toEqual([])
  expect(await of(keeps('devices.device', 'born_at'))).toEqual([
    "what is retained as planted writes devices.device, which is devices's: call devices, or raise an event that it handles",
    'what is retained as planted is refused: column "born_at" does not exist',
  ])
})

test('the list of what is known is exact in both directions', () => {
  const problem = (message: string, line: number): SqlProblem => ({ rule: 'rows', path: 'src/a.ts', line, message })
  const known = knownFrom([problem('one', 3), problem('one', 9), problem('two', 4)])
  expect(known).toEqual({ rows: { 'src/a.ts': ['one', 'one', 'two'] } })
  expect(compare([problem('one', 1), problem('two', 2), problem('one', 5)], known)).toEqual({ added: [], gone: [] })
  expect(compare([problem('one', 1), problem('two', 2), problem('two', 7)], known)).toEqual({
    added: ['src/a.ts:7: two'],
    gone: ['src/a.ts: one — no longer so: npm run sql -- --expect'],
  })
})
