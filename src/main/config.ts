/** The configuration from the environment: every variable that Portico reads, checked once at start, with one line per problem. */
import { resolve } from 'node:path'
import { readS3Url } from '#server/files/s3Address.ts'
import { readDatabaseUrl } from '#server/sql/databaseUrl.ts'
import type { MapTiles, SmsSettings, SocialSettings } from '#server/ports.ts'
import { readMapTiles, readSms, readSocial } from './outside.ts'
import { isLoopback, items, networkOf, trustProxyOf, type AllowedNetwork } from './networks.ts'
import { listenerOf } from './listeners.ts'
import type { PemFiles } from './pem.ts'
import { variableReader, type VariableReader } from './variableReader.ts'
import { readFronts, plainWarnings } from './readFronts.ts'
import { VARIABLES, type VariableName as Name } from './variables.ts'
import { WEAK_SECRETS } from './weakSecrets.ts'

/** `start` is for a developer's machine (`npm start`), `serve` for production (`npm run serve`). */
export type Mode = 'start' | 'serve'
/** A listener for devices. */
export interface FrontConfig {
  /** The key of its listener. */
  listener: string
  host: string
  port: number
  /** The variables of the port and of the address. */
  variable: Name
  ofHost: Name
  tls: PemFiles | null
}
/** The listener of a protocol's devices without TLS, or with it. */
export const frontOf = (
  { fronts }: { fronts: readonly FrontConfig[] },
  protocol: string,
  withTls = false,
): FrontConfig | undefined =>
  fronts.find(one => one.listener === listenerOf(protocol)?.key && (one.tls !== null) === withTls)
const DEMOS = ['on', 'small', 'off'] as const
type Demo = (typeof DEMOS)[number]
const ROLES = ['web', 'gateway', 'worker', 'media'] as const
export type Role = (typeof ROLES)[number]
export type Config = {
  mode: Mode
  /** An absolute path. */
  dataDir: string
  host: string
  httpPort: number
  /** The listeners for devices. */
  fronts: FrontConfig[]
  /** Without a trailing slash, such as `https://portico.example.cn`. */
  publicUrl: string
  /** Fastify's `trustProxy`: false, a number of hops, or addresses and networks. */
  trustProxy: false | number | string[]
  callbackAllow: AllowedNetwork[]
  /** `small`: one site with one day of history. */
  demo: Demo
  adminPassword: string | null
  /** The master secret, at least 32 bytes; null until the supervisor has read or created `secret.key`. */
  secret: string | null
  /** Null for the embedded database. */
  databaseUrl: string | null
  natsUrl: string | null
  sms: SmsSettings
  social: SocialSettings
  /** Null for files in the data folder. */
  s3Url: string | null
  /** Retention of pictures of passages, in days. */
  captureDays: number
  fileQuotaMb: number
  mapTiles: MapTiles | null
  roles: Role[]
  /** Lines to be printed that do not prevent the start. */
  warnings: string[]
}

/** Variables for tests and our own processes; not for users, so not documented. */
const INTERNAL = new Set(['PORTICO_CONFIG', 'PORTICO_CONSOLE', 'PORTICO_TEST_DATABASE_URL', 'PORTICO_TEST_CLUSTER'])

/** The problems of the environment: one line each, with the name of the variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Reads and checks the environment, without accessing files. PORTICO_DATA_DIR is relative to `cwd`. Throws ConfigError. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  mode: Mode,
  cwd: string = process.cwd(),
): Config {
  const reader = variableReader(env)
  const { get, wrong } = reader
  const host = reader.host('PORTICO_HOST', mode === 'serve' ? '0.0.0.0' : '127.0.0.1')
  const httpPort = reader.port('PORTICO_HTTP_PORT') ?? 8080
  const demo = readDemo(reader, mode)
  const fronts = readFronts(reader, { mode, host, httpPort, demo: demo !== 'off', cwd })
  const publicUrl = readPublicUrl(reader)
  const outer = readStores(reader)
  const captureDays = reader.whole('PORTICO_CAPTURE_DAYS', 30, [7, 180], 'days')
  const fileQuotaMb = reader.whole('PORTICO_FILE_QUOTA_MB', 2048, [1, 1_048_576], 'megabytes')
  const secret = readSecret(reader, mode)
  const adminPassword = readAdminPassword(reader, env, mode === 'serve' || !isLoopback(host))
  const callbackAllow = readCallbackAllow(reader, demo)
  const roles = readRoles(reader)
  const [sms, social] = [readSms(get, wrong), readSocial(get, wrong)]
  const mapTiles = readMapTiles(get, wrong)
  const trustProxy = trustProxyOf(get('PORTICO_TRUST_PROXY'), what => wrong('PORTICO_TRUST_PROXY', what))
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)

  const opensFronts = mode === 'serve' && roles.includes('gateway')
  return {
    mode,
    dataDir: resolve(cwd, get('PORTICO_DATA_DIR') ?? 'data'),
    ...{ host, httpPort, fronts },
    publicUrl: publicUrl?.origin ?? `http://localhost:${httpPort}`,
    ...{ trustProxy, callbackAllow, demo, adminPassword, secret },
    ...outer,
    ...{ sms, social, captureDays, fileQuotaMb, mapTiles, roles },
    warnings: [...unknownVariables(env), ...(opensFronts ? plainWarnings(fronts) : [])],
  }
}

function readPublicUrl({ url, wrong }: VariableReader): URL | null {
  const publicUrl = url('PORTICO_PUBLIC_URL', ['http:', 'https:'], 'https://portico.example.cn')
  if (publicUrl && (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash || publicUrl.username))
    wrong('PORTICO_PUBLIC_URL', 'may hold only scheme, host and port')
  return publicUrl
}

/** The external stores: database, message bus and files. */
function readStores({ get, url, wrong }: VariableReader): Pick<Config, 'databaseUrl' | 'natsUrl' | 's3Url'> {
  const databaseUrl = get('DATABASE_URL')
  try {
    if (databaseUrl) readDatabaseUrl(databaseUrl)
  } catch (error) {
    wrong('DATABASE_URL', (error as Error).message)
  }
  url('NATS_URL', ['nats:', 'tls:'], 'nats://host:4222')
  const s3 = get('S3_URL') && readS3Url(get('S3_URL')!)
  if (typeof s3 === 'string' && s3) wrong('S3_URL', s3)
  return { databaseUrl, natsUrl: get('NATS_URL'), s3Url: get('S3_URL') }
}

