/** Invariants over all definitions: they agree with each other, and with the tables. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SPOKEN_CHOICES } from '#devices/generated/choices.ts'
import { classProblems } from '#model/problems/classProblems.ts'
import { columnsOf, snake, storedFields } from '#server/crud/columns.ts'
import { verbsOf } from '#model/noun.ts'
import { PAGE_KINDS } from '#model/device.ts'
import { historyOf } from '#model/historyOf.ts'
import { CLASS_PAGES } from '#main/classPages.ts'
import { classes, lenses, nouns } from '#main/registry.ts'
import { parts } from '#main/wire.ts'
import { freshDatabase, type FreshDatabase } from './harness/database.ts'

let database: FreshDatabase
let columns: Map<string, Map<string, { type: string; nullable: boolean }>>
/** `schema.table.column` of every column of an index, also inside of an expression. */
let indexed: Set<string>
beforeAll(async () => {
  database = await freshDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  const { rows } = await client.query(
    "select table_schema || '.' || table_name as name, column_name, data_type, is_nullable = 'YES' as nullable from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')",
  )
  columns = new Map()
  for (const row of rows)
    columns.set(
      row.name,
      (columns.get(row.name) ?? new Map()).set(row.column_name, { type: row.data_type, nullable: row.nullable }),
    )
  const { rows: found } = await client.query<{ at: string }>(
    `select distinct i.indrelid::regclass || '.' || a.attname as at from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0
    where pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M')`,
  )
  indexed = new Set(found.map(({ at }) => at))
  await client.end()
})
afterAll(() => database.drop())

const TYPES: Record<string, readonly string[]> = {
  text: ['text', 'bigint'],
  integer: ['integer', 'bigint', 'smallint', 'real'],
  flag: ['boolean'],
  instant: ['timestamp with time zone'],
  day: ['date'],
  clock: ['text'],
  choice: ['smallint', 'text', 'jsonb', 'boolean'],
  ref: ['bigint'],
  list: ['jsonb'],
  group: ['jsonb'],
  json: ['jsonb'],
  place: ['jsonb'],
  custom: ['jsonb'],
  branch: ['jsonb'],
  secret: ['bytea'],
  rich: ['text'],
  code: ['text'],
  colour: ['text'],
  icon: ['text'],
  span: ['jsonb'],
  dictionary: ['text', 'jsonb'],
}

describe('nouns and tables do not drift apart', () => {
  test.each([...nouns.values()].filter(noun => noun.life !== 'view').map(noun => [noun.key, noun] as const))(
    '%s',
    (_key, noun) => {
      const table = columns.get(noun.table)
      expect(table, `${noun.table} is made by no migration`).toBeDefined()
      for (const [name, field] of storedFields(noun.fields)) {
        for (const column of columnsOf(name, field))
          expect(table!.has(column), `${noun.table}.${column} is missing`).toBe(true)
        if (!field.mask && TYPES[field.kind])
          expect(TYPES[field.kind], `${noun.table}.${snake(name)}`).toContain(
            table!.get(columnsOf(name, field)[0]!)!.type,
          )
      }
      for (const state of Object.keys(noun.states ?? {})) expect(table!.get(snake(state))?.type).toBe('smallint')
      if (noun.scope === 'application' && noun.table !== 'applications.application')
        expect(table!.has('app_id')).toBe(true)
      if (noun.scope !== 'platform') expect(table!.has('source_id')).toBe(true)
      if (noun.tree) expect(table!.has('parent_id')).toBe(true)
    },
  )
})

