/** `npm start`: one process that checks, builds, starts the database and the server, keeps them running, and stops them in order. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, readDatabaseUrl } from '#server/sql/databaseUrl.ts'
import { whenAvailable } from '#server/sql/whenAvailable.ts'
import { type Config, ConfigError, type Mode, readConfig } from '../config.ts'
import { buildConsole } from './consoleBuild.ts'
import { nodeNumber } from './claimMachine.ts'
import { HintRelay } from './HintRelay.ts'
import { type Child, keepChild } from './keepChild.ts'
import { type SupervisedCluster, keepCluster } from './keepCluster.ts'
import { logFile } from './logFile.ts'
import { endLeftovers, runRecord } from './runRecord.ts'
import { secretKey } from './secretKey.ts'
import { stopRequest, type StopRequest } from './stopRequest.ts'
import type { ChildConfig, ChildName } from './supervised.ts'
import { checkDatabase, checkSurroundings } from './surroundings.ts'
import { welcome } from './welcome.ts'

export type SuperviseOptions = {
  mode: Mode
  env: NodeJS.ProcessEnv
  /** The repository. */
  root: string
  /** Entry files; tests use their own. */
  entries: Partial<Record<ChildName, string>>
  migrate: (connection: Database) => Promise<unknown>
  /** Throws when the database is sealed with another secret. */
  checkSecret: (connection: Database, secret: string) => Promise<void>
  /** Returns this machine's number in the database; called regularly to renew the claim. */
  claim: (connection: Database, dataDir: string) => Promise<number>
  print: (line: string) => void
}

/** The time each process gets to drain, and a little more; the server's children need the database until the end. */
const STOP_LIMIT_MS: Record<ChildName, number> = { demo: 5_000, worker: 11_000, server: 11_000 }
const STOP_ORDER: readonly ChildName[] = ['demo', 'worker', 'server']
const CLAIM_AGAIN_MS = 12 * 3_600_000
/** Passed to children inside PORTICO_CONFIG only. */
const SECRET_VARIABLES = ['PORTICO_SECRET', 'PORTICO_ADMIN_PASSWORD', 'DATABASE_URL', 'NATS_URL', 'S3_URL']

type Print = (line: string) => void
type Closers = (() => void)[]

/** Runs until a signal comes; resolves to the exit code when everything it started has ended. */
export async function supervise(options: SuperviseOptions): Promise<number> {
  const { print, root } = options
  const stop = stopRequest(print)
  const log = (line: string): void => print(`portico: ${line}`)
  const children = new Map<ChildName, Child>()
  const closers: Closers = []
  let cluster: SupervisedCluster | undefined
  let code = 0
  try {
    const config = readConfig(options.env, options.mode, root)
    await checkSurroundings(config, log)
    const secret = config.secret ?? secretKey(config.dataDir)
    await endLeftovers(config.dataDir, log)
    const record = runRecord(config.dataDir)
    closers.push(record.remove)
    const built = beginBuild(options, config, log, stop, closers)

    if (!config.databaseUrl)
      cluster = await keepCluster({ dataDir: join(config.dataDir, 'postgres'), log, abort: stop.signal })
    const connection: Database = cluster ? cluster.connection : readDatabaseUrl(config.databaseUrl ?? '')
    const machine = await prepareDatabase(options, {
      config,
      connection,
      secret,
      external: !cluster,
      log,
      stop,
      closers,
    })
    if (built) await stop.or(built)

    const started = { config, secret, connection, machine, record, closers, children, log }
    await startChildren(options, started, stop)
    await stop.requested
  } catch (error) {
    if (!stop.signal.aborted) {
      problemsOf(error).forEach(log)
      code = 1
    }
  }
  stop.begin()
  for (const name of STOP_ORDER) await children.get(name)?.stop(STOP_LIMIT_MS[name])
  await cluster?.stop().catch((error: Error) => log(error.message))
  closers.forEach(close => close())
  return code || stop.code()
}

