/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { count, id, many, shape, word, yes } from '#server/describe/shape.ts'

export const catalogAnswers = answers({
  'GET /api/admin/dict/type/:type': data(
    many(
      shape({
        id: word,
        type: word,
        value: { type: ['string', 'number'] },
        label: word,
        description: word,
        sort: count,
      }),
    ),
  ),
  'GET /api/device/type/:id/pages': data(many(shape({ id, name: word, path: word, hidden: yes }))),
  'deviceType:pages': data(count),
  'GET /api/admin/dict/types': data(many(shape({ value: word, label: word }))),
})
