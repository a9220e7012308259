/**
 * Checks the rules of the code; each message says what to do instead. Part of every test run.
 * `npm run tidy -- --expect` records the current number of problems, after a rule was added or something was fixed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge, raisedIn, type Counts } from './tidy/judge.ts'

const root = join(import.meta.dirname, '..')
const files = new Map<string, string>()
for (const folder of ['src', 'scripts', 'tests'])
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    const path = `${folder}/${file.replaceAll('\\', '/')}`
    if (!/\.(tsx?|css)$/.test(path) || /\/(generated|node_modules|\.tmp)\//.test(path)) continue
    files.set(path, readFileSync(join(root, path), 'utf8'))
  }

const EXPECTED = join(root, 'scripts/tidy/expected.json')
/** The problems that existed before their rule, which may only decrease. */
const expected = JSON.parse(readFileSync(EXPECTED, 'utf8')) as Counts
const { problems, counts } = judge(files, expected)
if (process.argv.includes('--expect')) {
  const raised = raisedIn(counts, expected)
  for (const line of raised) console.error(line)
  if (raised.length) process.exit(1)
  writeFileSync(EXPECTED, `${JSON.stringify(counts, null, 2)}\n`)
  process.exit(0)
}
for (const problem of problems) console.error(problem)
console.log(`tidy: ${files.size} files, ${problems.length} problems`)
process.exit(problems.length ? 1 : 0)
