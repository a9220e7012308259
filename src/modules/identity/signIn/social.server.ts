/** Social accounts: redirects users to the provider with a state bound to browser and brand, and asks the provider who has returned. */
import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Input, Params } from '#model/row.ts'
import { endpoint, raw } from '#server/parts.ts'
import { SOCIAL_PROVIDERS, type Ports, type SocialProvider } from '#server/ports.ts'
import { safeFetch } from '#server/outbound/safeFetch.ts'
import { brandByCode } from './smsCode.server.ts'

const ENGINE = { role: 'engine' } as const
const STATE_MS = 10 * 60_000
const COOKIE = 'portico-social'

interface Provider {
  /** The address to which the browser is sent; null for a mini program, whose code comes from its own host. */
  authorize: ((appId: string, redirect: string, state: string) => string) | null
  host: string
  /** Returns the provider's id of the user for whom the code was issued. */
  exchange(fetch: Fetch, app: { appId: string; secret: string }, code: string, redirect: string): Promise<string | null>
}
type Fetch = (method: 'GET' | 'POST', path: string, query: Record<string, string>) => Promise<Input>

const query = (values: Record<string, string>): string => new URLSearchParams(values).toString()
const wordOf = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null

/** OAuth 2 with a second call that returns the user of the token. */
const byToken =
  (token: string, user: string) =>
  async (fetch: Fetch, app: { appId: string; secret: string }, code: string, redirect: string) => {
    const answer = await fetch('POST', token, {
      grant_type: 'authorization_code',
      code,
      client_id: app.appId,
      client_secret: app.secret,
      redirect_uri: redirect,
      dataType: 'json',
    })
    const access = wordOf(answer.access_token)
    return access ? wordOf((await fetch('GET', user, { access_token: access, dataType: 'json' })).id) : null
  }

/** Parses JSON, or the formats of QQ without `fmt`: `callback( {…} );` and `a=1&b=2`. */
export function answerOf(body: string): Input {
  const text = body.trim()
  const inner = /^callback\s*\(\s*(\{[\s\S]*\})\s*\)\s*;?$/.exec(text)?.[1] ?? text
  if (!inner.startsWith('{') && /^\w+=/.test(inner)) return Object.fromEntries(new URLSearchParams(inner))
  return JSON.parse(inner) as Params
}

const PROVIDERS: Record<SocialProvider, Provider> = {
  WX: {
    host: 'https://api.weixin.qq.com',
    authorize: (appid, redirect_uri, state) =>
      `https://open.weixin.qq.com/connect/qrconnect?${query({ appid, redirect_uri, response_type: 'code', scope: 'snsapi_login', state })}#wechat_redirect`,
    exchange: async (fetch, { appId: appid, secret }, code) =>
      wordOf(
        (await fetch('GET', '/sns/oauth2/access_token', { appid, secret, code, grant_type: 'authorization_code' }))
          .openid,
      ),
  },
  MINI: {
    host: 'https://api.weixin.qq.com',
    authorize: null,
    exchange: async (fetch, { appId: appid, secret }, code) =>
      wordOf(
        (await fetch('GET', '/sns/jscode2session', { appid, secret, js_code: code, grant_type: 'authorization_code' }))
          .openid,
      ),
  },
  QQ: {
    host: 'https://graph.qq.com',
    authorize: (client_id, redirect_uri, state) =>
      `https://graph.qq.com/oauth2.0/authorize?${query({ response_type: 'code', client_id, redirect_uri, state })}`,
    // With `need_openid` newer applications get the id at once; for others `/me` returns it.
    exchange: async (fetch, { appId, secret }, code, redirect) => {
      const token = await fetch('GET', '/oauth2.0/token', {
        grant_type: 'authorization_code',
        client_id: appId,
        client_secret: secret,
        code,
        redirect_uri: redirect,
        fmt: 'json',
        need_openid: '1',
      })
      const access = wordOf(token.access_token)
      if (!access || wordOf(token.openid)) return access && wordOf(token.openid)
      const me = await fetch('GET', '/oauth2.0/me', { access_token: access, fmt: 'json' })
      return wordOf(me.client_id) === appId ? wordOf(me.openid) : null
    },
  },
  GITEE: {
    host: 'https://gitee.com',
    authorize: (client_id, redirect_uri, state) =>
      `https://gitee.com/oauth/authorize?${query({ client_id, redirect_uri, response_type: 'code', state })}`,
    exchange: byToken('/oauth/token', '/api/v5/user'),
  },
  OSC: {
    host: 'https://www.oschina.net',
    authorize: (client_id, redirect_uri, state) =>
      `https://www.oschina.net/action/oauth2/authorize?${query({ response_type: 'code', client_id, redirect_uri, state })}`,
    exchange: byToken('/action/openapi/token', '/action/openapi/user'),
  },
}

