/**
 * Supervisors for tests/supervisor.test.ts: each started as a separate program, with its own data folder and ports, and
 * stopped with its test.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { markOf } from '../../src/server/sql/cluster/processes.ts'
import { startCluster } from '../../src/server/sql/cluster/startCluster.ts'
import { freePort } from './freePort.ts'
import { frontPorts, portVariables } from './frontPorts.ts'
import { miss } from './until.ts'

export const folder = join(import.meta.dirname, '../.tmp', `supervisor-${process.pid}`)
export const fixture = join(import.meta.dirname, 'fixtures/supervisor.ts')
let count = 0
export const nextNumber = (): number => (count += 1)

export type Started = {
  process: ChildProcess
  dataDir: string
  url: string
  output: () => string
  /** Resolves when the output contains the text; rejects when the process ends before. */
  prints: (text: string) => Promise<void>
  exit: Promise<number | null>
}

/** A database that was created once; most starts copy it, because creating one takes most of the time. */
const created = join(folder, 'created')

type StartOptions = {
  dataDir?: string
  /** Creates its database, like a real first start. */
  first?: boolean
  env?: NodeJS.ProcessEnv
  command?: [string, ...string[]]
  cwd?: string
}

async function start(options: StartOptions = {}): Promise<Started> {
  const dataDir = options.dataDir ?? join(folder, String(nextNumber()))
  if (!options.first && !existsSync(dataDir)) cpSync(created, join(dataDir, 'postgres'), { recursive: true })
  const httpPort = options.env?.PORTICO_HTTP_PORT ?? String(await freePort())
  const [program, ...args] = options.command ?? [process.execPath, fixture]
  const env = {
    ...process.env,
    PORTICO_CONSOLE: 'skip',
    PORTICO_DATA_DIR: dataDir,
    PORTICO_HTTP_PORT: httpPort,
    ...portVariables(await frontPorts()),
    ...options.env,
  }
  // In a process group of its own, like a command in a terminal, so that signals to the group reach no other process.
  const child = spawn(program, args, {
    env,
    cwd: options.cwd ?? folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
  const exit = new Promise<number | null>(resolve => child.once('close', resolve))
  let ended = false
  void exit.then(() => (ended = true))
  const prints = async (text: string): Promise<void> => {
    while (!output.includes(text)) {
      if (ended) throw new Error(`it ended without saying ${JSON.stringify(text)}:\n${output}`)
      await sleep(20)
    }
  }
  return { process: child, dataDir, url: `http://127.0.0.1:${httpPort}`, output: () => output, prints, exit }
}

export const life = (one: Started): string[] =>
  readFileSync(join(one.dataDir, 'life.log'), 'utf8')
    .trim()
    .split('\n')
    .map(line => line.replace(/ \d+$/, ''))

/** Every process in the record of this data folder's run, including the postmaster. */
export function pidsOf(one: Started): Record<string, number> {
  const run = readdirSync(join(one.dataDir, 'run')).map(name =>
    JSON.parse(readFileSync(join(one.dataDir, 'run', name), 'utf8')),
  )[0]
  const postmaster = Number(readFileSync(join(one.dataDir, 'postgres/18/postmaster.pid'), 'utf8').split('\n')[0])
  return {
    supervisor: run.supervisor.pid,
    postmaster,
    ...Object.fromEntries(
      Object.entries(run.children as Record<string, { pid: number }>).map(([name, mark]) => [name, mark.pid]),
    ),
  }
}

export const alive = (pids: Record<string, number>): string[] =>
  Object.entries(pids)
    .filter(([, pid]) => markOf(pid))
    .map(([name]) => name)

export async function until(condition: () => boolean | Promise<boolean>, limitMs = 15_000): Promise<void> {
  for (let waitedMs = 0; !(await condition()); waitedMs += 50) {
    if (waitedMs > limitMs) throw miss(String(condition))
    await sleep(50)
  }
}

export const ask = (url: string): Promise<string> =>
  fetch(url).then(
    answer => answer.text(),
    error => `failed: ${error.cause?.code ?? error.message}`,
  )

/** Before the first start: the database that most starts copy. */
export async function prepare(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const cluster = await startCluster({ dataDir: created, log: () => {}, settings: { fsync: 'off' } })
  await cluster.stop()
}
export const remove = (): void => rmSync(folder, { recursive: true, force: true })

/** A test with `start`; whatever it started is stopped with it. */
export const supervisorTest = test.extend<{ start: (options?: StartOptions) => Promise<Started> }>({
  start: async ({}, use) => {
    const started: Started[] = []
    await use(async options => {
      const one = await start(options)
      started.push(one)
      return one
    })
    for (const one of started) {
      if (one.process.exitCode === null && one.process.signalCode === null) one.process.kill('SIGTERM')
      await one.exit
    }
  },
})
