/** Migration 0643 on an earlier database: spellings of one card or serial number become one, and nothing is lost unseen. */
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrationsOf } from '#server/sql/migrate.ts'
import { clusterConnection, onCluster } from '../harness/database.ts'

const NAME = `test_identities_${process.pid}`
const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const connection = { ...clusterConnection(), database: NAME }
let client: pg.Client
const rowsOf = async (statement: string): Promise<Record<string, unknown>[]> => (await client.query(statement)).rows

beforeAll(async () => {
  await onCluster(clusterConnection(), `create database ${NAME}`)
  const before = (await migrationsOf(MIGRATIONS)).map(({ name }) => name).filter(name => name < '0643')
  await migrate(connection, MIGRATIONS, new Set(before))
  client = new pg.Client(connection)
  await client.connect()
  await client.query("set session_replication_role = 'replica'")
  for (const [id, app, name] of [
    [1, 7, '周屿'],
    [2, 7, '许知远'],
    [3, 8, '沈一舟'],
  ])
    await client.query('insert into people.person (id, app_id, source_id, name) values ($1, $2, 1, $3)', [
      id,
      app,
      name,
    ])
  const cards: [id: number, app: number, person: number, card: string, day: number][] = [
    // The one with the smaller id got it later.
    [11, 7, 2, '6655443', 2],
    [12, 7, 1, '0006655443', 1],
    [13, 7, 1, '06655443', 3],
    [14, 7, 2, '04a1b2c3', 1],
    [15, 7, 2, 'AB12', 1],
    // Of another application.
    [16, 8, 3, '6655443', 5],
  ]
  for (const [id, app, person, card, day] of cards)
    await client.query(
      'insert into people.card (id, app_id, source_id, person_id, card_no, created_at) values ($1, $2, 1, $3, $4, $5)',
      [id, app, person, card, `2026-01-0${day}`],
    )
  for (const [id, sn] of [
    [21, 'ab-0012'],
    [22, 'AB-0012'],
    [23, 'Xy-1'],
  ])
    await client.query(
      `insert into devices.device (id, source_id, sn, name, model_id, device_class, product_key, secret_sealed)
        values ($1, 1, $2, 'd', 1, 'faceEqui', 'pk', '')`,
      [id, sn],
    )
  await migrate(connection, MIGRATIONS)
})
afterAll(async () => {
  await client?.end()
  await onCluster(clusterConnection(), `drop database if exists ${NAME} with (force)`)
})

test('a card stays with whoever had it first, in the spelling that was given', async () => {
  expect(await rowsOf('select person_id, card_no, shown, tail from people.card order by id')).toEqual([
    { person_id: '1', card_no: '6655443', shown: '0006655443', tail: '5443' },
    { person_id: '2', card_no: '4A1B2C3', shown: '04a1b2c3', tail: 'B2C3' },
    { person_id: '2', card_no: 'AB12', shown: 'AB12', tail: 'AB12' },
    { person_id: '3', card_no: '6655443', shown: '6655443', tail: '5443' },
  ])
})
test('the audit of the application says from whom it was taken, and their devices follow', async () => {
  const audited = await rowsOf('select app_id, object, object_id, object_name, changes, reason from audit.entry')
  expect(audited).toEqual([
    {
      ...{ app_id: '7', object: 'person', object_id: '2', object_name: '许知远' },
      changes: { cards: '•••' },
      reason: expect.stringContaining('尾号 5443 的卡与“周屿”的是同一张'),
    },
  ])
  expect(await rowsOf("select key, app_id, payload from engine.outbox where type = 'person.changed'")).toEqual([
    { key: '2', app_id: '7', payload: { personId: '2' } },
  ])
})
test('devices whose numbers differ only in case stay, the later one by its exact number', async () => {
  expect(await rowsOf('select sn, sn_key from devices.device order by id')).toEqual([
    { sn: 'ab-0012', sn_key: 'AB-0012' },
    { sn: 'AB-0012', sn_key: 'AB-0012 22' },
    { sn: 'Xy-1', sn_key: 'XY-1' },
  ])
})
