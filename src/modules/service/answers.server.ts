/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data, type Form } from '#server/describe/answers.ts'
import { at, count, id, many, maybe, shape, text, word, yes } from '#server/describe/shape.ts'

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
  'GET /api/device/label/:code': data(
    shape({
      ...{
        name: word,
        icon: maybe(word),
        className: text,
        modelName: word,
        sn: word,
        place: maybe(word),
        company: word,
      },
      ...{ online: yes, lastSeenAt: maybe(at), asOf: at, openable: yes, openTickets: count, lastRepaired: yes },
      servicePhone: maybe(word),
      faultTypes: many(shape({ value: { type: ['string', 'number'] }, label: text })),
      device: maybe(
        shape({
          ...{ id, appId: id, deviceClass: word, zone: word, userName: word },
          opens: maybe(
            shape({
              ...{ command: word, label: text, kind: maybe(word) },
              parts: many(shape({ no: count, name: maybe(word) })),
            }),
          ),
          ...{ lastOpenedAt: maybe(at), passedToday: maybe(count) },
        }),
      ),
    }),
  ),
  'POST /api/device/label/:code/report': data(shape({ reportNo: word }), { body: report }),
  'POST /api/register': data(shape({ username: word })),
  'ticket:assign': data(yes),
  'ticket:assignInTurn': data(count),
  'ticket:grab': data(yes),
  'ticket:finish': data(yes),
  'ticket:judge': data(yes),
})
