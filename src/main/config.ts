/** What the environment says: every variable Portico reads, checked once at start, each problem one line that names it. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { Text } from '#base/text.ts'
import { WEAK_SECRETS } from './weakSecrets.ts'

/** `start` is for a machine of one's own (`npm start`), `serve` for production (`npm run serve`). */
export type Mode = 'start' | 'serve'
export const ROLES = ['web', 'gateway', 'worker', 'media'] as const
export type Role = (typeof ROLES)[number]
/** A network that callbacks may reach besides public ones; `ports` is null for every port. */
export type AllowedNetwork = {
  address: string
  family: 'ipv4' | 'ipv6'
  prefix: number
  ports: { from: number; to: number } | null
}

export type Config = {
  mode: Mode
  /** Absolute. */
  dataDir: string
  host: string
  httpPort: number
  mqttPort: number
  /** Paths of PEM files; `ca` signs the client certificates that are accepted. */
  mqtts: { port: number; cert: string; key: string; ca: string | null } | null
  /** Without a slash at its end, such as `https://portico.example.cn`. */
  publicUrl: string
  /** Fastify's `trustProxy`: false, a number of hops, or addresses and networks. */
  trustProxy: false | number | string[]
  callbackAllow: AllowedNetwork[]
  demo: boolean
  adminPassword: string | null
  /** The master secret, ≥ 32 bytes; null until the supervisor has read or made `secret.key`. */
  secret: string | null
  /** null: the embedded database. */
  databaseUrl: string | null
  natsUrl: string | null
  roles: Role[]
  /** Lines worth printing that stop nothing. */
  warnings: string[]
}

export type Variable = { name: string; example: string; byDefault: Text; text: Text }

