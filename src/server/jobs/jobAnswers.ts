/** Answers of this folder's operations that no noun describes, for the API description. */
import { OF_THE_LINK } from '#base/labelTexts.ts'
import { answers, data, type OperationAnswer } from '../describe/answers.ts'
import { count, many, maybe, pageOf, shape, word } from '../describe/shape.ts'

const job = { $ref: '#/components/schemas/job' }
const link = { 'user*': OF_THE_LINK, 'until*': OF_THE_LINK, 'sign*': OF_THE_LINK } as const
const workbook: OperationAnswer = {
  outside: { media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
}

export const jobAnswers = answers({
  'GET /api/job/page': data(pageOf(job)),
  'GET /api/job/:id/failures': data(
    shape({
      records: many(
        shape({
          row: count,
          problems: many(shape({ field: word, column: maybe(word), given: maybe(word), reason: word })),
        }),
      ),
      total: count,
      size: count,
      current: count,
      pages: count,
    }),
  ),
  'GET /api/job/:id/causes': data(
    many(
      shape({
        ...{ field: word, column: maybe(word), reason: word, count, rows: many(count) },
        missing: maybe(shape({ noun: word, name: word })),
      }),
    ),
  ),
  'GET /api/job/:id/failures.xlsx': workbook,
  'GET /api/job/:id/answers.xlsx': workbook,
  'GET /api/job/:id': data(job),
  'POST /api/job/:id/again': data(job),
  'POST /api/job/:id/undo': data(job),
  'POST /api/job/:id/cancel': data(job),
  'POST /api/job/:id/import': data(job),
  'POST /api/job/:id/check': data(job),
  'POST /api/job/:id/link': data(shape({ url: word, forS: count })),
  'GET /api/job/:id/file': { outside: { media: '*/*' }, query: link },
})
