/** The embedded database: a real PostgreSQL from npm, started on a private socket, watched and stopped by the product. */
import { spawnSync, type ChildProcess } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { lockFolder } from './folderLock.ts'
import { type Identity, type IdentityName, chooseIdentity, giveTo, spawnAs } from './identity.ts'
import { clearLeftovers } from './clearLeftovers.ts'
import { signal } from './processes.ts'
import { SETTINGS } from './settings.ts'
import { SOCKET_NAME, socketFolder } from './socketFolder.ts'

/** The folder inside `dataDir`; a later major version gets another one. */
export const MAJOR = '18'

export type StopMode = 'fast' | 'immediate'
export type Exit = { code: number | null; signal: NodeJS.Signals | null }
/** Connection settings for `pg`; `host` is the socket's folder. The user owns the cluster (superuser), the database is `portico`. */
export type ClusterConnection = { host: string; port: number; user: string; database: string }

export type Cluster = {
  connection: ClusterConnection
  /** The same as a URL. */
  connectionString: string
  /** Pid of the postmaster. */
  pid: number
  /** The user it runs as: see identity.ts. */
  identity: IdentityName
  /** Stops it and waits: `fast` rolls back open transactions and makes a checkpoint, `immediate` leaves recovery to the next start. */
  stop: (mode?: StopMode) => Promise<void>
  /** Called once when the postmaster has ended, intended or not; immediately when it has ended already. */
  onExit: (listener: (exit: Exit) => void) => void
}

export type ClusterOptions = {
  /** Created when missing. Contains the data (`18/`), logs (`log/`), `start.log` and the lock. */
  dataDir: string
  log: (line: string) => void
  /** Override settings.ts. */
  settings?: Record<string, string>
  /** Aborts a start that takes too long, such as a long recovery. */
  abort?: AbortSignal
  /** For tests: the database ends with this process, however that ends. */
  dieWithParent?: boolean
  /** For tests: this identity and no other. */
  identity?: IdentityName
}

const SIGNAL_OF: Record<StopMode, NodeJS.Signals> = { fast: 'SIGINT', immediate: 'SIGQUIT' }
const STOP_LIMIT_MS: Record<StopMode, number> = { fast: 20_000, immediate: 5_000 }

