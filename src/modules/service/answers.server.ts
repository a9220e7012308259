/** What the operations of this module answer where no noun says it: the API's description is made of it. */
import { answers, data, type Form } from '#server/describe/answers.ts'
import { byName, free, shape, word, yes } from '#server/describe/shape.ts'

const report: Form = {
  media: 'multipart/form-data',
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      ['faultType', 'content', 'reporter', 'phone', 'randomStr', 'code'].map(name => [name, { type: 'string' }]),
    ),
    required: ['faultType', 'content', 'randomStr', 'code'],
  },
}

export const serviceAnswers = answers({
  'GET /api/device/label/:code': data(byName(free)),
  'POST /api/device/label/:code/report': data(shape({ reportNo: word }), { body: report }),
  'POST /api/register': data(shape({ username: word })),
  'ticket:assign': data(yes),
  'ticket:grab': data(yes),
  'ticket:finish': data(yes),
  'ticket:judge': data(yes),
})
