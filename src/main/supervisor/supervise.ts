/** `npm start`: one process that checks, builds, starts the database and the server, keeps them alive, and stops them in order. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { judgeRestored } from '#server/backup/restoring.ts'
import { type Database, readDatabaseUrl } from '#server/sql/databaseUrl.ts'
import { openClient } from '#server/sql/openClient.ts'
import { whenAvailable } from '#server/sql/whenAvailable.ts'
import { type Config, ConfigError, type Mode, readConfig } from '../config.ts'
import { buildConsole } from './consoleBuild.ts'
import { portProblems } from './portProblems.ts'
import { nodeNumber } from './claimMachine.ts'
import { HintRelay } from './HintRelay.ts'
import { type Child, keepChild } from './keepChild.ts'
import { type SupervisedCluster, keepCluster } from './keepCluster.ts'
import { logFile } from './logFile.ts'
import { endLeftovers, otherSupervisors, runRecord } from './runRecord.ts'
import { secretKey } from './secretKey.ts'
import { stopRequest, type StopRequest } from './stopRequest.ts'
import type { ChildConfig, ChildName } from './supervised.ts'

export type SuperviseOptions = {
  mode: Mode
  env: NodeJS.ProcessEnv
  /** The repository. */
  root: string
  /** Entry files; tests give their own. */
  entries: Partial<Record<ChildName, string>>
  migrate: (connection: Database) => Promise<unknown>
  /** Throws when the database is sealed with another secret. */
  checkSecret: (connection: Database, secret: string) => Promise<void>
  /** Answers this machine's number in the database; asked again while it runs, to say that it is still there. */
  claim: (connection: Database, dataDir: string) => Promise<number>
  print: (line: string) => void
}

/** What each may take to drain, and a little more; the server's children need the database to the end. */
const STOP_LIMIT_MS: Record<ChildName, number> = { demo: 5_000, worker: 11_000, server: 11_000 }
const STOP_ORDER: readonly ChildName[] = ['demo', 'worker', 'server']
const CLAIM_AGAIN_MS = 12 * 3_600_000
/** Given to children inside PORTICO_CONFIG only. */
const SECRET_VARIABLES = ['PORTICO_SECRET', 'PORTICO_ADMIN_PASSWORD', 'DATABASE_URL', 'NATS_URL', 'S3_URL']

type Print = (line: string) => void
type Closers = (() => void)[]

/** Runs until a signal comes; resolves to the exit code when nothing it started is left. */
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
    // A part that is not built yet is left out; the server is never.
    const wanted = wantedChildren(config).filter(name => name === 'server' || existsSync(options.entries[name] ?? ''))
    await stop.or(Promise.all(wanted.filter(name => name !== 'demo').map(name => start(name).ready)))
    if (!stop.signal.aborted) {
      welcome(config, notices, print)
      announce = line => print(`  ${line}`)
      if (wanted.includes('demo')) start('demo').ready.catch((error: Error) => log(error.message))
    }
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

const problemsOf = (error: unknown): readonly string[] =>
  error instanceof ConfigError ? error.problems : [(error as Error).message]

/** What must be right on this machine before anything is started. Throws what is not. */
async function checkSurroundings(config: Config, log: Print): Promise<void> {
  config.warnings.forEach(log)
  judgeRestored(config.dataDir)
  makeDataDir(config)
  checkTls(config)
  await checkPorts(config, log)
}

/** Production logs go where the service manager collects them; at home they would bury the few lines that matter. */
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

/** Builds the console beside what else is started; undefined where it is not needed. */
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

/** Waits for the database, migrates it and claims a number in it, which is answered. */
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
    stop.or(whenAvailable(work, { say: log, signal: stop.signal }))
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
    ...(config.demo && server ? ['demo' as const] : []),
  ]
}

/** Away from the database for longer than numbers are kept, a machine may find its own given to another. */
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

function makeDataDir(config: Config): void {
  try {
    mkdirSync(dirname(config.dataDir), { recursive: true })
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Error(`PORTICO_DATA_DIR: ${config.dataDir} cannot be made (${(error as NodeJS.ErrnoException).code})`)
  }
}

function checkTls(config: Config): void {
  if (!config.mqtts) return
  const read = (variable: string, path: string): Buffer => {
    try {
      return readFileSync(path)
    } catch (error) {
      throw new Error(`${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  const { cert, key, ca } = config.mqtts
  const pem = {
    cert: read('PORTICO_MQTTS_CERT', cert),
    key: read('PORTICO_MQTTS_KEY', key),
    ...(ca ? { ca: read('PORTICO_MQTTS_CA', ca) } : {}),
  }
  try {
    createSecureContext(pem)
  } catch (error) {
    throw new Error(
      `PORTICO_MQTTS_CERT: certificate and key do not fit or are no PEM files (${(error as Error).message})`,
    )
  }
}

/** A port may still be held by the draining server of a supervisor that was killed. */
async function checkPorts(config: Config, log: (line: string) => void): Promise<void> {
  let problems = await portProblems(config)
  if (problems.length > 0) {
    await endLeftovers(config.dataDir, log)
    problems = await portProblems(config)
  }
  const others = otherSupervisors(config.dataDir)
  const hint = others.length > 0 ? ` (Portico already runs on this data folder, process ${others.join(', ')})` : ''
  if (problems.length > 0) throw new ConfigError(problems.map(problem => problem + hint))
}

/** What waiting does not mend is said in one line that names the variable; the rest is thrown as it is. */
async function checkDatabase(connection: Database): Promise<void> {
  const unusable = (why: string): Error => new Error(`DATABASE_URL: the database cannot be used (${why})`)
  let client: Awaited<ReturnType<typeof openClient>> | undefined
  try {
    client = await openClient(connection, { connectionTimeoutMillis: 10_000 })
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const version = Number(rows[0]?.server_version_num)
    if (version < 150_000) throw unusable(`PostgreSQL 15 is the least, and this is ${Math.floor(version / 10_000)}`)
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    const said = [error, cause].some(one => /^(28|3D)/.test((one as { code?: string } | undefined)?.code ?? ''))
    throw said ? unusable((error as Error).message) : error
  } finally {
    await client?.end().catch(() => {})
  }
}

function welcome(config: Config, notices: readonly string[], print: (line: string) => void): void {
  const bold = (text: string): string =>
    process.stdout.isTTY && !process.env.NO_COLOR ? `\x1b[1m${text}\x1b[22m` : text
  const mqtts = config.mqtts ? ` · TLS ${config.mqtts.port}` : ''
  const lines = [
    '',
    `  ${bold('Portico 万物通')} is ready${config.roles.includes('web') ? `: ${bold(config.publicUrl)}` : ''}`,
    ...notices.map(line => `  ${line}`),
    ...(config.roles.includes('gateway') ? [`  devices: MQTT ${config.mqttHost}:${config.mqttPort}${mqtts}`] : []),
    `  data and logs: ${config.dataDir}${config.mode === 'start' ? ' · Ctrl-C stops' : ''}`,
    '',
  ]
  lines.forEach(print)
}