function readSecret({ get, wrong }: VariableReader, mode: Mode): string | null {
  const secret = get('PORTICO_SECRET')
  if (secret === null && mode === 'serve' && get('DATABASE_URL'))
    wrong('PORTICO_SECRET', 'is required for serve with DATABASE_URL; make one with: openssl rand -base64 48')
  if (secret === null) return null
  if (isWeak(secret)) wrong('PORTICO_SECRET', 'is a well-known default; make one with: openssl rand -base64 48')
  else if (Buffer.byteLength(secret) < 32)
    wrong('PORTICO_SECRET', `has ${Buffer.byteLength(secret)} bytes; 32 are the least: openssl rand -base64 48`)
  else if (new Set(secret).size < 8)
    wrong('PORTICO_SECRET', 'repeats too few characters to be a secret: openssl rand -base64 48')
  return secret
}

function readAdminPassword(
  { wrong }: VariableReader,
  env: Readonly<Record<string, string | undefined>>,
  exposed: boolean,
): string | null {
  // Used unchanged, including spaces.
  const password = env.PORTICO_ADMIN_PASSWORD || null
  if (!exposed || password === null) return password
  const length = [...password].length
  if (isWeak(password)) wrong('PORTICO_ADMIN_PASSWORD', 'is a well-known password, and others can reach this server')
  else if (length < 12)
    wrong('PORTICO_ADMIN_PASSWORD', `has ${length} characters; where others can reach this server 12 are the least`)
  return password
}

function readDemo({ get, wrong }: VariableReader, mode: Mode): Demo {
  const given = get('PORTICO_DEMO')?.toLowerCase() ?? (mode === 'start' ? 'on' : 'off')
  const demo = DEMOS.find(one => one === given)
  if (!demo) wrong('PORTICO_DEMO', `${JSON.stringify(get('PORTICO_DEMO'))} is none of ${DEMOS.join(', ')}`)
  return demo ?? 'off'
}

function readCallbackAllow({ get, wrong }: VariableReader, demo: Demo): AllowedNetwork[] {
  const allow = get('PORTICO_CALLBACK_ALLOW') ?? (demo === 'off' ? '' : '127.0.0.1/32')
  return items(allow).flatMap(item => {
    const network = networkOf(item)
    if (typeof network !== 'string') return [network]
    wrong('PORTICO_CALLBACK_ALLOW', network)
    return []
  })
}

function readRoles({ get, wrong }: VariableReader): Role[] {
  const text = get('ROLES')
  if (!text || text === 'all') return [...ROLES]
  const named = items(text)
  const unknown = named.filter(role => !(ROLES as readonly string[]).includes(role))
  if (unknown.length > 0) wrong('ROLES', `${unknown.join(', ')} is no role; give all, or a list of ${ROLES.join(', ')}`)
  return ROLES.filter(role => named.includes(role))
}

function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set<string>(VARIABLES.map(variable => variable.name))
  return Object.keys(env)
    .filter(name => name.startsWith('PORTICO_') && !known.has(name) && !INTERNAL.has(name))
    .map(name => `${name} is not known and has no effect; docs/reference/configuration.md lists the variables`)
}

/** The examples in our own documents are public too. */
const isWeak = (value: string): boolean =>
  WEAK_SECRETS.has(value.toLowerCase()) || VARIABLES.some(variable => variable.example === value)
