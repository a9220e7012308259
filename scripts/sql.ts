/**
 * Checks the SQL of the product against the migrated database, as a test of every run does.
 * `npm run sql -- --expect` records the known problems; it refuses to record more.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import setup from '../tests/harness/globalSetup.ts'
import { freshDatabase } from '../tests/harness/database.ts'
import { compare, knownFrom, type Known } from './sql/compare.ts'
import { judgeProduct, KNOWN_FILE } from './sql/judgeProduct.ts'

const stop = await setup()
try {
  const { connection, drop } = await freshDatabase()
  const { problems, places } = await judgeProduct(connection)
  await drop()
  const { added, gone } = compare(problems, JSON.parse(readFileSync(KNOWN_FILE, 'utf8')) as Known)
  const expects = process.argv.includes('--expect')
  for (const line of [...added, ...(expects ? [] : gone)]) console.error(line)
  if (expects && !added.length) writeFileSync(KNOWN_FILE, `${JSON.stringify(knownFrom(problems), null, 2)}\n`)
  else if (added.length || gone.length) process.exitCode = 1
  console.log(`sql: ${problems.length} known, ${added.length} new, ${gone.length} gone`)
  console.log(
    `${places.composed.length} places are composed when the program runs: npm test judges what its tests run there`,
  )
} finally {
  await stop()
}
