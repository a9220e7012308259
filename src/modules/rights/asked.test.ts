/** A device whose protocol carries no list asks: its rights wait for nothing, wherever they are shown or counted. */
import type { Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '#modules/people/person.noun.ts'
import type { Query } from '#server/sql/db.ts'
import { startPlateWorld, type PlateWorld } from '../../../tests/harness/plateWorld.ts'
import { engine, until } from '../../../tests/harness/terminal.ts'
import { countProgress, readProgress } from './progress.server.ts'

const NONE = { total: 0, confirmed: 0, sending: 0, waiting: 0, failed: 0, missing: 0, clockOff: 0, soon: 0 }
let world: PlateWorld
let [doorId, groupId, ownerId]: string[] = []
beforeAll(async () => {
  world = await startPlateWorld()
})
afterAll(() => world?.close())

const ask = <T = any>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<T> =>
  world.platform.ask<T>(method, url, body)
const cell = (): Promise<any> => ask('GET', `/api/person/auth/cell?personId=${ownerId}&doorId=${doorId}`)
const counts = async (): Promise<unknown[]> => {
  const { ports } = world.platform.server
  const query = ((statement: Sql) => ports.db.query(engine, statement)) as Query
  return [await countProgress(query, ports.classes, new Date()), await readProgress(query, ports.classes)]
}

test('a right at a lane that has never called waits for it', async () => {
  ;[{ id: doorId }] = await ask('GET', '/api/person/authGroup/doors')
  ownerId = (await ask('POST', '/api/person/person', { name: '林晓', personType: 1, plates: ['粤B10234'] })).id
  groupId = (await ask('POST', '/api/person/authGroup', { name: '业主', doorIds: [doorId] })).id
  await ask('POST', `/api/person/authGroup/${groupId}/addPeople`, { personIds: [ownerId] })
  expect(await cell()).toMatchObject({ state: 'waiting', reason: 'offline' })
  await until(async () => (await counts()).every(one => (one as { waiting: number }).waiting === 1), 'both say so')
})
test('as soon as it asks, the right says that, and is counted as nothing that is on its way', async () => {
  await until(async () => (await world.camera.read('粤B10234'))?.opens, 'the platform lets it in')
  expect(await cell()).toMatchObject({ state: 'asks', reason: null, decision: { allow: true } })
  const { records } = await ask('GET', '/api/person/auth/page')
  expect(records).toMatchObject([{ personId: ownerId, state: 'asks', reason: null }])
  expect(await counts()).toEqual([NONE, NONE])
  expect((await ask('GET', `/api/person/authGroup/${groupId}`)).delivery).toBe('—')
  expect((await ask('GET', `/api/person/person/${ownerId}`)).sync).toBe(person.fields.sync.values.none[0])
})
test('a right that is taken back waits for no confirmation', async () => {
  await ask('POST', `/api/person/authGroup/${groupId}/removePeople`, { personIds: [ownerId] })
  expect(await cell()).toMatchObject({ state: 'none' })
  expect(await ask('GET', '/api/person/auth/revocations')).toEqual([])
  expect(await world.camera.read('粤B10234')).toMatchObject({ opens: false })
})