const browserOf = (cookie: string | undefined): Buffer => {
  const value = /(?:^|;\s*)portico-social=([A-Za-z0-9_-]{20,64})(?:;|$)/.exec(cookie ?? '')?.[1]
  return createHash('sha256')
    .update(value ?? '')
    .digest()
}

export interface Subject {
  provider: SocialProvider
  index: Buffer
}

/**
 * The user of `<state>@<code>`, as reported by the provider; null when it cannot be determined. A browser's state contains our own token
 * (`WX.<token>`), valid once, for the browser and brand it was issued to; a mini program has none.
 * `accountId` is the account to be linked, null for a sign-in.
 */
export async function subjectOf(
  ports: Ports,
  mobile: string,
  brand: string,
  cookie: string | undefined,
  accountId: string | null,
): Promise<Subject | null> {
  const [, name = '', word = '', code = ''] =
    /^([A-Z]{2,8})(?:\.([A-Za-z0-9_-]{22}))?@([^\s\0]{1,512})$/.exec(mobile) ?? []
  const provider = SOCIAL_PROVIDERS.find(one => one === name)
  const app = provider && ports.social[provider]
  if (!provider || !app) return null
  const { authorize, exchange, host } = PROVIDERS[provider]
  if (authorize) {
    const [state] = await ports.db.query(
      ENGINE,
      sql`delete from identity.social_state where state = ${word} and provider = ${provider} and brand = ${brand} and browser = ${browserOf(cookie)}
        and until > ${ports.now()} and account_id is not distinct from ${accountId}::bigint returning 1`,
    )
    if (!state) return null
  }
  const fetch: Fetch = async (method, path, values) => {
    const url = `${app.url ?? host}${path}`
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const outcome =
      method === 'GET'
        ? await safeFetch(
            `${url}?${query(values)}`,
            { method, headers: { accept: 'application/json' } },
            ports.callbackAllow,
          )
        : await safeFetch(url, { method, body: query(values), headers: form }, ports.callbackAllow)
    return answerOf(outcome.body)
  }
  try {
    const subject = await exchange(fetch, app, code, redirectFor(ports, brand, accountId !== null))
    return subject ? { provider, index: ports.vault.blindIndex(`${provider}|${subject}`, 'social') } : null
  } catch (error) {
    ports.log.warn({ provider, error: String(error) }, 'a social provider gave no usable answer')
    return null
  }
}

const redirectFor = (ports: Ports, brand: string, links: boolean): string =>
  `${ports.publicUrl}/api/auth/social/back?brand=${brand}${links ? '&link=1' : ''}`