/**
 * Starts the database of `dataDir`, creating it at first use, after ending what an earlier run left there.
 * Throws FolderInUse when another live process owns the folder, and otherwise a one-line Error.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  // Parent folders get the usual mode: only the data itself is private.
  mkdirSync(dirname(options.dataDir), { recursive: true })
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = realpathSync(options.dataDir)
  const unlock = await lockFolder(dataDir, join(dataDir, 'owner.lock'))
  try {
    const binaries = await findBinaries(join(dataDir, 'lib'))
    const version = spawnSync(binaries.postgres, ['--version'], {
      env: { ...process.env, ...binaries.env },
      encoding: 'utf8',
    })
    if (version.status !== 0)
      throw new Error(
        `PostgreSQL does not run on this machine (${(version.stderr || version.error?.message || 'no reason given').trim()}): set DATABASE_URL`,
      )
    const pgData = join(dataDir, MAJOR)
    await clearLeftovers(pgData, options.log)
    const identity = chooseIdentity(binaries.postgres, dataDir, binaries.env, options.identity)
    if (!existsSync(join(pgData, 'PG_VERSION'))) await create(binaries, identity, dataDir, options)
    for (let attempt = 1; ; attempt += 1) {
      try {
        const host = socketFolder(dataDir, identity.uid, identity.gid)
        return await launch(binaries, identity, dataDir, host, options, unlock)
      } catch (error) {
        // A child of a killed postmaster may hold the shared memory a moment longer than /proc shows it.
        if (attempt === 5 || !/pre-existing shared memory|lock file/.test(String(error))) throw error
        await sleep(1_000)
        await clearLeftovers(pgData, options.log)
      }
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function create(binaries: Binaries, identity: Identity, dataDir: string, options: ClusterOptions): Promise<void> {
  const draft = join(dataDir, `${MAJOR}.new`)
  rmSync(draft, { recursive: true, force: true })
  const durable = (options.settings ?? {}).fsync === 'off' ? ['--no-sync'] : []
  // The built-in locale sorts by code point and does not change with the machine's C library.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const child = spawnLogged(
    identity,
    [binaries.initdb, '-D', draft, '-U', 'portico', '-A', 'trust', ...locale, ...durable],
    binaries,
    dataDir,
    options,
  )
  const exit = await exitOf(child.process)
  if (exit.code !== 0) throw new Error(`the database could not be created in ${dataDir}: ${child.tail()}`)
  renameSync(draft, join(dataDir, MAJOR))
}

function spawnPostgres(
  binaries: Binaries,
  identity: Identity,
  dataDir: string,
  host: string,
  options: ClusterOptions,
): Logged {
  const logFolder = join(dataDir, 'log')
  mkdirSync(logFolder, { recursive: true, mode: 0o700 })
  giveTo(identity, logFolder)
  // Both names are in a private folder, and no process of this database is left.
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) rmSync(join(host, name), { force: true })
  const settings = { ...SETTINGS, log_directory: logFolder, unix_socket_directories: host, ...options.settings }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawnLogged(identity, [binaries.postgres, '-D', join(dataDir, MAJOR), ...flags], binaries, dataDir, options)
}

async function launch(
  binaries: Binaries,
  identity: Identity,
  dataDir: string,
  host: string,
  options: ClusterOptions,
  unlock: () => void,
): Promise<Cluster> {
  const child = spawnPostgres(binaries, identity, dataDir, host, options)
  const exited = exitOf(child.process)
  let gone = false
  const ended = exited.then(exit => {
    gone = true
    return exit
  })
  const connection: ClusterConnection = { host, port: 5432, user: 'portico', database: 'portico' }
  const pid = child.process.pid
  if (pid === undefined) throw new Error(`PostgreSQL could not be started: ${(await exited, child.tail())}`)

  const stop = async (mode: StopMode = 'fast'): Promise<void> => {
    if (!gone) signal(pid, SIGNAL_OF[mode])
    const limit = sleep(STOP_LIMIT_MS[mode], undefined, { ref: true })
    if (!gone) await Promise.race([ended, limit])
    if (!gone) {
      signal(pid, 'SIGKILL')
      await ended
    }
    await clearLeftovers(join(dataDir, MAJOR), () => {})
    rmSync(host, { recursive: true, force: true })
    unlock()
  }

  try {
    await ready(connection, () => gone, options)
  } catch (error) {
    if (gone) rmSync(host, { recursive: true, force: true })
    else await stop('fast').catch(() => {})
    if (options.abort?.aborted) throw new Error('the start of the database was called off')
    throw gone ? new Error(`PostgreSQL did not start: ${child.tail()}`) : error
  }
  return {
    connection,
    connectionString: `postgresql://portico@/portico?host=${encodeURIComponent(host)}`,
    pid,
    identity: identity.name,
    stop,
    onExit: listener =>
      void ended.then(exit => {
        unlock()
        listener(exit)
      }),
  }
}

/** Waits until the database answers, however long its recovery takes, and creates the database `portico` if missing. */
async function ready(connection: ClusterConnection, gone: () => boolean, options: ClusterOptions): Promise<void> {
  for (let waitedMs = 0; !gone() && !options.abort?.aborted; waitedMs += 50) {
    const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const found = await client.query('select 1 from pg_database where datname = $1', [connection.database])
      if (found.rowCount === 0) await client.query(`create database ${connection.database}`)
      return
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      // No socket yet, refused, or the system is starting up (57P03): ask again.
      if (!['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code)) throw error
    } finally {
      await client.end().catch(() => {})
    }
    if (waitedMs > 0 && waitedMs % 10_000 === 0)
      options.log(`the database is still starting (recovery after a crash may take a while), ${waitedMs / 1_000} s`)
    await sleep(50)
  }
  throw new Error('PostgreSQL ended while it started')
}

type Logged = { process: ChildProcess; tail: () => string }

/** Output of a program before its own log starts goes to start.log, not to a pipe, which would end with this process. */
function spawnLogged(
  identity: Identity,
  command: string[],
  binaries: Binaries,
  dataDir: string,
  options: ClusterOptions,
): Logged {
  const path = join(dataDir, 'start.log')
  const output = openSync(path, 'w', 0o600)
  try {
    const child = spawnAs(identity, command, {
      env: binaries.env,
      output,
      dieWithParent: options.dieWithParent ?? false,
    })
    let failure = ''
    child.on('error', error => (failure = error.message))
    return {
      process: child,
      tail: () =>
        [failure, lastLines(path), newestLog(join(dataDir, 'log'))].filter(Boolean).join(' · ') || 'no reason given',
    }
  } finally {
    closeSync(output)
  }
}

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise(resolve => {
    child.once('exit', (code, name) => resolve({ code, signal: name }))
    child.once('error', () => resolve({ code: -1, signal: null }))
  })

function newestLog(folder: string): string {
  if (!existsSync(folder)) return ''
  const newest = readdirSync(folder)
    .map(name => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  return newest ? lastLines(newest) : ''
}

/** The last lines with a reason; the hint that refers to the log is skipped. */
function lastLines(path: string): string {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => /FATAL|PANIC|ERROR|error|DETAIL|HINT:|could not|No such/.test(line) && !/log output/.test(line))
  return lines
    .slice(-3)
    .map(line => line.trim())
    .join(' · ')
}
