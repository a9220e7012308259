/**
 * Acts are offered only where they are possible: the conditions of a definition are what the server enforces, and what
 * every screen hides.
 */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field, Fields } from '#model/field.ts'
import { verbsOf, type Noun } from '#model/noun.ts'
import { fieldsOfWhen, refusedBy, whenOf, whenWords } from '#model/when.ts'
import { deadMessage } from '#modules/devices/facts/deadMessage.noun.ts'
import { nouns } from '#main/registry.ts'
import { parts } from '#main/wire.ts'
import { openapi } from '#server/http/openapi.ts'
import { snake } from '#server/crud/columns.ts'
import { toState } from '#server/moves/toState.ts'
import { allows } from '#console/crud/row/rowPermissions.ts'
import { actionsOf, movesOf } from '#console/crud/lensFields.ts'
import { onlyDeclared } from './harness/onlyDeclared.ts'
import { furnishEveryNoun, ROWS, type EveryNoun } from './harness/everyNoun.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

let server: TestServer
let rows: EveryNoun
beforeAll(async () => {
  server = await startTestServer()
  rows = await furnishEveryNoun(server)
  // Each duty and the brand of the platform exist only once; one more is needed here.
  await rows.admin.query('drop index identity.role_duty')
  await rows.admin.query('delete from identity.brand where source_id = 1')
  // A role that users have is not removed for that reason.
  await rows.admin.query('delete from identity.account_role')
}, 30_000)
afterAll(async () => {
  await rows?.admin.end()
  await server?.close()
})

/** Every act of a noun with conditions. */
const limited = (noun: Noun): string[] =>
  [
    ...(verbsOf(noun).includes('edit') ? ['edit'] : []),
    ...(verbsOf(noun).includes('remove') ? ['remove'] : []),
    ...Object.keys(noun.actions ?? {}),
    ...Object.values(noun.states ?? {}).flatMap(({ moves }) =>
      Object.keys(moves).filter(name => moves[name]!.by !== 'system'),
    ),
  ].filter(act => whenWords(noun, act) !== undefined)
const acts = [...nouns.values()].flatMap(noun => limited(noun).map(act => [noun.key, act, noun] as const))

test('limits name states, fields and values that the noun has', () => {
  for (const [key, act, noun] of acts) {
    const { when } = whenOf(noun, act)!
    const place = `${key}.${act}`
    for (const state of when.from ?? [])
      expect(
        Object.values(noun.states ?? {}).some(machine => machine.states[state]),
        `${place}: ${state}`,
      ).toBe(true)
    for (const name of fieldsOfWhen(when)) expect(noun.fields[name], `${place}: ${name}`).toBeDefined()
    for (const [name, values] of Object.entries({ ...when.where, ...when.unless })) {
      const field = noun.fields[name]!
      if (field.kind === 'choice')
        for (const value of values)
          expect(value === null || Object.values(field.values).some(([wire]) => wire === value), place).toBe(true)
      expect(when.because, `${place} says why`).toBeDefined()
    }
  }
})

/** A valid value for each field of an action. */
const given = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.required)
      .map(([name, field]) => [name, some(field)]),
  )
function some(field: Field): unknown {
  if (field.kind === 'ref') return field.many ? ['1'] : '1'
  if (field.kind === 'integer') return field.min ?? 1
  if (field.kind === 'choice') return Object.values(field.values)[0]![0]
  return 'some words'
}

/** Changes the first row so that the act is not possible. */
async function forbid(noun: Noun, act: string): Promise<void> {
  const { when } = whenOf(noun, act)!
  const id = rows.idOf(noun.table, 0)
  const set = (column: string, value: unknown): Promise<unknown> =>
    rows.admin.query(`update ${noun.table} set ${column} = $1 where id = $2`, [value, id])
  for (const [name, { states }] of Object.entries(noun.states ?? {})) {
    const other = Object.keys(states).find(state => !when.from?.includes(state))
    if (when.from && other && when.from.every(state => states[state]))
      return void (await set(snake(name), states[other]![0]))
  }
  const [[name, wanted] = []] = Object.entries(when.where ?? {})
  const [[never, values] = []] = Object.entries(when.unless ?? {})
  // The computed value follows from connections and levels.
  if (name === 'online') await rows.admin.query('update devices.session set online = false')
  if (name && noun.fields[name]!.computed) return
  if (name && wanted) {
    const field = noun.fields[name]!
    const others =
      field.kind === 'flag'
        ? [true, false]
        : field.kind === 'choice'
          ? Object.values(field.values).map(([wire]) => wire)
          : ['7']
    await set(
      snake(name),
      others.find(other => !wanted.includes(other))!,
    )
  }
  if (never && values && !noun.fields[never]!.computed) await set(snake(never), values[0])
}

