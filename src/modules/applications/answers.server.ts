/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { count, many, maybe, oneOf, shape, word, yes } from '#server/describe/shape.ts'

export const applicationsAnswers = answers({
  'application:resetKey': data(shape({ appKey: word, appSecret: word })),
  'application:askClose': data(yes),
  'application:transfer': data(yes),
  'application:transferEffects': data(many(shape({ count, text: word }))),
  'location:merge': data(yes),
  'GET /api/map/tiles/:z/:x/:y': { outside: { media: 'image/*' } },
  'GET /api/map/tiles': data(maybe(shape({ attribution: word, datum: oneOf('wgs84', 'gcj02') }))),
})