/** Filters by one value that read all rows of their application: few rows, or none that anybody looks for alone. The list may only shrink. */
const WITHOUT_INDEX: readonly string[] = [
  ...['agency.code', 'agency.phone', 'supplier.code', 'supplier.phone', 'leaveMessage.phone', 'ticket.phone'],
  ...['command.identifier', 'device.batchNo', 'deviceAlarm.siteId', 'deviceEvent.deviceClass', 'deviceLog.deviceClass'],
  ...['passRecord.deviceClass', 'passRecord.personName', 'scanRecord.deviceClass', 'scanRecord.personName'],
  ...['loginLog.ip', 'operLog.ip', 'operLog.requestId'],
]
test('what people look for by one value has an index', () => {
  const without = [...nouns.values()]
    .filter(noun => noun.life !== 'view')
    .flatMap(noun =>
      storedFields(noun.fields)
        .filter(
          ([, field]) => ['text', 'ref'].includes(field.kind) && ['equal', 'tail', 'prefix'].includes(field.find ?? ''),
        )
        .filter(([name, field]) => !columnsOf(name, field).some(column => indexed.has(`${noun.table}.${column}`)))
        .map(([name]) => `${noun.key}.${name}`),
    )
  expect(without.sort(), 'an index in its migration, or find: contains').toEqual([...WITHOUT_INDEX].sort())
})

describe('lenses', () => {
  test.each([...lenses.values()].map(lens => [lens.key, lens] as const))('%s shows what its noun has', (_key, lens) => {
    const noun = nouns.get(lens.of)
    expect(noun).toBeDefined()
    const names = new Set([
      ...Object.keys(noun!.fields),
      ...Object.keys(noun!.states ?? {}),
      ...Object.keys(historyOf(noun!)),
    ])
    for (const name of [...lens.columns, ...(lens.filters ?? []), ...Object.values(lens.form ?? {}).flat()])
      expect(names.has(name), `${lens.key}: ${name}`).toBe(true)
    for (const name of lens.filters ?? [])
      expect(
        Boolean(
          noun!.fields[name]?.find ?? historyOf(noun!)[name]?.find ?? noun!.fields[name]?.mask ?? noun!.states?.[name],
        ),
        `${lens.key} filters by ${name}, which nobody may find`,
      ).toBe(true)
  })
  test.each(
    [...lenses.values()].filter(lens => lens.tags || lens.carousel || lens.map).map(lens => [lens.key, lens] as const),
  )(
    '%s draws as words what has few choices, as slides what is a picture, and on a map what has a place',
    (_key, lens) => {
      const noun = nouns.get(lens.of)!
      for (const name of lens.tags ?? []) {
        expect(lens.filters, `${lens.key}: ${name} is no filter`).toContain(name)
        const { states } = noun.states?.[name] ?? {}
        const field = noun.fields[name]
        const choices = states ?? (field?.kind === 'choice' ? field.values : field?.kind === 'flag' ? {} : undefined)
        expect(choices, `${lens.key}: ${name} has no choices`).toBeDefined()
        expect(Object.keys(choices!).length).toBeLessThanOrEqual(8)
      }
      if (lens.map)
        expect([lens.map.place, lens.map.total, lens.map.good].map(name => noun.fields[name]?.kind)).toEqual([
          ...['place', 'integer', 'integer'],
        ])
      if (lens.carousel) expect(noun.fields[lens.carousel]).toMatchObject({ kind: 'file', accept: 'image' })
    },
  )
  test('are at routes of the specification, or at ones that end with their own name', () => {
    const spec = readFileSync(new URL('../src/console/app/specRoutes.ts', import.meta.url), 'utf8')
    const elsewhere = [...lenses.values()].filter(({ key, of, path }) => {
      const last = path
        .split('/')
        .filter(part => part && !part.startsWith(':'))
        .at(-1)!
      return last !== key && last !== of && !spec.includes(last)
    })
    expect(elsewhere.map(({ key, path }) => `${key}: ${path}`)).toEqual([])
  })
})

test('a table beside a tree has a reference whose filter finds what is below, among its filters', () => {
  for (const { key, layout, of, filters = [] } of lenses.values()) {
    if (layout !== 'treeAndTable') continue
    const [name] = Object.entries(nouns.get(of)!.fields).find(([, field]) => field.kind === 'ref' && field.below) ?? []
    expect(filters, key).toContain(name)
  }
})

