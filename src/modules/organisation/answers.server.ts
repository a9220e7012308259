/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { about, at, count, date, id, many, maybe, shape, word, yes } from '#server/describe/shape.ts'

export const organisationAnswers = answers({
  'row agency': data(
    shape({
      'password?': {
        ...word,
        ...about('登录账号的初始密码，只返回一次', 'The first password of its login; answered once'),
      },
    }),
  ),
  'row supplier': data(
    shape({
      'password?': {
        ...word,
        ...about('登录账号的初始密码，只返回一次', 'The first password of its login; answered once'),
      },
    }),
  ),
  'agency:resetPassword': data(shape({ username: word, password: word })),
  'agency:extendTrial': data(date),
  'agency:makeRegular': data(yes),
  'agency:setShare': data(date),
  'GET /api/admin/agency/:id/shares': data(
    many(shape({ id, rate: word, fromOn: date, reason: maybe(word), setBy: maybe(word), at })),
  ),
  'supplier:resetPassword': data(shape({ username: word, password: word })),
  'GET /api/admin/employeePermission/:id': data(
    shape({
      menuIds: many(id),
      roleMenuIds: many(id),
      roles: many(shape({ id, name: word, dataScope: count })),
      dataScope: maybe(count),
      organisationIds: many(word),
      appScope: count,
      appIds: many(id),
      places: many(shape({ appId: id, siteIds: many(id), groupIds: many(id) })),
    }),
  ),
  'PUT /api/admin/employeePermission/:id': data(yes),
})