interface Started {
  config: Config
  secret: string
  connection: Database
  machine: number
  record: ReturnType<typeof runRecord>
  closers: Closers
  /** The started children are added to it. */
  children: Map<ChildName, Child>
  log: Print
}
/** Resolves when all wanted children are ready; the demo starts last, and nothing waits for it. */
async function startChildren(options: SuperviseOptions, started: Started, stop: StopRequest): Promise<void> {
  const { config, secret, connection, machine, record, closers, children, log } = started
  const notices: string[] = []
  let announce: Print = line => void notices.push(line)
  const relay = new HintRelay()
  const start = (name: ChildName): Child => {
    const output = outputOf(options, config, name, closers)
    const child = keepChild({
      name,
      entry: options.entries[name] ?? '',
      env: childEnv(options.env, { ...config, secret, connection, child: name, node: nodeNumber(machine, name) }),
      output: output.fd,
      log,
      notice: line => announce(line),
      onPid: pid => record.set(name, pid),
      tail: output.tail,
      onHint: hint => relay.relay(name, hint),
      onTopics: topics => relay.subscribe(name, topics),
    })
    relay.join(name, child.hint)
    children.set(name, child)
    return child
  }
  // An entry that does not exist is left out, except the server.
  const wanted = wantedChildren(config).filter(name => name === 'server' || existsSync(options.entries[name] ?? ''))
  await stop.or(Promise.all(wanted.filter(name => name !== 'demo').map(name => start(name).ready)))
  if (stop.signal.aborted) return
  welcome(config, notices, options.print)
  announce = line => options.print(`  ${line}`)
  if (wanted.includes('demo')) start('demo').ready.catch((error: Error) => log(error.message))
}

const problemsOf = (error: unknown): readonly string[] =>
  error instanceof ConfigError ? error.problems : [(error as Error).message]

/** In production, output goes to the service manager; on a developer's machine it would hide the few important lines. */
function outputOf(
  options: SuperviseOptions,
  config: Config,
  name: string,
  closers: Closers,
): { fd: number | 'inherit'; tail: () => string } {
  if (options.mode === 'serve') return { fd: 'inherit', tail: () => '' }
  const file = logFile(config.dataDir, name)
  closers.push(file.close)
  return file
}

/** Starts building the console in parallel; undefined where it is not needed. */
function beginBuild(
  { env, root }: SuperviseOptions,
  config: Config,
  log: Print,
  stop: StopRequest,
  closers: Closers,
): Promise<unknown> | undefined {
  if (env.PORTICO_CONSOLE === 'skip' || !config.roles.includes('web')) return undefined
  const file = logFile(config.dataDir, 'console')
  closers.push(file.close)
  const built = buildConsole({ root, log, output: file.fd, tail: file.tail, abort: stop.signal })
  // Awaited later; a failure before that must not count as unhandled.
  built.catch(() => {})
  return built
}

/** Waits for the database, migrates it and claims a machine number, which is returned. */
async function prepareDatabase(
  options: SuperviseOptions,
  {
    config,
    connection,
    secret,
    external,
    log,
    stop,
    closers,
  }: {
    config: Config
    connection: Database
    secret: string
    external: boolean
    log: Print
    stop: StopRequest
    closers: Closers
  },
): Promise<number> {
  const patiently = <T>(work: () => Promise<T>): Promise<T> =>
    stop.or(whenAvailable(work, { print: log, signal: stop.signal }))
  if (external) await patiently(() => checkDatabase(connection))
  await patiently(() => options.migrate(connection))
  await patiently(() => options.checkSecret(connection, secret))
  const machine = await patiently(() => options.claim(connection, config.dataDir))
  closers.push(claimAgain(() => options.claim(connection, config.dataDir), machine, log))
  return machine
}

function childEnv(own: NodeJS.ProcessEnv, config: ChildConfig): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...own, PORTICO_CONFIG: JSON.stringify(config) }
  for (const variable of SECRET_VARIABLES) delete env[variable]
  return env
}

function wantedChildren(config: Config): ChildName[] {
  const server = config.roles.includes('web') || config.roles.includes('gateway')
  return [
    ...(server ? ['server' as const] : []),
    ...(config.roles.includes('worker') ? ['worker' as const] : []),
    ...(config.demo !== 'off' && server ? ['demo' as const] : []),
  ]
}

/** After a long interruption of the database connection, the machine's number may have been given to another machine. */
function claimAgain(claim: () => Promise<number>, machine: number, log: (line: string) => void): () => void {
  const timer = setInterval(
    () =>
      void claim()
        .then(number => {
          if (number !== machine)
            log(`machine ${machine} was not seen for so long that it is now ${number}: restart it`)
        })
        .catch(() => {}),
    CLAIM_AGAIN_MS,
  )
  return () => clearInterval(timer)
}
