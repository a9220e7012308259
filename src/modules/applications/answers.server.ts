/** What the operations of this module answer where no noun says it: the API's description is made of it. */
import { answers, data } from '#server/describe/answers.ts'
import { shape, word, yes } from '#server/describe/shape.ts'

export const applicationsAnswers = answers({
  'application:resetKey': data(shape({ appKey: word, appSecret: word })),
  'application:askClose': data(yes),
})