export const socialStart = raw({
  method: 'GET',
  path: '/api/auth/social/start',
  access: 'public',
  budget: 'signIn',
  summary: [
    '第三方登录的跳转地址（provider、platform）；已登录时用于关联账号',
    'Where to send the browser to sign in elsewhere (provider, platform); with a session, to link the account',
  ],
  async handle(ports, request, reply) {
    const given = request.query as { provider?: string; platform?: string }
    const provider = SOCIAL_PROVIDERS.find(one => one === given.provider)
    const [app, authorize] = provider ? [ports.social[provider], PROVIDERS[provider].authorize] : []
    if (!provider || !app || !authorize) throw new Refusal('not_found')
    const brand = await brandByCode(ports, given.platform)
    const [word, browser] = [randomBytes(16).toString('base64url'), randomBytes(24).toString('base64url')]
    const accountId = request.user?.userId ?? null
    await ports.db.query(
      ENGINE,
      sql`insert into identity.social_state (state, provider, brand, browser, account_id, until)
      values (${word}, ${provider}, ${brand}, ${browserOf(`${COOKIE}=${browser}`)}, ${accountId}, ${new Date(ports.now().getTime() + STATE_MS)})`,
    )
    const secure = ports.publicUrl.startsWith('https:') ? '; Secure' : ''
    return reply
      .header('set-cookie', `${COOKIE}=${browser}; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=600${secure}`)
      .send({
        code: 0,
        msg: null,
        data: { url: authorize(app.appId, redirectFor(ports, brand, accountId !== null), `${provider}.${word}`) },
      })
  },
})

/** The provider redirects the browser here; the page that started it continues with state and code. */
export const socialBack = raw({
  method: 'GET',
  path: '/api/auth/social/back',
  access: 'public',
  budget: 'signIn',
  summary: [
    '第三方登录后浏览器返回的地址，随后转到品牌登录页或个人账号页',
    'Where a provider sends the browser back to; goes on to the login page of the brand, or to the own account',
  ],
  async handle(ports, request, reply) {
    const { brand, link, state = '', code = '' } = request.query as Record<string, string | undefined>
    const [row] = /^\d{1,19}$/.test(brand ?? '')
      ? await ports.db.query<{ code: string }>(ENGINE, sql`select code from identity.brand where source_id = ${brand}`)
      : []
    const page = link ? '/home/security' : row && brand !== '1' ? `/${row.code}/login` : '/login'
    const clean = (text: string): string => (/^[A-Za-z0-9._~-]{1,512}$/.test(text) ? text : '')
    return reply.redirect(`${page}?${query({ social: `${clean(state)}@${clean(code)}` })}`)
  },
})

export const linkSocial = raw({
  method: 'POST',
  path: '/api/auth/social',
  access: 'login',
  places: true,
  summary: [
    '为当前用户关联第三方账号：mobile = <state>@<code>',
    'Links an account elsewhere to the present user: mobile = <state>@<code>',
  ],
  async handle(ports, request, reply) {
    const user = request.user!
    const { mobile, platform } = (request.body ?? {}) as { mobile?: unknown; platform?: unknown }
    const brand = await brandByCode(ports, platform)
    const subject = await subjectOf(ports, String(mobile ?? ''), brand, request.headers.cookie, user.userId)
    if (!subject) throw new Refusal('invalid', { text: ['绑定失败，请重试', 'Could not be linked; please try again'] })
    const linked = await ports.db.query(
      ENGINE,
      sql`insert into identity.social_link (id, account_id, provider, subject_index)
        values (${ports.newId()}, ${user.userId}, ${subject.provider}, ${subject.index}) on conflict do nothing
        returning 1`,
    )
    if (linked.length === 0)
      throw new Refusal('duplicate', { text: ['该账号已被绑定', 'This account is linked already'] })
    return reply.send({ code: 0, msg: null, data: true })
  },
})

export const unlinkSocial = endpoint({
  method: 'DELETE',
  path: '/api/auth/social/:provider',
  access: 'login',
  places: true,
  scope: 'engine',
  proof: true,
  summary: ['解除第三方账号的关联', 'Unlinks an account elsewhere'],
  run: async (ctx, input) =>
    (
      await ctx.sql(
        sql`delete from identity.social_link where account_id = ${ctx.user.userId} and provider = ${String(input.provider)} returning 1`,
      )
    ).length === 1,
})
