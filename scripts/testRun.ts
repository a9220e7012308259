/** Runs one part of the tests and counts it: a check, a vitest configuration, the faults. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

export type Count = { passed: number; failed: number }
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

export const root = join(import.meta.dirname, '..')
export const bin = (name: string): string => join(root, 'node_modules/.bin', name)

/**
 * What a part takes of the cores beside others. `first`: all that it needs, because it waits for most of its time and its limits
 * judge the product. `patient`: what those leave, because it computes, and its limits are generous. `idle`: the rest.
 */
export type Share = 'first' | 'patient' | 'idle'
const NICE: Readonly<Record<Share, readonly string[]>> = {
  first: [],
  patient: ['nice', '-n', '10'],
  idle: ['nice', '-n', '19'],
}

const running = new Set<ChildProcess>()
let late = false
/** Ends running checks; later ones fail without running. */
export function endAll(): void {
  late = true
  for (const child of running) child.kill('SIGTERM')
}

/** Slow checks, with their seconds. */
const durations: { name: string; seconds: number }[] = []
export const slowest = (count: number): readonly { name: string; seconds: number }[] =>
  durations.sort((one, other) => other.seconds - one.seconds).slice(0, count)

/**
 * Runs a command and returns its exit code and output; `quiet` prints the output only at the end, because other
 * commands print at the same time.
 */
async function run(
  title: string,
  command: string,
  args: readonly string[],
  { env = {}, quiet = false, share = 'first' }: { env?: NodeJS.ProcessEnv; quiet?: boolean; share?: Share } = {},
): Promise<{ code: number; output: string }> {
  if (late) return { code: 1, output: '' }
  if (!quiet) console.log(`\n— ${title}`)
  const began = performance.now()
  const [program, ...given] = [...NICE[share], command, ...args]
  const child = spawn(program!, given, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (!quiet) process.stdout.write(text)
    })
  const code = await new Promise<number>(resolve =>
    child.once('error', () => resolve(1)).once('close', code => resolve(code ?? 1)),
  )
  running.delete(child)
  if (quiet) process.stdout.write(`\n— ${title}\n${output}`)
  console.log(`${title}: ${Math.round((performance.now() - began) / 1000)} s`)
  return { code, output }
}

const failures: string[] = []
/** What failed in the end, a line each: the output of parts that run beside each other is too long to search. */
export const whatFailed = (): readonly string[] => failures

