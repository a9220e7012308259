import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, frontOf, readConfig } from './config.ts'
import { listeners } from './listeners.ts'
import { frontVariables, VARIABLES } from './variables.ts'
import { CONFIG_PAGE, configReference } from './configReference.ts'
import { WEAK_SECRETS } from './weakSecrets.ts'

const SECRET = 'zQ8vN1mXw4Rk7TpYc2BfHs6LdJg9AeUo'

function problems(env: Record<string, string>, mode: 'start' | 'serve' = 'start'): readonly string[] {
  try {
    readConfig(env, mode, '/srv')
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

test('tiles of maps need address, attribution and datum; the address is never repeated', () => {
  const given = 'https://tiles.test/{z}/{x}/{y}?key=secret; © Test ;gcj02'
  expect(readConfig({ PORTICO_MAP_TILES: given }, 'start', '/srv').mapTiles).toEqual({
    address: 'https://tiles.test/{z}/{x}/{y}?key=secret',
    attribution: '© Test',
    datum: 'gcj02',
  })
  expect(readConfig({}, 'start', '/srv').mapTiles).toBeNull()
  for (const [wrong, why] of [
    ['https://tiles.test/{z}/{x}/{y}?key=secret', 'is not of the form'],
    ['https://tiles.test/{z}/{x}?key=secret;T;wgs84', 'has no address of the form'],
    ['ftp://tiles.test/{z}/{x}/{y};T;wgs84', 'has no address of the form'],
    ['https://tiles.test/{z}/{x}/{y};T;bd09', '"bd09" is none of wgs84, gcj02'],
  ] as const) {
    const [line] = problems({ PORTICO_MAP_TILES: wrong })
    expect(line).toContain(`PORTICO_MAP_TILES: ${why}`)
    expect(line).not.toContain('secret')
  }
})

test('a carrier of SMS needs all it signs with; what is given without one is named; secrets are not repeated', () => {
  expect(problems({ PORTICO_SMS: 'pigeon' })).toEqual(['PORTICO_SMS: "pigeon" is none of console, aliyun, tencent'])
  expect(problems({ PORTICO_SMS_SIGN: 'x' })).toEqual(['PORTICO_SMS_SIGN: has no effect without PORTICO_SMS'])
  expect(
    problems({ PORTICO_SMS: 'tencent', PORTICO_SMS_KEY: 'only-one-word' }).map(line => line.split(':')[0]),
  ).toEqual(['PORTICO_SMS_SIGN', 'PORTICO_SMS_TEMPLATE', 'PORTICO_SMS_APP', 'PORTICO_SMS_KEY'])
  const set = {
    PORTICO_SMS: 'aliyun',
    PORTICO_SMS_KEY: 'id:se:cret',
    PORTICO_SMS_SIGN: '万物通',
    PORTICO_SMS_TEMPLATE: 'SMS_1',
  }
  expect(readConfig(set, 'start', '/srv').sms).toEqual({
    provider: 'aliyun',
    url: 'https://dysmsapi.aliyuncs.com',
    keyId: 'id',
    keySecret: 'se:cret',
    signName: '万物通',
    template: 'SMS_1',
    noticeTemplate: '',
    app: '',
  })
  expect(readConfig({ PORTICO_SOCIAL: 'WX=wx1:s1, QQ=q:s2' }, 'start', '/srv').social).toEqual({
    WX: { appId: 'wx1', secret: 's1' },
    QQ: { appId: 'q', secret: 's2' },
  })
  expect(problems({ PORTICO_SOCIAL: 'WX=wx1:hush,BAD' })[0]).not.toContain('hush')
})

test('nothing set: a machine of one’s own', () => {
  expect(readConfig({}, 'start', '/srv')).toEqual({
    mode: 'start',
    dataDir: '/srv/data',
    host: '127.0.0.1',
    httpPort: 8080,
    fronts: [...listeners.values()].map(one => ({
      ...{ listener: one.key, host: '127.0.0.1', port: one.listens.port },
      ...{ variable: frontVariables(one).port, ofHost: 'PORTICO_HOST', tls: null },
    })),
    publicUrl: 'http://localhost:8080',
    trustProxy: false,
    callbackAllow: [{ address: '127.0.0.1', family: 'ipv4', prefix: 32, ports: null }],
    demo: 'on',
    adminPassword: null,
    secret: null,
    databaseUrl: null,
    natsUrl: null,
    sms: { provider: 'console' },
    social: {},
    s3Url: null,
    captureDays: 30,
    mapTiles: null,
    fileQuotaMb: 2048,
    roles: ['web', 'gateway', 'worker', 'media'],
    warnings: [],
  })
})

test('nothing set, serve: open to others, without a demo and its allowed callback', () => {
  expect(readConfig({}, 'serve', '/srv')).toMatchObject({ host: '0.0.0.0', demo: 'off', callbackAllow: [] })
})

test('serve: MQTT without TLS is for this machine, unless it is asked for; both are said', () => {
  const tls = { PORTICO_MQTTS_PORT: '8883', PORTICO_MQTTS_CERT: 'c', PORTICO_MQTTS_KEY: 'k' }
  const of = (env: Record<string, string>, mode: 'start' | 'serve' = 'serve'): [string, string | undefined] => {
    const { fronts, warnings } = readConfig(env, mode, '/srv')
    return [fronts[0]!.host, warnings[0]?.split(' ')[0]]
  }
  expect(of({})).toEqual(['127.0.0.1', 'PORTICO_MQTTS_PORT'])
  expect(of({ PORTICO_HOST: '10.0.0.5' })).toEqual(['127.0.0.1', 'PORTICO_MQTTS_PORT'])
  expect(of({ PORTICO_MQTT_HOST: '0.0.0.0' })).toEqual(['0.0.0.0', 'PORTICO_MQTT_HOST:'])
  expect(of({ ...tls, PORTICO_MQTT_HOST: '127.0.0.1' })).toEqual(['127.0.0.1', undefined])
  // With TLS it also listens only on this machine: enabling TLS must not also offer plain text to the network.
  expect(of(tls)).toEqual(['127.0.0.1', undefined])
  expect(of({ ...tls, PORTICO_MQTT_HOST: '0.0.0.0' })).toEqual(['0.0.0.0', 'PORTICO_MQTT_HOST:'])
  expect(of({ PORTICO_HOST: '0.0.0.0' }, 'start')).toEqual(['0.0.0.0', undefined])
})

test('everything set', () => {
  const config = readConfig(
    {
      PORTICO_DATA_DIR: 'here',
      PORTICO_HOST: '::',
      PORTICO_HTTP_PORT: '80',
      PORTICO_MQTT_PORT: '1884',
      PORTICO_MQTTS_PORT: '8883',
      PORTICO_MQTTS_CERT: 'a.pem',
      PORTICO_MQTTS_KEY: '/k.pem',
      PORTICO_PUBLIC_URL: 'https://portico.example.cn/',
      PORTICO_TRUST_PROXY: '10.0.0.0/8, loopback',
      PORTICO_CALLBACK_ALLOW: '10.1.0.0/16:443, [fd00::]/8:8000-8999,fe80::/10,192.168.1.9',
      PORTICO_DEMO: 'off',
      PORTICO_ADMIN_PASSWORD: ' a phrase of mine ',
      PORTICO_SECRET: SECRET,
      DATABASE_URL: 'postgresql://u:p@db/portico',
      NATS_URL: 'nats://n:4222',
      ROLES: 'worker, web',
    },
    'serve',
    '/srv',
  )
  expect(config).toMatchObject({
    dataDir: '/srv/here',
    publicUrl: 'https://portico.example.cn',
    trustProxy: ['10.0.0.0/8', 'loopback'],
    adminPassword: ' a phrase of mine ',
    roles: ['web', 'worker'],
    secret: SECRET,
  })
  expect(frontOf(config, 'alink', true)).toMatchObject({
    ...{ host: '::', port: 8883, tls: { cert: '/srv/a.pem', key: '/k.pem', ca: null } },
  })
  expect(config.callbackAllow).toEqual([
    { address: '10.1.0.0', family: 'ipv4', prefix: 16, ports: { from: 443, to: 443 } },
    { address: 'fd00::', family: 'ipv6', prefix: 8, ports: { from: 8000, to: 8999 } },
    { address: 'fe80::', family: 'ipv6', prefix: 10, ports: null },
    { address: '192.168.1.9', family: 'ipv4', prefix: 32, ports: null },
  ])
})

describe('each problem is one line that names its variable', () => {
  test.each([
    ['PORTICO_HTTP_PORT', { PORTICO_HTTP_PORT: '0' }],
    ['PORTICO_HTTP_PORT', { PORTICO_HTTP_PORT: '8080x' }],
    ['PORTICO_MQTT_PORT', { PORTICO_MQTT_PORT: '65536' }],
    ['PORTICO_MQTT_PORT', { PORTICO_MQTT_PORT: '8080' }],
    ['PORTICO_MQTTS_CERT', { PORTICO_MQTTS_PORT: '8883', PORTICO_MQTTS_KEY: 'k' }],
    ['PORTICO_MQTTS_KEY', { PORTICO_MQTTS_PORT: '8883', PORTICO_MQTTS_CERT: 'c' }],
    ['PORTICO_MQTTS_CERT', { PORTICO_MQTTS_CERT: 'c' }],
    ['PORTICO_HOST', { PORTICO_HOST: 'http://x' }],
    ['PORTICO_PUBLIC_URL', { PORTICO_PUBLIC_URL: 'portico.example.cn' }],
    ['PORTICO_PUBLIC_URL', { PORTICO_PUBLIC_URL: 'https://portico.example.cn/app' }],
    ['PORTICO_TRUST_PROXY', { PORTICO_TRUST_PROXY: 'on' }],
    ['PORTICO_TRUST_PROXY', { PORTICO_TRUST_PROXY: '10.0.0.0/33' }],
    ['PORTICO_CALLBACK_ALLOW', { PORTICO_CALLBACK_ALLOW: '10.0.0.0/33' }],
    ['PORTICO_CALLBACK_ALLOW', { PORTICO_CALLBACK_ALLOW: 'localhost' }],
    ['PORTICO_CALLBACK_ALLOW', { PORTICO_CALLBACK_ALLOW: '10.0.0.0/8:9-8' }],
    ['PORTICO_DEMO', { PORTICO_DEMO: 'yes' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x/y' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgresql://host' }],
    ['NATS_URL', { NATS_URL: 'host:4222' }],
    ['S3_URL', { S3_URL: 'https://s3.example.cn/bucket' }],
    ['S3_URL', { S3_URL: 's3://bucket' }],
    ['PORTICO_CAPTURE_DAYS', { PORTICO_CAPTURE_DAYS: '6' }],
    ['PORTICO_CAPTURE_DAYS', { PORTICO_CAPTURE_DAYS: '181' }],
    ['PORTICO_CAPTURE_DAYS', { PORTICO_CAPTURE_DAYS: 'ever' }],
    ['PORTICO_FILE_QUOTA_MB', { PORTICO_FILE_QUOTA_MB: '0' }],
    ['PORTICO_FILE_QUOTA_MB', { PORTICO_FILE_QUOTA_MB: '2 GB' }],
    ['ROLES', { ROLES: 'web,db' }],
    ['PORTICO_SECRET', { PORTICO_SECRET: 'short' }],
    ['PORTICO_SECRET', { PORTICO_SECRET: '0'.repeat(64) }],
    ['PORTICO_SECRET', { PORTICO_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' }],
    ['PORTICO_ADMIN_PASSWORD', { PORTICO_ADMIN_PASSWORD: 'Admin123', PORTICO_HOST: '0.0.0.0' }],
  ])('%s %o', (name, env) => {
    const found = problems(env as Record<string, string>)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(new RegExp(`^${name}: .+$`))
    expect(found[0]).not.toContain('\n')
  })
})

test('serve with a database of one’s own needs a secret, and refuses every known one and short passwords', () => {
  const base = { DATABASE_URL: 'postgresql://u:p@db/portico' }
  expect(problems(base, 'serve')).toEqual([expect.stringMatching(/^PORTICO_SECRET: is required/)])
  for (const weak of [...WEAK_SECRETS, ...VARIABLES.map(variable => variable.example)]) {
    expect(problems({ ...base, PORTICO_SECRET: weak }, 'serve'), weak).toHaveLength(1)
    if (WEAK_SECRETS.has(weak)) expect(problems({ PORTICO_ADMIN_PASSWORD: weak }, 'serve'), weak).toHaveLength(1)
  }
  expect(problems({ PORTICO_ADMIN_PASSWORD: 'elevenchars' }, 'serve')).toHaveLength(1)
  expect(problems({ PORTICO_ADMIN_PASSWORD: '123456' }, 'start')).toEqual([])
})

test('all problems come at once, and none repeats a password', () => {
  const found = problems(
    {
      PORTICO_HTTP_PORT: 'x',
      DATABASE_URL: 'http://u:hunter2@db',
      S3_URL: 'https://k:hunter2@s3/',
      PORTICO_SECRET: 'hunter2',
    },
    'serve',
  )
  expect(found.map(line => line.split(':')[0])).toEqual([
    'PORTICO_HTTP_PORT',
    'DATABASE_URL',
    'S3_URL',
    'PORTICO_SECRET',
  ])
  expect(found.join()).not.toContain('hunter2')
})

test('a database behind a socket, as libpq writes it', () => {
  const databaseUrl = 'postgresql://portico@/portico?host=%2Frun%2Fpostgresql'
  expect(readConfig({ DATABASE_URL: databaseUrl }, 'start')).toMatchObject({ databaseUrl })
  expect(problems({ DATABASE_URL: 'postgresql://portico@/portico' })).toHaveLength(1)
})

test('empty means not set; a misspelt variable is warned of', () => {
  expect(readConfig({ PORTICO_HTTP_PORT: '', ROLES: ' ' }, 'start')).toMatchObject({ httpPort: 8080 })
  expect(readConfig({ PORTICO_TRUST_PORXY: '1', PORTICO_CONSOLE: 'skip' }, 'start').warnings).toEqual([
    expect.stringContaining('PORTICO_TRUST_PORXY'),
  ])
})

test('the reference page is that of the table', () => {
  expect(readFileSync(CONFIG_PAGE, 'utf8')).toBe(configReference())
})
