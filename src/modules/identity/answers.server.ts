/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
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
  rowOf,
  shape,
  word,
  yes,
} from '#server/describe/shape.ts'

const session = shape({ id, ip: word, agent: word, way: count, createdAt: at, lastSeenAt: at, 'current?': yes })
const policy = shape({ sourceId: word, factorMode: count, factorRoles: many(id), idleMinutes: count })

/** A menu with its children. */
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
    'GET /api/admin/user/preference': data(byName(free)),
    'PUT /api/admin/user/preference': data(yes),
    'role:grant': data(count),
    'role:viewAs': data(count),
    'GET /api/admin/mobile/:phone': data(yes, {
      query: {
        purpose: ['login、reset、register、contact 或 bind', 'login, reset, register, contact or bind'],
        'randomStr*': ['图形验证码的 randomStr', 'Of a captcha'],
        'code*': ['图形验证码的文字', 'Its text'],
        platform: ['品牌', 'The brand'],
        device: ['浏览器标识', 'The word of the browser'],
      },
    }),
    'user:giveRoles': data(count),
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
        limitedIn: many(id),
        home: word,
        viewing: maybe(shape({ id, name: word })),
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
