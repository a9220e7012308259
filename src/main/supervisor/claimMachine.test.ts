import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../tests/harness/database.ts'
import { claimMachine, nodeNumber } from './claimMachine.ts'

const root = mkdtempSync(join(tmpdir(), 'portico-machines-'))
let database: FreshDatabase
let client: pg.Client

beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(root, { recursive: true })
})
const claim = (name: string): Promise<number> => {
  mkdirSync(join(root, name), { recursive: true })
  return claimMachine(database.connection, join(root, name))
}

test('each folder has a number of its own, and gets it again', async () => {
  expect(await claim('a')).toBe(1)
  expect(await claim('b')).toBe(2)
  expect(await claim('a')).toBe(1)
  expect(statSync(join(root, 'a/machine')).mode & 0o777).toBe(0o600)
})

test('claims at the same moment differ, and one folder twice does not', async () => {
  const claims = await Promise.all(['c', 'd', 'e', 'f', 'c'].map(claim))
  expect(claims[4]).toBe(claims[0])
  expect(new Set(claims)).toEqual(new Set([3, 4, 5, 6]))
})

test('no two processes of 63 machines share a node, and each fits an id', () => {
  const nodes = Array.from({ length: 63 }, (_, index) =>
    (['server', 'worker', 'demo'] as const).map(child => nodeNumber(index + 1, child)),
  ).flat()
  expect(new Set(nodes).size).toBe(189)
  expect([Math.min(...nodes), Math.max(...nodes)]).toEqual([5, 255])
})

test('a 64th machine is refused in one line; the number of one not seen for 30 days is free', async () => {
  await client.query(
    'insert into engine.machine (number, id) select n, gen_random_uuid() from generate_series(7, 63) n',
  )
  await client.query("update engine.machine set seen_at = now() - interval '29 days' where number = 40")
  await expect(claim('late')).rejects.toThrow(/^DATABASE_URL: 63 machines are the most [^\n]*PORTICO_DATA_DIR[^\n]*$/)
  expect(await claim('b')).toBe(2)
  await client.query("update engine.machine set seen_at = now() - interval '31 days' where number = 40")
  expect(await claim('late')).toBe(40)
  await expect(claim('later')).rejects.toThrow('63 machines')
})

test('a damaged file is refused, named and left as it is', async () => {
  mkdirSync(join(root, 'damaged'))
  writeFileSync(join(root, 'damaged/machine'), 'half')
  await expect(claim('damaged')).rejects.toThrow(`${join(root, 'damaged/machine')} holds no machine's id`)
  expect(readFileSync(join(root, 'damaged/machine'), 'utf8')).toBe('half')
})
