/** Inputs and answers of signing in and of the user's own account, for the API description. */
import type { Text } from '#base/text.ts'
import { answers, data, type OperationAnswer } from '#server/describe/answers.ts'
import {
  about,
  at,
  byName,
  count,
  free,
  id,
  many,
  maybe,
  oneOf,
  shape,
  word,
  yes,
  type Schema,
} from '#server/describe/shape.ts'

const session = shape({ id, ip: word, agent: word, way: count, createdAt: at, lastSeenAt: at, 'current?': yes })
const recovery = shape({ recovery: many(word) })
const totp = shape({ secret: word, uri: word, setup: word })
const passkeyAsk = byName(free)
/** OAuth 2 tokens, without the envelope. */
const tokens: OperationAnswer = {
  outside: {
    media: 'application/json',
    schema: shape({
      ...{
        access_token: word,
        'refresh_token?': word,
        expires_in: count,
        'user_id?': id,
        token_type: word,
        scope: word,
      },
      ...{ 'device?': word, 'app_id?': id, 'recovery_codes?': many(word) },
    }),
  },
  security: [{ client: [] }],
}
const form = (fields: Readonly<Record<string, Schema>>): OperationAnswer => ({
  body: { media: 'application/x-www-form-urlencoded', schema: open(fields) },
})
const open = (fields: Readonly<Record<string, Schema>>): Schema => {
  const { additionalProperties: _closed, ...rest } = shape(fields)
  return rest
}
/** A body of text fields; a name that ends in `*` is required. */
const input = (words: Readonly<Record<string, Text>>): OperationAnswer => ({
  body: {
    media: 'application/json',
    schema: open(
      Object.fromEntries(
        Object.entries(words).map(([name, [zh, en]]) => [
          name.endsWith('*') ? name.slice(0, -1) : `${name}?`,
          /credential/.test(name) ? { type: 'object', ...about(zh, en) } : { ...word, ...about(zh, en) },
        ]),
      ),
    ),
  },
})
const mobile = form({
  grant_type: oneOf('mobile'),
  mobile: { ...word, ...about('SMS@<手机号>，或 <state>@<code>', 'SMS@<phone>, or <state>@<code>') },
  'code?': { ...word, ...about('收到的验证码', 'The code that was sent') },
  'device?': { ...word, ...about('浏览器标识', 'The word by which the browser is known') },
})
const tokenCall = form({
  grant_type: {
    ...oneOf('client_credentials', 'password', 'refresh_token'),
    ...about('接入密钥用 client_credentials', 'An API key takes client_credentials'),
  },
  'client_id?': {
    ...word,
    ...about('接入密钥的 client_id，未用 Basic 头时填', 'Of a key, where no Basic header names it'),
  },
  'client_secret?': {
    ...word,
    ...about('接入密钥的密钥，未用 Basic 头时填', 'Of a key, where no Basic header holds it'),
  },
  'username?': { ...word, ...about('password 方式：账号', 'password: who') },
  'password?': {
    ...word,
    ...about(
      'password 方式：用 /api/config 的密钥 AES-128-CBC 加密，base64',
      'password: AES-128-CBC with the key of /api/config, base64',
    ),
  },
  'refresh_token?': {
    ...word,
    ...about('refresh_token 方式：最近一次返回的令牌', 'refresh_token: the one answered last'),
  },
  'randomStr?': {
    ...word,
    ...about('password 方式：取图形验证码所用的 randomStr', 'password: the captcha was asked for by it'),
  },
  'code?': {
    ...word,
    ...about('password 方式：图形验证码，需要时填', 'password: the text of the captcha, where one is asked for'),
  },
  'device?': { ...word, ...about('password 方式：浏览器标识', 'password: the word by which the browser is known') },
  'scope?': oneOf('server'),
  'type?': { ...word, ...about('password 方式：来源', 'password: where from') },
})