test('what a lens draws its rows by are fields of its noun, and its tabs are other lenses', () => {
  for (const { key, of, map, wall, calendar, tabs = [] } of lenses.values()) {
    const names = [
      ...(map ? [map.place, map.total, map.good] : []),
      ...(wall ? [wall.picture] : []),
      ...(calendar ? [calendar.from, calendar.to, calendar.state] : []),
    ]
    for (const name of names) if (name !== undefined) expect(nouns.get(of)!.fields, key).toHaveProperty(name)
    for (const tab of tabs) expect(lenses.get(tab)?.tabs, `${key}: ${tab}`).toBe(lenses.has(tab) ? undefined : tab)
  }
})

test('the picture before a name is a field of files', () => {
  const faces = [...nouns.values()].flatMap(noun => (noun.face ? [noun.fields[noun.face]?.kind] : []))
  expect(new Set(faces)).toEqual(new Set(['file']))
})

test('the person a row is about is marked, so that its lists are exported only after a step-up', () => {
  for (const noun of nouns.values())
    for (const [name, field] of Object.entries(noun.fields))
      if (field.kind === 'ref' && field.to === 'person') expect(field.ofPeople, `${noun.key}.${name}`).toBe(true)
})

test('what undoes an act exists, needs no input, reason or new proof, and leads to where the act began', () => {
  const undone: string[] = []
  for (const noun of nouns.values()) {
    const { actions = {}, states = {} } = noun
    for (const acts of [actions, ...Object.values(states).map(({ moves }) => moves)])
      for (const [name, act] of Object.entries(acts)) {
        if (!act.undo) continue
        const at = `${noun.key}.${name}`
        undone.push(at)
        const back = acts[act.undo]
        expect(back, at).toBeDefined()
        expect([back!.reason, back!.proof, 'input' in back! && back.input], at).toEqual([undefined, undefined, false])
        if ('to' in act && back && 'to' in back) {
          expect([act.from, back.from.includes(act.to), back.by], at).toEqual([[back.to], true, undefined])
        } else expect([act, back], at).toMatchObject([{ on: 'rows' }, { on: 'rows', where: expect.anything() }])
      }
  }
  expect(undone).toContain('person.pause')
})

describe('device classes', () => {
  test.each([...classes.values()].map(deviceClass => [deviceClass.key, deviceClass] as const))(
    '%s keeps its promises',
    (_key, deviceClass) => {
      for (const kind of deviceClass.pages) {
        expect(PAGE_KINDS).toContain(kind)
        expect(
          [...lenses.values()].some(lens => lens.path === `/:deviceClass/${kind}`) || kind === 'equiSum',
          kind,
        ).toBe(true)
        for (const noun of CLASS_PAGES[kind].nouns) expect(nouns.has(noun), `${kind} needs ${noun}`).toBe(true)
      }
      expect(classProblems(deviceClass, Object.keys(SPOKEN_CHOICES))).toEqual([])
    },
  )
})

/** Every list of words in a definition that has an empty one, by its place. */
const emptyWords = (value: unknown, at: string): string[] => {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value) && value.length > 1 && value.includes('')) return [at]
  return Object.entries(value).flatMap(([name, inner]) => emptyWords(inner, `${at}.${name}`))
}
test('every text exists in both languages', () => {
  const all = [...nouns.values(), ...lenses.values(), ...classes.values()]
  expect(all.flatMap(one => emptyWords(one, one.key))).toEqual([])
  expect(emptyWords({ label: ['', 'Leak'], fields: { on: { label: ['状态', 'On'] } } }, 'leak')).toEqual(['leak.label'])
})

test('a list that people fill says what belongs in it while it is empty', () => {
  const silent = [...lenses.values()].filter(
    lens =>
      !lens.empty &&
      ['row', undefined].includes(nouns.get(lens.of)!.life) &&
      verbsOf(nouns.get(lens.of)!).includes('add'),
  )
  expect(
    silent.map(({ key }) => key),
    '`empty` of a lens',
  ).toEqual([])
})
