/** `npm test`: every check there is, in order, and one closing line that counts them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
// Makes the registries that the type check and the tests import.
import './gen.ts'

type Count = { passed: number; failed: number }
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules/.bin', name)
/** What is not done by then counts as failed: a run that hangs must still say so. */
const DEADLINE_MS = 45 * 60_000
const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]
const NATS_PATHS = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']
const BROWSER_PACKAGES = ['chromium', 'fonts-noto-cjk']

const FAULT_SEED = '160403'

let current: ChildProcess | undefined
let late = false
const deadline = setTimeout(() => {
  late = true
  current?.kill('SIGTERM')
}, DEADLINE_MS)

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  if (late) return Promise.resolve(1)
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    current = child
    child.once('error', () => resolve(1)).once('exit', code => resolve(code ?? 1))
  })
}

/** A check that is right or wrong as a whole. */
async function check(title: string, command: string, args: string[]): Promise<Count> {
  console.log(`\n— ${title}`)
  const ok = (await run(command, args)) === 0
  console.log(`${title}: ${ok ? 'passed' : 'FAILED'}`)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

async function vitest(title: string, config: string, env: NodeJS.ProcessEnv = {}): Promise<Count> {
  console.log(`\n— ${title}`)
  const folder = join(root, 'tests/.tmp')
  const file = join(folder, `report-${process.pid}.json`)
  mkdirSync(folder, { recursive: true })
  const code = await run(
    bin('vitest'),
    ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env,
  )
  let report: Report = { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    // it ended before it could report; its exit code says so
  }
  rmSync(file, { force: true })
  // A file that cannot be loaded or prepared fails without failing a test, and an error outside every test fails only the run.
  const files = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  ).length
  const failed = report.numFailedTests + files
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** The product under faults; it counts its checks itself, in its last line. */
async function faults(): Promise<Count> {
  console.log('\n— faults')
  if (late) return { passed: 0, failed: 1 }
  const child = spawn(process.execPath, ['tests/faults/run.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The same every time: what fails here fails for a change. By hand each run draws its own.
    env: { ...process.env, SEED: process.env.SEED ?? FAULT_SEED },
  })
  current = child
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    said = (said + text).slice(-1000)
  })
  const code = await new Promise<number>(resolve =>
    child.once('error', () => resolve(1)).once('close', code => resolve(code ?? 1)),
  )
  const [, passed = '0', failed = '0'] = /(\d+) passed, (\d+) failed\s*$/.exec(said) ?? []
  return { passed: Number(passed), failed: code !== 0 && failed === '0' ? 1 : Number(failed) }
}

/** Debian's packages, where we may: true when they are there now. */
function bring(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.log(`installing ${packages.join(' and ')} by apt-get …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet).status === 0
}

/** The other end of the bus between machines; without it the product works on one, and the bus's tests are left out. */
function natsServer(): void {
  if (NATS_PATHS.some(path => existsSync(path))) return
  if (!bring(['nats-server'])) {
    console.log('left out: the bus between machines (as root, apt-get install -y --no-install-recommends nats-server)')
    return
  }
  // It comes as a service of the machine, which nobody asked for.
  spawnSync('systemctl', ['disable', '--now', 'nats-server'], { stdio: 'ignore' })
}

/** The browser and Chinese type for it; else one line that names both. */
function browser(): string | null {
  const chromium = (): string | undefined =>
    [process.env.CHROMIUM ?? '', ...CHROMIUM_PATHS].find(path => path && existsSync(path))
  const type = (): boolean =>
    /Noto (Sans|Serif).*CJK/.test(spawnSync('fc-list', [], { encoding: 'utf8' }).stdout ?? '') ||
    ['/usr/share/fonts/opentype/noto', '/usr/share/fonts/noto-cjk'].some(
      folder => existsSync(folder) && readdirSync(folder).some(name => name.includes('CJK')),
    )
  if (!chromium() || !type()) bring(BROWSER_PACKAGES)
  const found = chromium()
  return found && type() ? found : null
}

const counts: Count[] = []
const chromium = browser()
natsServer()
counts.push(await check('types (tsc)', bin('tsc'), ['--noEmit']))
counts.push(await check('layout (prettier)', 'npm', ['run', '--silent', 'prettier', '--', '--check']))
if (existsSync(join(root, 'scripts/tidy.ts')))
  counts.push(await check('house rules (tidy)', process.execPath, ['scripts/tidy.ts']))
counts.push(await vitest('rules, database, protocols (node)', 'vitest.config.ts'))
if (chromium === null) {
  console.log(
    `\nthe browser tests need chromium and fonts-noto-cjk: as root, apt-get install -y --no-install-recommends ${BROWSER_PACKAGES.join(' ')} (or set CHROMIUM to a browser's path)`,
  )
  counts.push({ passed: 0, failed: 1 })
} else {
  for (const [title, config] of [
    ['components (browser)', 'vitest.browser.config.ts'],
    ['end to end', 'vitest.e2e.config.ts'],
  ] as const) {
    if (existsSync(join(root, config))) counts.push(await vitest(title, config, { CHROMIUM: chromium }))
  }
}
counts.push(await faults())
clearTimeout(deadline)
if (late) console.log(`\nnot done within ${DEADLINE_MS / 60_000} minutes`)

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