test.each(acts)('%s %s', async (key, act, noun) => {
  const before = await rows.admin.query(`select * from ${noun.table} where id = $1`, [rows.idOf(noun.table, 0)])
  await forbid(noun, act)
  const scope = noun.scope === 'application' ? `appId=${rows.appId}` : ''
  const id = rows.idOf(noun.table, 0)
  // As the list returns it, because buttons know nothing else.
  const list = await server.call('GET', `${noun.api}/${noun.tree ? 'tree?' : 'page?size=100&'}${scope}`)
  const all = noun.tree ? list.body.data : list.body.data.records
  const row = all.find((one: { id: string }) => one.id === id)
  expect(row, 'the list has it').toBeDefined()
  const reason = refusedBy(noun, act, row)
  expect(reason, 'the row says that it cannot be done').not.toBeNull()
  expect(allows(noun, row, act)).toBe(false)
  expect(movesOf(noun, row, () => true).map(({ name }) => name)).not.toContain(act)

  const action = noun.actions?.[act]
  const url = `${noun.api}/${action?.on === 'rows' ? '' : ':id/'}${act}`
  const body = { ...given(action?.input ?? {}), ...onlyDeclared('POST', url, { reason: 'a test' }) }
  const answer =
    act === 'edit'
      ? await server.call('PUT', `${noun.api}?${scope}`, { id })
      : act === 'remove'
        ? await server.call('DELETE', `${noun.api}/${id}?${scope}`)
        : action?.on === 'rows'
          ? await server.call('POST', `${noun.api}/${act}?${scope}`, { ...body, ids: [id] })
          : await server.call('POST', `${noun.api}/${id}/${act}?${scope}`, body)
  expect([answer.status, answer.body.error], `${key}.${act}: ${answer.body.msg}`).toEqual([409, 'wrong_state'])
  expect(answer.body.msg).toBeTruthy()
  for (const [name, value] of Object.entries(before.rows[0]!))
    if (name === 'state' || Object.keys(noun.fields).some(field => snake(field) === name && typeof value === 'boolean'))
      await rows.admin.query(`update ${noun.table} set ${name} = $1 where id = $2`, [value, id])
})

test('of several rows those are taken that it can be done to', async () => {
  const noun = nouns.get('deadMessage')!
  const ids = ROWS.map(row => rows.idOf(noun.table, row))
  const { values } = deadMessage.fields.state
  await rows.admin.query(sql`update devices.dead_message set ${toState(values, 'stored')}`)
  await rows.admin.query(sql`update devices.dead_message set ${toState(values, 'aside')} where id = ${ids[0]}`)
  const answer = await server.call('POST', `${noun.api}/again`, { ids })
  expect(answer.body).toMatchObject({ code: 0, data: 1 })
})

test('built-in rows offer no deleting, and cannot be deleted', async () => {
  const roles = (await server.call('GET', '/api/admin/role/page?size=100')).body.data.records
  const builtIn = roles.filter((role: { system: boolean }) => role.system)
  expect(builtIn.length).toBeGreaterThan(2)
  for (const role of builtIn) {
    expect(allows(nouns.get('role')!, role, 'remove'), role.code).toBe(false)
    expect((await server.call('DELETE', `/api/admin/role/${role.id}`)).status, role.code).toBe(409)
  }
  const menus = (await server.call('GET', '/api/admin/menu/tree')).body.data
  expect(
    menus.every(
      (menu: never) => !allows(nouns.get('menu')!, menu, 'remove') || (menu as { key?: string }).key === null,
    ),
  ).toBe(true)
})

test('the API says it of each such act', () => {
  const { paths } = openapi(parts, 'http://localhost') as {
    paths: Record<string, Record<string, { description?: string }>>
  }
  for (const [key, act, noun] of acts) {
    const action = noun.actions?.[act]
    const path = act === 'edit' ? '' : act === 'remove' ? '/{id}' : action?.on === 'rows' ? `/${act}` : `/{id}/${act}`
    const method = act === 'edit' ? 'put' : act === 'remove' ? 'delete' : 'post'
    expect(paths[noun.api + path]?.[method]?.description, `${key}.${act}`).toBe(whenWords(noun, act)![1])
  }
  expect(actionsOf(nouns.get('ticket')!, undefined, 'row', () => true).length).toBe(4)
})
