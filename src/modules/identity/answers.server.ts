/** What the operations of this module answer where no noun says it: the API's description is made of it. */
import type { Text } from '#base/text.ts'
import { answers, data, type Said } from '#server/describe/answers.ts'
import {
  about,
  at,
  byName,
  count,
  free,
  id,
  many,
  named,
  maybe,
  oneOf,
  rowOf,
  shape,
  word,
  yes,
  type Schema,
} from '#server/describe/shape.ts'

const session = shape({ id, ip: word, agent: word, way: count, createdAt: at, lastSeenAt: at, 'current?': yes })
const recovery = shape({ recovery: many(word) })
const totp = shape({ secret: word, uri: word, setup: word })
const policy = shape({ sourceId: word, factorMode: count, factorRoles: many(id), idleMinutes: count })
const passkeyAsk = byName(free)
/** OAuth 2: outside the envelope. */
const tokens: Said = {
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
const form = (fields: Readonly<Record<string, Schema>>): Said => ({
  body: { media: 'application/x-www-form-urlencoded', schema: open(fields) },
})
const open = (fields: Readonly<Record<string, Schema>>): Schema => {
  const { additionalProperties: _closed, ...rest } = shape(fields)
  return rest
}
/** A body of words; a name with `*` behind it is needed. */
const input = (words: Readonly<Record<string, Text>>): Said => ({
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
/** A menu and those below it. */
const menuFields = {
  ...{
    id,
    parentId: word,
    name: word,
    label: word,
    nameZh: word,
    nameEn: maybe(word),
    path: maybe(word),
    icon: maybe(word),
  },
  ...{ key: maybe(word), type: word, permission: maybe(word), sort: count, hidden: yes, rev: count },
}
const menuBranch = named('menuBranch')

export const identityAnswers = answers(
  {
    'row user': data(
      shape({
        'password?': {
          ...word,
          ...about('自动生成的初始密码，只返回一次', 'A first password that was made; answered once'),
        },
      }),
    ),
    'row menu': data(shape({ 'label?': word, 'children?': many(rowOf('menu')) })),
    'POST /api/admin/apiKey': data(shape({ id, clientId: word, secret: word })),
    'GET /api/admin/apiKey/points': data(many(shape({ point: word, label: word, page: word }))),
    'PUT /api/admin/apiKey': data(yes),
    'POST /api/admin/apiKey/:id/endSessions': data(count),
    'GET /api/admin/apiKey/:id/sessions': data(many(session)),
    'POST /api/admin/apiKey/:id/revoke': data(yes),
    'POST /api/admin/apiKey/:id/rotate': data(shape({ id, clientId: word, secret: word })),
    'GET /api/brand/:code/logo': { outside: { media: 'image/*' } },
    'GET /api/code': {
      outside: { media: 'image/png' },
      query: {
        'randomStr*': [
          '客户端生成的 8 到 64 位字母或数字，用于取图形验证码',
          'A word of 8 to 64 letters or digits, made by the client; the captcha is asked for by it',
        ],
      },
    },
    'loginLog:kick': data(yes),
    'GET /api/admin/menu/getUserTree': data(many(menuBranch)),
    'GET /api/admin/menu/:id': data(maybe(menuBranch)),
    'GET /api/admin/menu': data(many(menuBranch)),
    'GET /api/admin/menu/tree': data(many(menuBranch)),
    'GET /api/admin/menu/tree/:roleId': data(many(id)),
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
      }),
    ),
    'POST /api/auth/password/first': data(
      yes,
      input({ 'ticket*': ['428 应答中的 ticket', 'Of the 428'], 'password*': ['新密码', 'The new password'] }),
    ),
    'POST /api/auth/password/reset': data(
      yes,
      input({ 'ticket*': ['第一步返回的 ticket', 'Of the first step'], 'password*': ['新密码', 'The new password'] }),
    ),
    'POST /api/auth/unlock': data(yes, input({ 'password*': ['当前用户的密码', 'The password of the present user'] })),
    'GET /api/admin/user/preference': data(byName(free)),
    'PUT /api/admin/user/preference': data(yes),
    'role:grant': data(count),
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
    'GET /api/admin/mobile/:phone': data(yes, {
      query: {
        purpose: ['login、reset、register、contact 或 bind', 'login, reset, register, contact or bind'],
        'randomStr*': ['图形验证码的 randomStr', 'Of a captcha'],
        'code*': ['图形验证码的文字', 'Its text'],
        platform: ['品牌', 'The brand'],
        device: ['浏览器标识', 'The word of the browser'],
      },
    }),
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
    'user:sessions': data(many(session)),
    'user:endSessions': data(count),
    'user:resetFactor': data(yes),
    'user:policy': data(policy),
    'user:setPolicy': data(policy),
    'GET /api/config': data(
      shape({
        brand: shape({
          code: word,
          'accent?': word,
          logo: word,
          name: word,
          title: word,
          footer: word,
          companyName: word,
          icp: word,
          servicePhone: word,
        }),
        login: shape({ client: word, passwordKey: word, v2PublicKey: word, social: many(word) }),
        zone: word,
      }),
    ),
    'GET /api/admin/user/info': data(
      shape({
        sysUser: shape({
          userId: id,
          username: word,
          nickname: word,
          phone: maybe(word),
          avatar: maybe(word),
          deptId: maybe(id),
          type: count,
          userCode: word,
          sourcePlatformCode: word,
          lockFlag: word,
          delFlag: word,
          createTime: at,
          updateTime: at,
        }),
        roles: many(word),
        permissions: many(word),
        isMainFlag: yes,
        home: word,
        brand: shape({
          code: word,
          'accent?': word,
          logo: word,
          name: word,
          title: word,
          footer: word,
          companyName: word,
          icp: word,
          servicePhone: word,
        }),
        idleMinutes: count,
        trial: maybe(shape({ until: word, daysLeft: count })),
      }),
    ),
  },
  { menuBranch: shape({ ...menuFields, children: many(menuBranch) }) },
)
