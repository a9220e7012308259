/**
 * `npm test`: every check, and one closing line that counts them.
 * `npm test -- people src/console/kit`: only the checks affected by a name or a path.
 */
// Generates the registries that the type check and the tests import.
import './gen.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RECORDED_VARIABLE } from './sql/ranStatement.ts'
import {
  bin,
  check,
  type Count,
  endAll,
  faults,
  repeatFailed,
  slowest,
  unsteady,
  vitest,
  whatFailed,
} from './testRun.ts'
import { BROWSER_PACKAGES, bringBrowser, bringNatsServer } from './testTools.ts'
import { walkFile, walkPartOf } from '../tests/e2e/walk/parts.ts'
import { touchedBy } from './touched.ts'

/** Whatever is not done by then counts as failed, so that a run that hangs still reports. */
const DEADLINE_MS = 80 * 60_000
const SLOWEST = 10
const NODE = ['rules, database, protocols (node)', 'vitest.config.ts'] as const
const COMPONENTS = ['components (browser)', 'vitest.browser.config.ts'] as const
const END_TO_END = ['end to end', 'vitest.e2e.config.ts'] as const

let late = false
const deadline = setTimeout(() => {
  late = true
  endAll()
}, DEADLINE_MS)

const counts: Count[] = []
const add = (...more: Count[]): void => void counts.push(...more)

/** Without a browser, its tests count as one failure. */
function withBrowser(): NodeJS.ProcessEnv | null {
  const chromium = bringBrowser()
  if (chromium) return { CHROMIUM: chromium }
  console.log(
    `\nthe browser tests need chromium and fonts-noto-cjk: as root, apt-get install -y --no-install-recommends ${BROWSER_PACKAGES.join(' ')} (or set CHROMIUM to a browser's path)`,
  )
  add({ passed: 0, failed: 1 })
  return null
}

type Check = readonly [title: string, command: string, args: readonly string[]]
const TYPES: Check = ['types (tsc)', bin('tsc'), ['--noEmit']]
const CONSOLE: Check = ['the console that is tested (vite)', process.execPath, ['tests/e2e/build.ts']]
const HOUSE_RULES: Check = ['house rules (tidy)', process.execPath, ['scripts/tidy.ts']]
/** Of the sources, without running them. */
const STATIC: readonly Check[] = [
  TYPES,
  ['definitions and rules without a browser (tsc)', bin('tsc'), ['-p', 'tsconfig.pure.json']],
  ['layout (prettier)', 'npm', ['run', '--silent', 'prettier', '--', '--check']],
  HOUSE_RULES,
]

/** One after the other, in the time that other checks leave: they compute and never wait. */
async function inTheBackground(checks: readonly Check[]): Promise<Count[]> {
  const done: Count[] = []
  for (const one of checks) done.push(await check(...one, { share: 'idle' }))
  return done
}

/** One group after the other: beside the node tests and a browser, two groups at once exceed their limits on two cores. */
async function inGroups(groups: readonly string[]): Promise<Count[]> {
  const done: Count[] = []
  for (const group of groups)
    done.push(await faults(`faults without a clock: ${group}`, [group], { repeat: true, quiet: true }))
  return done
}

/** In the one browser, then in three of them: as soon as the console is there, and beside the node tests, half of which wait. */
async function inBrowsers(env: NodeJS.ProcessEnv | null): Promise<Count[]> {
  const counts = [await check(...CONSOLE)]
  if (!env) return counts
  for (const [title, config] of [COMPONENTS, END_TO_END])
    counts.push(await vitest(title, config, { env, repeat: true, quiet: true, share: 'patient' }))
  return counts
}

async function everything(): Promise<void> {
  const env = withBrowser()
  bringNatsServer()
  const folder = mkdtempSync(join(tmpdir(), 'portico-ran-'))
  try {
    const others = [inBrowsers(env), inTheBackground(STATIC), inGroups(['clients', 'database'])]
    add(await vitest(...NODE, { env: { [RECORDED_VARIABLE]: folder }, repeat: true }))
    // They come first where they need the cores. On two of them their limits may still judge the machine: then again, alone.
    add(await faults('faults against the clock', ['timed'], { quiet: true, repeat: true }))
    for (const part of others) add(...(await part))
    add(...(await repeatFailed()))
    // Statements that only the running program knows.
    add(await check('SQL that the tests ran', process.execPath, ['scripts/sqlRan.ts', folder]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function only(words: readonly string[]): Promise<void> {
  const touched = await touchedBy(words)
  const inBrowser = touched.browser.length + touched.e2e.length + touched.pages.length > 0
  const env = inBrowser ? withBrowser() : null
  const laidOut = touched.files.filter(file => /\.(tsx?|css|mjs)$/.test(file))
  const beside = { quiet: true }
  const ofPages = [...new Set(touched.pages.map(path => walkFile(walkPartOf(path))))]
  const onlyPages = touched.pages.map(path => `^${path.replace(/:\w+/g, '[^/]+')}(/|$)`).join('|')
  const endToEnd = { files: [...touched.e2e, ...ofPages], env: { ...env, WALK_ONLY: onlyPages } }
  add(
    ...(await Promise.all([
      check(...TYPES),
      check('layout (prettier)', bin('prettier'), ['--log-level', 'warn', '--check', ...laidOut]),
      check(...HOUSE_RULES),
      ...(touched.node.length ? [vitest(...NODE, { ...beside, files: touched.node })] : []),
      ...(env && touched.browser.length ? [vitest(...COMPONENTS, { ...beside, env, files: touched.browser })] : []),
      ...(env && endToEnd.files.length ? [vitest(...END_TO_END, { ...beside, ...endToEnd })] : []),
    ])),
  )
  if (touched.faults.length) add(await faults('faults', touched.faults))
}

const words = process.argv.slice(2)
try {
  await (words.length ? only(words) : everything())
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  add({ passed: 0, failed: 1 })
}
clearTimeout(deadline)
if (late) console.log(`\nnot done within ${DEADLINE_MS / 60_000} minutes`)

console.log('\nthe slowest:')
for (const { name, seconds } of slowest(SLOWEST)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
for (const name of unsteady()) console.log(`unsteady, it passed only when run again: ${name}`)
for (const line of whatFailed()) console.log(`FAILED ${line}`)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
