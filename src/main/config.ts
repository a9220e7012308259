/** What the environment says: every variable Portico reads, checked once at start, each problem one line that names it. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { readS3Url } from '#server/files/s3Address.ts'
import { readDatabaseUrl } from '#server/sql/databaseUrl.ts'
import type { SmsSettings, SocialSettings } from '#server/ports.ts'
import { readSms, readSocial } from './outside.ts'
import { items, networkOf, trustProxyOf, type AllowedNetwork } from './networks.ts'
import { VARIABLES, type VariableName as Name } from './variables.ts'
import { WEAK_SECRETS } from './weakSecrets.ts'

/** `start` is for a machine of one's own (`npm start`), `serve` for production (`npm run serve`). */
export type Mode = 'start' | 'serve'
const DEMOS = ['on', 'small', 'off'] as const
export const ROLES = ['web', 'gateway', 'worker', 'media'] as const
export type Role = (typeof ROLES)[number]
export type Config = {
  mode: Mode
  /** Absolute. */
  dataDir: string
  host: string
  httpPort: number
  mqttPort: number
  /** Where MQTT without TLS listens. */
  mqttHost: string
  /** Paths of PEM files; `ca` signs the client certificates that are accepted. */
  mqtts: { port: number; cert: string; key: string; ca: string | null } | null
  /** Without a slash at its end, such as `https://portico.example.cn`. */
  publicUrl: string
  /** Fastify's `trustProxy`: false, a number of hops, or addresses and networks. */
  trustProxy: false | number | string[]
  callbackAllow: AllowedNetwork[]
  /** `small`: one place with a day behind it. */
  demo: (typeof DEMOS)[number]
  adminPassword: string | null
  /** The master secret, ≥ 32 bytes; null until the supervisor has read or made `secret.key`. */
  secret: string | null
  /** null: the embedded database. */
  databaseUrl: string | null
  natsUrl: string | null
  sms: SmsSettings
  social: SocialSettings
  /** null: files lie in the data folder. */
  s3Url: string | null
  /** Pictures of passages are kept for so many days. */
  captureDays: number
  fileQuotaMb: number
  roles: Role[]
  /** Lines worth printing that stop nothing. */
  warnings: string[]
}

/** Read by tests and by our own processes; not for users, so not documented. */
const INTERNAL = new Set(['PORTICO_CONFIG', 'PORTICO_CONSOLE', 'PORTICO_TEST_DATABASE_URL', 'PORTICO_TEST_CLUSTER'])

