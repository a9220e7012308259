/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { count, id, shape } from '#server/describe/shape.ts'

export const linkageAnswers = answers({
  'linkage:test': data(shape({ id })),
  'linkage:turnOn': data(count),
  'linkage:turnOff': data(count),
})
