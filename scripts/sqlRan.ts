/** Judges the statements that a whole run of the tests kept in the folder given: `npm test` ends its node tests with it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeRan } from './sql/judgeRan.ts'
import { PLACES_FILE, type Places, type RanStatement } from './sql/ranStatement.ts'

const folder = process.argv[2]!
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
const places = JSON.parse(read(PLACES_FILE)) as Places
const ran = readdirSync(folder)
  .filter(file => file.endsWith('.ran'))
  .flatMap(file => read(file).trimEnd().split('\n'))
  .map(line => JSON.parse(line) as RanStatement)
const problems = await judgeRan(places, ran)
for (const { path, line, message } of problems) console.error(`${line ? `${path}:${line}` : path}: ${message}`)
console.log(
  `sql: ${places.composed.length} places composed at run time, ${ran.length} statements, ${problems.length} wrong`,
)
process.exitCode = problems.length ? 1 : 0