/** The documented variables, in the order of the reference page. */
export const VARIABLES = [
  {
    name: 'PORTICO_DATA_DIR',
    example: '/var/lib/portico',
    byDefault: ['./data', './data'],
    text: ['数据文件夹：内置数据库、文件、日志、密钥。', 'Data folder: embedded database, files, logs, secret key.'],
  },
  {
    name: 'PORTICO_HOST',
    example: '0.0.0.0',
    byDefault: ['start：127.0.0.1；serve：0.0.0.0', 'start: 127.0.0.1; serve: 0.0.0.0'],
    text: ['监听的地址。', 'The address to listen on.'],
  },
  {
    name: 'PORTICO_HTTP_PORT',
    example: '8080',
    byDefault: ['8080', '8080'],
    text: ['控制台和接口的端口。', 'Port of the console and the API.'],
  },
  {
    name: 'PORTICO_MQTT_PORT',
    example: '1883',
    byDefault: ['1883', '1883'],
    text: ['设备 MQTT 端口。', "Port of the devices' MQTT."],
  },
  {
    name: 'PORTICO_MQTTS_PORT',
    example: '8883',
    byDefault: ['关闭', 'off'],
    text: ['设备 MQTT（TLS）端口；需要证书和私钥。', "Port of the devices' MQTT over TLS; needs certificate and key."],
  },
  {
    name: 'PORTICO_MQTTS_CERT',
    example: '/etc/portico/tls.crt',
    byDefault: ['无', 'none'],
    text: ['TLS 证书链文件（PEM）。', 'File of the TLS certificate chain (PEM).'],
  },
  {
    name: 'PORTICO_MQTTS_KEY',
    example: '/etc/portico/tls.key',
    byDefault: ['无', 'none'],
    text: ['TLS 私钥文件（PEM）。', 'File of the TLS private key (PEM).'],
  },
  {
    name: 'PORTICO_MQTTS_CA',
    example: '/etc/portico/devices-ca.crt',
    byDefault: ['无', 'none'],
    text: [
      '签发设备客户端证书的 CA 文件（可选）。',
      'File of the authority that signs device certificates (optional).',
    ],
  },
  {
    name: 'PORTICO_PUBLIC_URL',
    example: 'https://portico.example.cn',
    byDefault: ['http://localhost:端口', 'http://localhost:port'],
    text: [
      '人们在浏览器里使用的地址，用于链接和二维码。',
      'The address people use in the browser, for links and QR codes.',
    ],
  },
  {
    name: 'PORTICO_TRUST_PROXY',
    example: '10.0.0.0/8',
    byDefault: ['off', 'off'],
    text: [
      '信任哪些反向代理的 X-Forwarded-*：off、层数，或以逗号分隔的地址和网段。',
      'Whose X-Forwarded-* to believe: off, a number of hops, or addresses and networks separated by commas.',
    ],
  },
  {
    name: 'PORTICO_CALLBACK_ALLOW',
    example: '10.1.0.0/16:443,[fd00::]/8:8000-8999',
    byDefault: ['空；演示时为 127.0.0.1/32', 'empty; with the demo 127.0.0.1/32'],
    text: [
      '回调除公网之外还可以到达的网段，可带端口或端口范围，以逗号分隔。',
      'Networks that callbacks may reach besides public ones, each with an optional port or port range, separated by commas.',
    ],
  },
  {
    name: 'PORTICO_DEMO',
    example: 'off',
    byDefault: ['start：on；serve：off', 'start: on; serve: off'],
    text: ['是否运行演示数据和模拟设备：on 或 off。', 'Whether the demo runs, data and simulated devices: on or off.'],
  },
  {
    name: 'PORTICO_ADMIN_PASSWORD',
    example: 'a long phrase of your own',
    byDefault: ['随机，只显示一次', 'random, shown once'],
    text: [
      '首个用户 admin 的密码，只在首次启动时使用。对外可达时至少 12 个字符。',
      'Password of the first user, admin, used at the first start only. At least 12 characters where others can reach the server.',
    ],
  },
  {
    name: 'PORTICO_SECRET',
    example: 'openssl rand -base64 48',
    byDefault: ['生成一次，存于 secret.key', 'made once, kept in secret.key'],
    text: [
      '主密钥，至少 32 字节。serve 与 DATABASE_URL 同用时必须给出，所有节点相同。',
      'Master secret, at least 32 bytes. Required for serve with DATABASE_URL, the same on every node.',
    ],
  },
  {
    name: 'DATABASE_URL',
    example: 'postgresql://portico@db/portico',
    byDefault: ['内置 PostgreSQL', 'the embedded PostgreSQL'],
    text: ['外部 PostgreSQL（15 或更新）。', 'An external PostgreSQL (15 or newer).'],
  },
  {
    name: 'NATS_URL',
    example: 'nats://nats:4222',
    byDefault: ['本机进程之间', 'between local processes'],
    text: ['多机部署时的消息总线。', 'The bus between machines.'],
  },
  {
    name: 'ROLES',
    example: 'web,worker',
    byDefault: ['all', 'all'],
    text: [
      '本机承担的角色：all，或 web、gateway、worker、media 的列表。',
      'What this machine does: all, or a list of web, gateway, worker, media.',
    ],
  },
] as const satisfies readonly Variable[]

