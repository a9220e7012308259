/** A client of the platform's public HTTP API: sign in, call, upload. */
import { createCipheriv } from 'node:crypto'
import { httpCall, type HttpCall } from './httpCall.ts'

interface Envelope {
  code: number
  msg: string | null
  data: unknown
  error?: string
}

/** A refusal by the platform. */
export class ApiRefusal extends Error {
  readonly status: number
  readonly body: Envelope
  constructor(what: string, status: number, body: Envelope) {
    const fields = (body.data as { fields?: { field: string; msg?: string }[] } | null)?.fields
    super(`${what}: ${status} ${body.msg ?? ''}${fields ? ` ${JSON.stringify(fields)}` : ''}`)
    this.status = status
    this.body = body
  }
}

export class PublicApi {
  readonly base: string
  private token = ''
  private account: { username: string; password: string } | null = null

  /** `base` is the platform's address, for example http://127.0.0.1:8080. */
  constructor(base: string) {
    this.base = base.replace(/\/$/, '')
  }

  /** The current access token. */
  get bearer(): string {
    return this.token
  }

  /** True when the product is ready. */
  async answers(): Promise<boolean> {
    return httpCall(`${this.base}/api/config`, { timeoutMs: 3000 }).then(
      answer => answer.status === 200,
      () => false,
    )
  }

  async login(username: string, password: string): Promise<void> {
    const { client, passwordKey } = await this.loginSettings()
    const { status, body: answer } = await httpCall(`${this.base}/api/auth/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(client).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        username,
        password: encrypted(password, passwordKey),
        grant_type: 'password',
        scope: 'server',
      }).toString(),
    })
    const body = parsed<Envelope & { access_token?: string }>(answer)
    if (!body.access_token) throw new ApiRefusal(`sign in as ${username}`, status, body)
    this.token = body.access_token
    this.account = { username, password }
  }

  /** Signs in with the first password of an account, and replaces it by `chosen`. */
  async loginFirst(username: string, first: string, chosen: string): Promise<void> {
    const refused = await this.login(username, first).catch((error: unknown) => error)
    const ticket = refused instanceof ApiRefusal && (refused.body.data as { ticket?: string } | null)?.ticket
    if (!ticket) throw refused instanceof Error ? refused : new Error(`${username} has no first password`)
    const { passwordKey } = await this.loginSettings()
    await this.post('/api/auth/password/first', { ticket, password: encrypted(chosen, passwordKey) })
    await this.login(username, chosen)
  }

  private async loginSettings(): Promise<{ client: string; passwordKey: string }> {
    const { body } = await httpCall(`${this.base}/api/config`)
    return parsed<{ data: { login: { client: string; passwordKey: string } } }>(body).data.login
  }

  get = <T = any>(path: string): Promise<T> => this.call<T>('GET', path)
  post = <T = any>(path: string, body: object = {}): Promise<T> => this.call<T>('POST', path, body)
  put = <T = any>(path: string, body: object): Promise<T> => this.call<T>('PUT', path, body)

  /** Answers the envelope's data; throws ApiRefusal. */
  async call<T = any>(method: string, path: string, body?: object): Promise<T> {
    return this.send<T>(path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
  }

  async upload(path: string, bytes: Uint8Array, name: string): Promise<{ id: string }> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
    const packed = new Response(form)
    const headers = { 'content-type': packed.headers.get('content-type')! }
    return this.send<{ id: string }>(path, { method: 'POST', headers, body: Buffer.from(await packed.arrayBuffer()) })
  }

  private async send<T>(path: string, call: HttpCall, again = true): Promise<T> {
    const headers = { ...call.headers, authorization: `Bearer ${this.token}` }
    const { status, body: answer } = await httpCall(`${this.base}${path}`, { ...call, headers })
    const body = parsed<Envelope>(answer)
    // A session ends after two hours, and sensitive calls require a new proof after five minutes; the client then signs in again.
    if ((status === 401 || body.error === 'need_proof') && again && this.account) {
      await this.login(this.account.username, this.account.password)
      return this.send<T>(path, call, false)
    }
    if (body.code !== 0) throw new ApiRefusal(`${call.method} ${path}`, status, body)
    return body.data as T
  }
}

/** What is no JSON, as the answer of a proxy, is a refusal too. */
function parsed<T extends object>(answer: Buffer): T {
  try {
    return JSON.parse(answer.toString()) as T
  } catch {
    return { code: 1, msg: 'no JSON', data: null } as unknown as T
  }
}

/** The contract's password field: AES-128-CBC, key = IV, zero padding, base64. */
function encrypted(password: string, key: string): string {
  const bytes = Buffer.from(password)
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])
  const cipher = createCipheriv('aes-128-cbc', key, key).setAutoPadding(false)
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64')
}