/** What is wrong with the environment: one line for each problem, each naming its variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Reads and checks the environment; touches no file. `cwd` is what PORTICO_DATA_DIR is relative to. Throws ConfigError. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  mode: Mode,
  cwd: string = process.cwd(),
): Config {
  const problems: string[] = []
  const wrong = (name: Name, what: string): null => {
    problems.push(`${name}: ${what}`)
    return null
  }
  // An empty value means "not set", as in an env file with blanks.
  const get = (name: Name): string | null => env[name]?.trim() || null
  const quoted = (name: Name): string => JSON.stringify(get(name))

  const port = (name: Name): number | null => {
    const text = get(name)
    if (text === null) return null
    return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535
      ? Number(text)
      : wrong(name, `${quoted(name)} is no port; give a number from 1 to 65535`)
  }
  const url = (name: Name, protocols: readonly string[], example: string): URL | null => {
    const text = get(name)
    if (text === null) return null
    // The value may hold a password, so no message repeats it.
    const parsed = URL.canParse(text) ? new URL(text) : null
    return parsed && protocols.includes(parsed.protocol) && parsed.hostname
      ? parsed
      : wrong(name, `is no address of the form ${example}`)
  }

  const hostOf = (name: Name, byDefault: string): string => {
    const text = get(name)
    if (text !== null && isIP(text) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text))
      wrong(name, `${quoted(name)} is no address or host name`)
    return text ?? byDefault
  }
  const host = hostOf('PORTICO_HOST', mode === 'serve' ? '0.0.0.0' : '127.0.0.1')
  const exposed = mode === 'serve' || !isLoopback(host)
  const httpPort = port('PORTICO_HTTP_PORT') ?? 8080
  const mqttPort = port('PORTICO_MQTT_PORT') ?? 1883
  const mqttsPort = port('PORTICO_MQTTS_PORT')
  // Secrets and commands would pass unencrypted: that takes a setting of its own.
  const mqttHost = hostOf('PORTICO_MQTT_HOST', mode === 'serve' && !get('PORTICO_MQTTS_PORT') ? '127.0.0.1' : host)
  const used = new Map<number, Name>()
  for (const [name, value] of [
    ['PORTICO_HTTP_PORT', httpPort],
    ['PORTICO_MQTT_PORT', mqttPort],
    ['PORTICO_MQTTS_PORT', mqttsPort],
  ] as const) {
    if (value !== null && used.has(value))
      wrong(name, `port ${value} is that of ${used.get(value)}; each needs its own`)
    if (value !== null) used.set(value, name)
  }

  const [cert, key, ca] = [get('PORTICO_MQTTS_CERT'), get('PORTICO_MQTTS_KEY'), get('PORTICO_MQTTS_CA')]
  if (get('PORTICO_MQTTS_PORT')) {
    if (!cert) wrong('PORTICO_MQTTS_CERT', 'is required with PORTICO_MQTTS_PORT')
    if (!key) wrong('PORTICO_MQTTS_KEY', 'is required with PORTICO_MQTTS_PORT')
  } else {
    for (const name of ['PORTICO_MQTTS_CERT', 'PORTICO_MQTTS_KEY', 'PORTICO_MQTTS_CA'] as const)
      if (get(name)) wrong(name, 'has no effect without PORTICO_MQTTS_PORT')
  }

  const publicUrl = url('PORTICO_PUBLIC_URL', ['http:', 'https:'], 'https://portico.example.cn')
  if (publicUrl && (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash || publicUrl.username))
    wrong('PORTICO_PUBLIC_URL', 'may hold only scheme, host and port')

  const databaseUrl = get('DATABASE_URL')
  try {
    if (databaseUrl) readDatabaseUrl(databaseUrl)
  } catch (error) {
    wrong('DATABASE_URL', (error as Error).message)
  }
  url('NATS_URL', ['nats:', 'tls:'], 'nats://host:4222')

  const s3 = get('S3_URL') && readS3Url(get('S3_URL')!)
  if (typeof s3 === 'string' && s3) wrong('S3_URL', s3)
  const captureDays = Number(get('PORTICO_CAPTURE_DAYS') ?? 30)
  if (!Number.isInteger(captureDays) || captureDays < 7 || captureDays > 180)
    wrong('PORTICO_CAPTURE_DAYS', `${quoted('PORTICO_CAPTURE_DAYS')} is no number of days from 7 to 180`)
  const fileQuotaMb = Number(get('PORTICO_FILE_QUOTA_MB') ?? 2048)
  if (!Number.isInteger(fileQuotaMb) || fileQuotaMb < 1 || fileQuotaMb > 1_048_576)
    wrong('PORTICO_FILE_QUOTA_MB', `${quoted('PORTICO_FILE_QUOTA_MB')} is no number of megabytes from 1 to 1048576`)

  const secret = get('PORTICO_SECRET')
  if (secret === null && mode === 'serve' && get('DATABASE_URL'))
    wrong('PORTICO_SECRET', 'is required for serve with DATABASE_URL; make one with: openssl rand -base64 48')
  if (secret !== null && isWeak(secret))
    wrong('PORTICO_SECRET', 'is a well-known default; make one with: openssl rand -base64 48')
  else if (secret !== null && Buffer.byteLength(secret) < 32)
    wrong('PORTICO_SECRET', `has ${Buffer.byteLength(secret)} bytes; 32 are the least: openssl rand -base64 48`)
  else if (secret !== null && new Set(secret).size < 8)
    wrong('PORTICO_SECRET', 'repeats too few characters to be a secret: openssl rand -base64 48')

  // Used as it is, spaces included.
  const adminPassword = env.PORTICO_ADMIN_PASSWORD || null
  if (exposed && adminPassword !== null) {
    if (isWeak(adminPassword))
      wrong('PORTICO_ADMIN_PASSWORD', 'is a well-known password, and others can reach this server')
    else if ([...adminPassword].length < 12)
      wrong(
        'PORTICO_ADMIN_PASSWORD',
        `has ${[...adminPassword].length} characters; where others can reach this server 12 are the least`,
      )
  }

  const demoGiven = get('PORTICO_DEMO')?.toLowerCase() ?? (mode === 'start' ? 'on' : 'off')
  const demo = DEMOS.find(one => one === demoGiven) ?? 'off'
  if (demo !== demoGiven) wrong('PORTICO_DEMO', `${quoted('PORTICO_DEMO')} is none of ${DEMOS.join(', ')}`)
  const allow = get('PORTICO_CALLBACK_ALLOW') ?? (demo === 'off' ? '' : '127.0.0.1/32')
  const callbackAllow = items(allow).flatMap(item => {
    const network = networkOf(item)
    if (typeof network !== 'string') return [network]
    wrong('PORTICO_CALLBACK_ALLOW', network)
    return []
  })

  let roles: Role[] = [...ROLES]
  if (get('ROLES') && get('ROLES') !== 'all') {
    const named = items(get('ROLES') ?? '')
    const strange = named.filter(role => !(ROLES as readonly string[]).includes(role))
    if (strange.length > 0)
      wrong('ROLES', `${strange.join(', ')} is no role; give all, or a list of ${ROLES.join(', ')}`)
    roles = ROLES.filter(role => named.includes(role))
  }

  const [sms, social] = [readSms(get, wrong), readSocial(get, wrong)]
  const trustProxy = trustProxyOf(get('PORTICO_TRUST_PROXY'), what => wrong('PORTICO_TRUST_PROXY', what))
  const known = new Set<string>(VARIABLES.map(variable => variable.name))
  const warnings = Object.keys(env)
    .filter(name => name.startsWith('PORTICO_') && !known.has(name) && !INTERNAL.has(name))
    .map(name => `${name} is not known and has no effect; docs/reference/configuration.md lists the variables`)
  const opensMqtt = mode === 'serve' && roles.includes('gateway')
  if (opensMqtt && !isLoopback(mqttHost))
    warnings.push(
      `PORTICO_MQTT_HOST: MQTT on ${mqttHost}:${mqttPort} is not encrypted; whoever hears the network can act as a device`,
    )
  else if (opensMqtt && !get('PORTICO_MQTTS_PORT'))
    warnings.push(
      `PORTICO_MQTTS_PORT is not set: devices reach MQTT on ${mqttHost}:${mqttPort} of this machine only; give PORTICO_MQTTS_* for TLS, or PORTICO_MQTT_HOST where unencrypted MQTT is meant`,
    )

  if (problems.length > 0) throw new ConfigError(problems)
  return {
    mode,
    dataDir: resolve(cwd, get('PORTICO_DATA_DIR') ?? 'data'),
    host,
    httpPort,
    mqttPort,
    mqttHost,
    mqtts:
      mqttsPort !== null && cert && key
        ? { port: mqttsPort, cert: resolve(cwd, cert), key: resolve(cwd, key), ca: ca && resolve(cwd, ca) }
        : null,
    publicUrl: publicUrl?.origin ?? `http://localhost:${httpPort}`,
    trustProxy,
    callbackAllow,
    demo,
    adminPassword,
    secret,
    databaseUrl,
    natsUrl: get('NATS_URL'),
    sms,
    social,
    s3Url: get('S3_URL'),
    captureDays,
    fileQuotaMb,
    roles,
    warnings,
  }
}

/** Our own examples are as well known as anybody's. */
const isWeak = (value: string): boolean =>
  WEAK_SECRETS.has(value.toLowerCase()) || VARIABLES.some(variable => variable.example === value)
