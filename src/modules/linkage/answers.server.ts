/** What the operations of this module answer where no noun says it: the API's description is made of it. */
import { answers, data } from '#server/describe/answers.ts'
import { count, id, shape } from '#server/describe/shape.ts'

export const linkageAnswers = answers({
  'linkage:test': data(shape({ id })),
  'linkage:turnOn': data(count),
  'linkage:turnOff': data(count),
})