/** A check that passes or fails as a whole. */
export async function check(
  title: string,
  command: string,
  args: readonly string[],
  { share = 'first' }: { share?: Share } = {},
): Promise<Count> {
  const ok = (await run(title, command, args, { quiet: true, share })).code === 0
  console.log(`${title}: ${ok ? 'passed' : 'FAILED'}`)
  if (!ok) failures.push(title)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

/** If more files than this number fail, the reason is one that a second run does not change. */
const MOST_REPEATED = 8
/** What failed beside other parts, to be run once more when nothing else runs. */
const later: (() => Promise<Count>)[] = []
/** Runs what failed a second time, one part after the other. */
export async function repeatFailed(): Promise<Count[]> {
  const done: Count[] = []
  for (const repeat of later.splice(0)) done.push(await repeat())
  return done
}
const repeated: string[] = []
/** Tests that failed and then passed when repeated: each hides a race or a limit that a busy machine exceeds, and should be fixed. */
export const unsteady = (): readonly string[] => repeated

/**
 * Runs test files of one configuration; all of them when none is named. With `repeat` the few failed files are not counted
 * and wait for `repeatFailed`; `quiet` is as for `run`.
 */
export async function vitest(
  title: string,
  config: string,
  {
    files = [],
    env = {},
    repeat = false,
    quiet = false,
    share = 'first',
  }: { files?: readonly string[]; env?: NodeJS.ProcessEnv; repeat?: boolean; quiet?: boolean; share?: Share } = {},
): Promise<Count> {
  const { code, report } = await runVitest(title, config, files, { env, quiet, share })
  for (const { name, startTime, endTime } of report.testResults)
    durations.push({ name: relative(root, name), seconds: (endTime - startTime) / 1000 })
  const broken = report.testResults.filter(file => file.status === 'failed')
  // A file that cannot be loaded fails without a failed test, and an error outside every test fails only the run.
  const unloaded = broken.filter(file => !file.assertionResults.some(test => test.status === 'failed')).length
  const failed = report.numFailedTests + unloaded
  const count = { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
  // An error outside of every test, such as a browser that did not start in time, may have ended the run early.
  const isOutside = code !== 0 && broken.length === 0
  if (!repeat || late || (broken.length === 0 && !isOutside) || broken.length > MOST_REPEATED) {
    failures.push(...broken.flatMap(failuresOf))
    if (isOutside) failures.push(`${title}: an error outside of every test`)
    return count
  }
  const names = broken.map(file => relative(root, file.name))
  later.push(async () => {
    const what = isOutside ? title : `${title}: ${names.join(', ')}`
    const again = await vitest(`again, ${what}`, config, { files: isOutside ? files : names, env, quiet })
    if (again.failed === 0) repeated.push(...(isOutside ? [title] : names))
    return again
  })
  if (isOutside) return { passed: 0, failed: 0 }
  const before = broken.flatMap(file => file.assertionResults).filter(test => test.status === 'passed').length
  return { passed: count.passed - before, failed: 0 }
}

const failuresOf = ({ name, assertionResults }: Report['testResults'][number]): string[] => {
  const failed = assertionResults.filter(test => test.status === 'failed').map(test => test.fullName)
  return (failed.length ? failed : ['cannot be loaded']).map(what => `${relative(root, name)}: ${what}`)
}

async function runVitest(
  title: string,
  config: string,
  files: readonly string[],
  options: { env: NodeJS.ProcessEnv; quiet: boolean; share: Share },
): Promise<{ code: number; report: Report }> {
  const folder = join(root, 'tests/.tmp')
  const file = join(folder, `report-${process.pid}-${basename(config)}.json`)
  mkdirSync(folder, { recursive: true })
  const { code } = await run(
    title,
    // With this Node: the one on the path may be too old for the reporter.
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      config,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...files,
    ],
    options,
  )
  let report: Report = { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    // it ended before it could report; its exit code says so
  }
  rmSync(file, { force: true })
  return { code, report }
}

/** A fixed seed: a failure here is caused by a change. Manual runs draw a new seed each time. */
const FAULT_SEED = '160403'
/**
 * Runs the product under faults, by name or group; it counts its checks itself, in its last line. `repeat` and `quiet`
 * are as for `vitest`.
 */
export async function faults(
  title: string,
  names: readonly string[],
  { repeat = false, quiet = false, share = 'first' }: { repeat?: boolean; quiet?: boolean; share?: Share } = {},
): Promise<Count> {
  const { code, output } = await run(title, process.execPath, ['tests/faults/run.ts', ...names], {
    env: { SEED: process.env.SEED ?? FAULT_SEED },
    quiet,
    share,
  })
  const rows = [...output.matchAll(/^(\w+) +\d+ +(\d+) +(\d+) +(\d+)$/gm)].map(([, name = '', ...numbers]) => {
    const [passed = 0, failed = 0, seconds = 0] = numbers.map(Number)
    return { name, passed, failed, seconds }
  })
  for (const { name, seconds } of rows) durations.push({ name: `fault ${name}`, seconds })
  const [, passed = '0', failed = '0'] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  const count = { passed: Number(passed), failed: code !== 0 && failed === '0' ? 1 : Number(failed) }
  const broken = rows.filter(row => row.failed > 0)
  if (!repeat || late || broken.length === 0 || broken.length > MOST_REPEATED) {
    const lines = [...output.matchAll(/^(\w+) +✗ (.*)$/gm)].map(([, name, what]) => `fault ${name}: ${what}`)
    if (count.failed) failures.push(...(lines.length ? lines : [`${title}: ended before it could count`]))
    return count
  }
  const unmet = broken.map(({ name }) => name)
  later.push(async () => {
    const again = await faults(`again, ${title}: ${unmet.join(', ')}`, unmet, { quiet })
    if (again.failed === 0) repeated.push(...unmet.map(name => `fault ${name}`))
    return again
  })
  return { passed: count.passed - broken.reduce((sum, row) => sum + row.passed, 0), failed: 0 }
}
