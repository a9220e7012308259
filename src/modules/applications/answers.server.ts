/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { count, id, many, maybe, oneOf, shape, word, yes } from '#server/describe/shape.ts'

export const applicationsAnswers = answers({
  'application:resetKey': data(shape({ appKey: word, appSecret: word })),
  'application:askClose': data(yes),
  'application:transfer': data(yes),
  'application:transferEffects': data(many(shape({ count, text: word }))),
  'location:merge': data(yes),
  'GET /api/admin/user/applications': data(
    shape({
      total: count,
      records: many(
        shape({ id, name: word, industry: count, zone: word, deviceClasses: many(word), deviceCount: maybe(count) }),
      ),
    }),
  ),
  'GET /api/map/tiles/:z/:x/:y': { outside: { media: 'image/*' } },
  'GET /api/map/tiles': data(maybe(shape({ attribution: word, datum: oneOf('wgs84', 'gcj02') }))),
})