type Name = (typeof VARIABLES)[number]['name']

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
  const onOff = (name: Name, byDefault: boolean): boolean => {
    const text = get(name)?.toLowerCase()
    if (text !== undefined && text !== 'on' && text !== 'off') wrong(name, `${quoted(name)} is neither on nor off`)
    return text === undefined ? byDefault : text === 'on'
  }
  const url = (name: Name, protocols: readonly string[], example: string): URL | null => {
    const text = get(name)
    if (text === null) return null
    // The value may hold a password, so no message repeats it.
    // libpq leaves the host out where `?host=` names a socket's folder, which no other URL may.
    const whole = /[?&]host=/.test(text) ? text.replace(/^(\w+:\/\/[^/?]*@)\//, '$1localhost/') : text
    const parsed = URL.canParse(whole) ? new URL(whole) : null
    return parsed && protocols.includes(parsed.protocol) && (parsed.hostname || parsed.searchParams.has('host'))
      ? parsed
      : wrong(name, `is no address of the form ${example}`)
  }

  const host = get('PORTICO_HOST') ?? (mode === 'serve' ? '0.0.0.0' : '127.0.0.1')
  if (isIP(host) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host))
    wrong('PORTICO_HOST', `${quoted('PORTICO_HOST')} is no address or host name`)
  const exposed = mode === 'serve' || !(host === 'localhost' || host === '::1' || host.startsWith('127.'))
  const httpPort = port('PORTICO_HTTP_PORT') ?? 8080
  const mqttPort = port('PORTICO_MQTT_PORT') ?? 1883
  const mqttsPort = port('PORTICO_MQTTS_PORT')
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

  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database')
  if (databaseUrl && databaseUrl.pathname.length < 2) wrong('DATABASE_URL', 'names no database')
  url('NATS_URL', ['nats:', 'tls:'], 'nats://host:4222')

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

  const demo = onOff('PORTICO_DEMO', mode === 'start')
  const allow = get('PORTICO_CALLBACK_ALLOW') ?? (demo ? '127.0.0.1/32' : '')
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

  const trustProxy = trustProxyOf(get('PORTICO_TRUST_PROXY'), what => wrong('PORTICO_TRUST_PROXY', what))
  const known = new Set<string>(VARIABLES.map(variable => variable.name))
  const warnings = Object.keys(env)
    .filter(name => name.startsWith('PORTICO_') && !known.has(name) && !INTERNAL.has(name))
    .map(name => `${name} is not known and has no effect; docs/reference/configuration.md lists the variables`)

  if (problems.length > 0) throw new ConfigError(problems)
  return {
    mode,
    dataDir: resolve(cwd, get('PORTICO_DATA_DIR') ?? 'data'),
    host,
    httpPort,
    mqttPort,
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
    databaseUrl: get('DATABASE_URL'),
    natsUrl: get('NATS_URL'),
    roles,
    warnings,
  }
}

const items = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(Boolean)

/** Our own examples are as well known as anybody's. */
const isWeak = (value: string): boolean =>
  WEAK_SECRETS.has(value.toLowerCase()) || VARIABLES.some(variable => variable.example === value)

/** `10.1.0.0/16`, `10.1.0.0/16:443`, `[fd00::]/8:8000-8999`; a string says what is wrong. */
function networkOf(item: string): AllowedNetwork | string {
  const match = /^(?:\[([0-9a-f:.]+)\]|([0-9a-f:.]+?))(?:\/(\d{1,3}))?(?::(\d{1,5})(?:-(\d{1,5}))?)?$/i.exec(item)
  const address = match?.[1] ?? match?.[2] ?? ''
  const version = isIP(address)
  if (!match || version === 0)
    return `${JSON.stringify(item)} is no network; write 10.1.0.0/16, 10.1.0.0/16:443 or [fd00::]/8:8000-8999`
  const bits = version === 4 ? 32 : 128
  const prefix = match[3] === undefined ? bits : Number(match[3])
  const from = match[4] === undefined ? null : Number(match[4])
  const to = match[5] === undefined ? from : Number(match[5])
  if (prefix > bits) return `${JSON.stringify(item)}: the prefix is at most ${bits}`
  if (from !== null && to !== null && (from < 1 || to > 65535 || from > to))
    return `${JSON.stringify(item)}: ports run from 1 to 65535`
  return {
    address,
    family: version === 4 ? 'ipv4' : 'ipv6',
    prefix,
    ports: from === null || to === null ? null : { from, to },
  }
}

/** Trusting everybody would let anyone choose the address he is logged under, so `on` is refused. */
function trustProxyOf(text: string | null, wrong: (what: string) => null): Config['trustProxy'] {
  if (text === null || text === 'off') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  const networks = items(text)
  for (const network of networks) {
    const [address = '', prefix, more] = network.split('/')
    const version = isIP(address)
    const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
    if (network !== 'loopback' && (version === 0 || !fits || more !== undefined))
      wrong(
        `${JSON.stringify(network)} is neither off, a number of hops from 1 to 9, nor an address or network of your proxy`,
      )
  }
  return networks
}
