/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { shape, word, yes } from '#server/describe/shape.ts'

export const applicationsAnswers = answers({
  'application:resetKey': data(shape({ appKey: word, appSecret: word })),
  'application:askClose': data(yes),
})
