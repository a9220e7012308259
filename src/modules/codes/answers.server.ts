/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { at, count, id, shape, word, yes } from '#server/describe/shape.ts'

export const codesAnswers = answers({
  'passCode:issue': data(shape({ id, code: word, validTo: at, personName: word, offlineDoors: count })),
  'passCode:show': data(shape({ code: word, validTo: at, nextS: count, offlineDoors: count })),
  'passCode:replaceKey': data(yes),
  'passCode:revoke': data(yes),
  'pinOrder:sms': data(yes),
  'pinOrder:reveal': data(shape({ password: word, duressPassword: word })),
})
