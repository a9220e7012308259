/** Every statement of the product holds on the migrated database, gives the rows that its caller declares, and keeps to its module's walls. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compare, type Known } from '../scripts/sql/compare.ts'
import { judgeProduct, KNOWN_FILE } from '../scripts/sql/judgeProduct.ts'
import { PLACES_FILE, RECORDED_VARIABLE } from '../scripts/sql/ranStatement.ts'
import { freshDatabase } from './harness/database.ts'

test('the problems of the SQL are exactly those of scripts/sql/expected.json', async () => {
  const { connection, drop } = await freshDatabase()
  try {
    const { problems, places } = await judgeProduct(connection)
    const recorded = process.env[RECORDED_VARIABLE]
    if (recorded) writeFileSync(join(recorded, PLACES_FILE), JSON.stringify(places))
    const known = JSON.parse(readFileSync(KNOWN_FILE, 'utf8')) as Known
    expect(compare(problems, known)).toEqual({ added: [], gone: [] })
  } finally {
    await drop()
  }
})
