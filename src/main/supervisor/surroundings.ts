/** Preconditions checked before anything is started: the data folder, certificates, ports, the database. */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { judgeRestored } from '#server/backup/restoring.ts'
import type { Database } from '#server/sql/databaseUrl.ts'
import { openClient } from '#server/sql/openClient.ts'
import { type Config, ConfigError } from '../config.ts'
import { judgePem, type PemFiles } from '../pem.ts'
import { portProblems } from './portProblems.ts'
import { endLeftovers, otherSupervisors } from './runRecord.ts'

type Print = (line: string) => void

/** Checks the preconditions on this machine. Throws those that fail. */
export async function checkSurroundings(config: Config, log: Print): Promise<void> {
  config.warnings.forEach(log)
  judgeRestored(config.dataDir)
  makeDataDir(config)
  checkTls(config)
  await checkPorts(config, log)
}

function makeDataDir(config: Config): void {
  try {
    mkdirSync(dirname(config.dataDir), { recursive: true })
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Error(`PORTICO_DATA_DIR: ${config.dataDir} cannot be made (${(error as NodeJS.ErrnoException).code})`)
  }
}

function checkTls({ fronts }: Config): void {
  for (const { tls, variable } of fronts) if (tls) checkPem(tls, variable.replace(/_PORT$/, ''))
}

function checkPem({ cert, key, ca }: PemFiles, prefix: string): void {
  const read = (variable: string, path: string): Buffer => {
    try {
      return readFileSync(path)
    } catch (error) {
      throw new Error(`${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  const pem = {
    cert: read(`${prefix}_CERT`, cert),
    key: read(`${prefix}_KEY`, key),
    ...(ca ? { ca: read(`${prefix}_CA`, ca) } : {}),
  }
  try {
    judgePem(pem)
  } catch (error) {
    throw new Error(`${prefix}_CERT: certificate and key do not fit or are no PEM files (${(error as Error).message})`)
  }
}

/** A port may still be used by the draining server of a killed supervisor. */
async function checkPorts(config: Config, log: Print): Promise<void> {
  let problems = await portProblems(config)
  if (problems.length > 0) {
    await endLeftovers(config.dataDir, log)
    problems = await portProblems(config)
  }
  const others = otherSupervisors(config.dataDir)
  const hint = others.length > 0 ? ` (Portico already runs on this data folder, process ${others.join(', ')})` : ''
  if (problems.length > 0) throw new ConfigError(problems.map(problem => problem + hint))
}

/** A problem that waiting cannot solve is reported in one line that names the variable; other errors are rethrown. */
export async function checkDatabase(connection: Database): Promise<void> {
  const unusable = (why: string): Error => new Error(`DATABASE_URL: the database cannot be used (${why})`)
  let client: Awaited<ReturnType<typeof openClient>> | undefined
  try {
    client = await openClient(connection, { connectionTimeoutMillis: 10_000 })
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const version = Number(rows[0]?.server_version_num)
    if (version < 150_000) throw unusable(`PostgreSQL 15 is the least, and this is ${Math.floor(version / 10_000)}`)
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    const permanent = [error, cause].some(one => /^(28|3D)/.test((one as { code?: string } | undefined)?.code ?? ''))
    throw permanent ? unusable((error as Error).message) : error
  } finally {
    await client?.end().catch(() => {})
  }
}