export const signInAnswers = answers({
  'POST /api/auth/mobile/token/sms': { ...tokens, ...mobile },
  'POST /api/auth/mobile/token/social': { ...tokens, ...mobile },
  'POST /api/auth/phone': data(
    word,
    input({ 'phone*': ['新手机号', 'The new number'], 'code*': ['收到的验证码', 'The code sent to it'] }),
  ),
  'POST /api/auth/passkey': data(
    recovery,
    input({ 'credential*': ['浏览器生成的凭据', 'What the browser made'], name: ['名称', 'What to call it'] }),
  ),
  'POST /api/auth/totp': data(
    recovery,
    input({
      'setup*': ['开始绑定时返回的 setup', 'What the beginning answered'],
      'code*': ['六位动态码', 'The six digits'],
    }),
  ),
  'POST /api/auth/session/endOthers': data(count),
  'DELETE /api/auth/session/:id': data(yes),
  'DELETE /api/auth/factor/:id': data(yes),
  'POST /api/auth/recovery': data(recovery),
  'GET /api/auth/security': data(
    shape({
      username: word,
      phone: maybe(word),
      required: yes,
      factors: many(shape({ id, kind: count, name: maybe(word), createdAt: at, lastUsedAt: at })),
      recoveryLeft: count,
      social: many(shape({ provider: word, linkedAt: maybe(at) })),
      sessions: many(shape({ id, ip: word, agent: word, way: count, createdAt: at, lastSeenAt: at, current: yes })),
    }),
  ),
  'POST /api/auth/passkey/begin': data(byName(free)),
  'POST /api/auth/totp/begin': data(totp),
  'POST /api/auth/password': data(
    yes,
    input({ 'old*': ['当前密码', 'The present password'], 'password*': ['新密码', 'The new one'] }),
  ),
  'POST /api/auth/password/reset/check': data(
    shape({ ticket: word, username: word }),
    input({
      'phone*': ['手机号', 'The number'],
      'code*': ['收到的验证码', 'The code sent to it'],
      platform: ['品牌', 'The brand'],
      randomStr: ['图形验证码的 randomStr', 'Of a captcha'],
      captcha: ['图形验证码的文字', 'Its text'],
      device: ['浏览器标识', 'The word of the browser'],
    }),
  ),
  'POST /api/auth/password/first': data(
    yes,
    input({ 'ticket*': ['428 应答中的 ticket', 'Of the 428'], 'password*': ['新密码', 'The new password'] }),
  ),
  'POST /api/auth/password/reset': data(
    yes,
    input({
      'ticket*': ['第一步返回的 ticket', 'Of the first step'],
      'password*': ['新密码', 'The new password'],
      device: ['浏览器标识', 'The word of the browser'],
    }),
  ),
  'POST /api/auth/unlock': data(yes, input({ 'password*': ['当前用户的密码', 'The password of the present user'] })),
  'POST /api/auth/factor/enrol': data(totp, input({ 'ticket*': ['428 应答中的 ticket', 'Of the 428'] })),
  'POST /api/auth/factor': {
    ...tokens,
    ...input({
      'ticket*': ['428 应答中的 ticket', 'Of the 428'],
      code: ['六位动态码', 'The six digits'],
      credential: ['浏览器生成的凭据', 'What the browser made'],
      recovery: ['恢复码', 'A recovery code'],
      setup: ['绑定时返回的 setup', 'Of the enrolment'],
      device: ['浏览器标识', 'The word of the browser'],
    }),
  },
  'POST /api/auth/factor/passkey': data(passkeyAsk, input({ 'ticket*': ['428 应答中的 ticket', 'Of the 428'] })),
  'POST /api/auth/proof/passkey': data(passkeyAsk),
  'POST /api/auth/proof': data(
    yes,
    input({
      code: ['六位动态码', 'The six digits'],
      credential: ['浏览器生成的凭据', 'What the browser made'],
      recovery: ['恢复码', 'A recovery code'],
      password: ['没有第二步验证时填', 'Where there is no second factor'],
    }),
  ),
  'POST /api/auth/social': data(
    yes,
    input({ 'mobile*': ['<state>@<code>', '<state>@<code>'], platform: ['品牌', 'The brand'] }),
  ),
  'GET /api/auth/social/back': {
    outside: { media: '', status: 302 },
    query: {
      brand: ['单位编号', 'Id of the organisation'],
      state: ['开始时返回的 state', 'Of the start'],
      code: ['提供方给出的授权码', 'Of the provider'],
      link: ['关联账号时为 1', '1 where an account is linked'],
    },
  },
  'GET /api/auth/social/start': data(shape({ url: word }), {
    query: { 'provider*': ['提供方', 'The provider'], platform: ['品牌', 'The brand'] },
  }),
  'DELETE /api/auth/social/:provider': data(yes),
  'GET /api/auth/token/logout': data(yes),
  'DELETE /api/auth/token/logout': data(yes),
  'POST /api/auth/oauth/token': { ...tokens, ...tokenCall },
})
