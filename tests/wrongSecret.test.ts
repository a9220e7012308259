/** `npm run serve` with a secret other than the database's: refused by the product itself, with a message that says what to do. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '#server/sql/db.ts'
import { checkSecret } from '#main/checkSecret.ts'
import { freshDatabase, type FreshDatabase } from './harness/database.ts'
import { freePort } from './harness/freePort.ts'
import { frontPorts, portVariables } from './harness/frontPorts.ts'

const [right, wrong] = [randomBytes(36).toString('base64'), randomBytes(36).toString('base64')]
let database: FreshDatabase
let dataDir = ''
beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'portico-secret-'))
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a start with another secret ends with one line that names the variable and where the right one lies', async () => {
  await checkSecret(database.connection, right)
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.ts'), '--serve'], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: database.url, PORTICO_SECRET: wrong, PORTICO_DATA_DIR: dataDir, PORTICO_CONSOLE: 'skip' },
      ...{
        PORTICO_HOST: '127.0.0.1',
        PORTICO_HTTP_PORT: String(await freePort()),
        ...portVariables(await frontPorts()),
      },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  expect(code).toBe(1)
  expect(output).toMatch(
    /^portico: PORTICO_SECRET: this database is sealed with another secret; give the one with which it was first started \(it may lie in secret\.key [^\n]*$/m,
  )
  expect(output).not.toMatch(/\n\s+at /)
  expect(output).not.toContain(wrong)
  // Nothing was started: no machine, no account.
  const db = openDb(database.connection, { max: 1 })
  const [left] = await db.query<{ accounts: number }>(
    { role: 'engine' },
    sql`select count(*)::int as accounts from identity.account`,
  )
  await db.end()
  expect(left).toEqual({ accounts: 0 })
}, 60_000)
