/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { count, many, shape, word } from '#server/describe/shape.ts'

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
  'GET /api/admin/dict/types': data(many(shape({ value: word, label: word }))),
})
