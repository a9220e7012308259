/** A whole server on a fresh database, for HTTP tests: real routes, real roles, real SQL. */
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { makeAuthenticator } from '#modules/identity/api.ts'
import { makePorts, parts, seedAll } from '#main/wire.ts'
import { buildHttp } from '#server/http/serve.ts'
import type { Ports } from '#server/ports.ts'
import { freshDatabase, type TestConnection } from './database.ts'

export const ADMIN_PASSWORD = 'correct horse battery'
export interface Answer<T = any> {
  status: number
  body: { code: number; msg: string | null; error?: string; data: T }
  headers: Record<string, unknown>
}
export interface TestServer {
  app: FastifyInstance
  ports: Ports
  /** For another process of the same installation. */
  installation: { connection: TestConnection; secret: string; dataDir: string }
  token: string
  call<T = any>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    options?: { token?: string | null; headers?: Record<string, string> },
  ): Promise<Answer<T>>
  login(username: string, password: string, extra?: Record<string, string>): Promise<Answer>
  close(): Promise<void>
}

/** The password field of the API contract: AES-128-CBC, key = IV, zero padding, base64. */
export function encryptPassword(password: string, key: string): string {
  const bytes = Buffer.from(password)
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])
  const cipher = createCipheriv('aes-128-cbc', key, key).setAutoPadding(false)
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64')
}

async function newInstallation(): Promise<TestServer['installation'] & { drop(): Promise<void> }> {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'))
  return {
    connection: database.connection,
    secret: createHash('sha256').update('test').digest('base64'),
    dataDir,
    async drop() {
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function startTestServer(
  options: {
    now?: () => Date
    /** The built console, for tests in a browser. */
    consoleFolder?: string
    trustProxy?: string[]
    /** An existing installation, which is kept; otherwise a new one, which is removed with the server. */
    installation?: TestServer['installation']
  } = {},
): Promise<TestServer> {
  const quiet = {
    info() {},
    warn() {},
    error(fields: Record<string, unknown>, message: string) {
      console.error(message, fields)
    },
  }
  const { drop, ...installation } = options.installation
    ? { ...options.installation, drop: async () => {} }
    : await newInstallation()
  const stopping = new AbortController()
  const listeners = new Set(process.listeners('message'))
  const ports = await makePorts({
    ...installation,
    stopping: stopping.signal,
    publicUrl: 'http://127.0.0.1',
    callbackAllow: [{ address: '127.0.0.1', family: 'ipv4', prefix: 32, ports: null }],
    adminPassword: ADMIN_PASSWORD,
    nodeNumber: randomBytes(1)[0]!,
    log: quiet,
    ...(options.now ? { now: options.now } : {}),
  })
  await seedAll(ports)
  const authenticator = makeAuthenticator(ports)
  const app = await buildHttp({
    ports,
    parts,
    authenticate: authenticator.authenticate,
    trustProxy: options.trustProxy ?? false,
    ...(options.consoleFolder ? { consoleFolder: options.consoleFolder } : {}),
  })
  // The bus listens to its process for its lifetime; a test process outlives the server.
  const added = process.listeners('message').filter(listener => !listeners.has(listener))
  const call: TestServer['call'] = async (method, url, body, extra = {}) => {
    const token = extra.token === undefined ? server.token : extra.token
    const response = await app.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body as object }),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...extra.headers },
    })
    const json = response.headers['content-type']?.toString().includes('json')
    return {
      status: response.statusCode,
      body: json ? response.json() : { code: -1, msg: response.body, data: null as never },
      headers: response.headers,
    }
  }
  const server: TestServer = {
    app,
    ports,
    installation,
    token: '',
    call,
    async login(username, password, extra = {}) {
      const config = (await call('GET', '/api/config', undefined, { token: null })).body.data
      const query = new URLSearchParams({
        username,
        password: encryptPassword(password, config.login.passwordKey),
        randomStr: 'abcdefgh12345678',
        type: '1',
        code: '',
        grant_type: 'password',
        scope: 'server',
        ...extra,
      })
      return call('POST', `/api/auth/oauth/token?${query}`, undefined, {
        token: null,
        headers: { authorization: `Basic ${Buffer.from(config.login.client).toString('base64')}` },
      })
    },
    async close() {
      stopping.abort()
      authenticator.stop()
      await app.close()
      await ports.db.end()
      for (const listener of added) process.off('message', listener)
      await drop()
    },
  }
  server.token = (
    (await server.login('admin', ADMIN_PASSWORD)).body as unknown as { access_token: string }
  ).access_token
  return server
}
