/** API keys for programs of integrators, each for one application: permissions, allowed addresses and expiry. */
import { computed, flag, instant, integer, json, text } from '#model/field.ts'
import { defineLens, defineNoun, machine } from '#model/noun.ts'

export const apiKey = defineNoun('apiKey', {
  label: ['接入密钥', 'API key'],
  api: '/api/admin/apiKey',
  table: 'identity.api_key',
  scope: 'application',
  name: 'name',
  builtIn: { name: [['主密钥', 'Main key']] },
  verbs: ['list', 'view', 'add', 'edit'],
  proof: ['add', 'edit'],
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 32, find: 'contains' }),
    clientId: text(['Client ID', 'Client ID'], { by: 'system', find: 'equal', mono: true, notNull: true }),
    main: flag(['主密钥', 'Main key'], { by: 'system', notNull: true }),
    points: json(['权限', 'Permissions'], { required: true, schema: { type: 'array', items: { type: 'string' } } }),
    pointCount: computed(integer(['权限数', 'Permissions'])),
    addresses: text(['允许的地址', 'Addresses'], {
      max: 1000,
      lines: 3,
      mono: true,
      help: [
        '每行一个地址或网段，如 203.0.113.0/24；留空不限',
        'One a line, as in 203.0.113.0/24; empty: from anywhere',
      ],
      none: ['不限', 'Anywhere'],
    }),
    expiresAt: instant(['到期时间', 'Expires'], {
      help: ['留空则不过期', 'Left empty it does not expire'],
      none: ['不过期', 'Never'],
    }),
    lastUsedAt: instant(['最近使用', 'Last used'], { by: 'system' }),
    lastUsedIp: text(['最近地址', 'Last address'], { by: 'system', mono: true }),
    oldSecretUntil: instant(['旧密钥有效至', 'Old secret until'], { by: 'system' }),
  },
  states: {
    state: machine(['状态', 'State'], { active: [1, '启用', 'Active'], revoked: [0, '已吊销', 'Revoked'] }, 'active', {
      rotate: {
        from: ['active'],
        to: 'active',
        label: ['更换', 'New secret'],
        danger: true,
        reason: true,
        proof: true,
      },
      revoke: {
        from: ['active'],
        to: 'revoked',
        label: ['吊销', 'Revoke'],
        danger: true,
        confirm: [
          '立即失效，正在使用它的程序都会断开；不能恢复',
          'It ends at once for every program that uses it, for good',
        ],
      },
    }),
  },
})

export const apiKeyLens = defineLens('apiKey', {
  path: '/apply/apiKey',
  label: ['接入密钥', 'API keys'],
  empty: [
    '程序用密钥访问接口，权限和地址都可限制',
    'Programs use a key to call the API, limited to points and addresses',
  ],
  of: 'apiKey',
  columns: ['name', 'clientId', 'pointCount', 'addresses', 'expiresAt', 'lastUsedAt', 'lastUsedIp', 'state'],
  filters: ['name', 'state'],
  verbs: ['list', 'view'],
})
