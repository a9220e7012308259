/** Every attempt to sign in, with its result and the reason of a refusal. */
import { choice, flag, instant, ref, text } from '#model/field.ts'
import { computed } from '#model/field.ts'
import { defineLens, defineNoun } from '#model/noun.ts'

export const loginLog = defineNoun('loginLog', {
  label: ['登录日志', 'Sign-in log'],
  api: '/api/admin/loginLog',
  table: 'identity.login_log',
  scope: 'source',
  staffWrites: true,
  life: 'fact',
  name: 'username',
  builtIn: {
    reason: [
      ['用户不存在', 'No such user'],
      ['密码错误', 'Wrong password'],
      ['登录凭据重放', 'A sealed password was sent a second time'],
      ['短信验证码错误', 'Wrong code by SMS'],
      ['社交账号未绑定', 'The social account is linked to no user'],
      ['第二步验证失败', 'The second step was wrong'],
      ['所属机构已冻结', 'The organisation is stopped'],
      ['接入密钥的账号不能登录', 'The account of an API key cannot sign in'],
      ['账号已锁定', 'The account is locked'],
      ['不属于该平台', 'Not a user of this brand'],
      ['密钥不存在', 'No such key'],
      ['密钥错误', 'Wrong key'],
      ['密钥已吊销', 'The key was revoked'],
      ['密钥已到期', 'The key has expired'],
      ['地址不在允许范围内', 'The address is not among those allowed'],
    ],
  },
  fields: {
    at: instant(['时间', 'Time'], { find: 'range', sort: true, notNull: true }),
    username: text(['用户名', 'User name'], { find: 'equal', notNull: true }),
    accountId: ref(['用户', 'User'], 'user'),
    result: choice(
      ['结果', 'Result'],
      { ok: [0, '成功', 'Signed in'], refused: [1, '失败', 'Refused'] },
      { find: 'among', dictionary: ['log_type', '登录结果', 'Sign-in result'], notNull: true },
    ),
    reason: text(['原因', 'Reason']),
    way: choice(
      ['方式', 'Way'],
      {
        password: [1, '密码', 'Password'],
        sms: [2, '短信', 'SMS'],
        social: [3, '社交账号', 'Social'],
        refresh: [4, '续期', 'Refresh'],
        key: [5, '接入密钥', 'API key'],
      },
      { dictionary: ['login_way', '登录方式', 'Way of signing in'], notNull: true },
    ),
    ip: text(['地址', 'Address'], { find: 'equal', mono: true }),
    network: computed(
      choice(['来自', 'From'], {
        local: ['local', '本机', 'This machine'],
        inside: ['inside', '内网', 'Internal network'],
        outside: ['outside', '公网', 'Internet'],
      }),
    ),
    agent: text(['客户端标识', 'User agent'], { technical: true }),
    client: computed(text(['客户端', 'Client'])),
    sessionId: text(['会话', 'Session'], { mono: true, technical: true }),
    online: computed(flag(['在线', 'Signed in now'])),
  },
  actions: {
    kick: {
      on: 'row',
      label: ['强制退出', 'Sign out'],
      danger: true,
      where: { online: [true] },
      because: ['该次登录没有进行中的会话', 'No session of that attempt is open'],
      confirm: ['该会话将立即失效', 'The session ends at once'],
    },
  },
})

export const loginLogLens = defineLens('loginLog', {
  path: '/systemManage/loginLog',
  label: ['登录日志', 'Sign-in log'],
  of: 'loginLog',
  columns: ['at', 'accountId', 'username', 'result', 'reason', 'way', 'ip', 'network', 'client', 'online'],
  essential: ['at', 'username', 'result', 'online'],
  filters: ['at', 'username', 'result', 'ip'],
  tabs: ['operLog'],
})
