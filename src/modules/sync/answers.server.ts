/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { at, count, id, many, maybe, shape, word, yes } from '#server/describe/shape.ts'

export const syncAnswers = answers({
  'GET /api/device/syncTask/documents': data(
    many(
      shape({
        ...{ document: word, name: word, wanted: word, confirmed: maybe(word), confirmedAt: maybe(at), changedAt: at },
        ...{
          state: word,
          kind: maybe(word),
          code: maybe({ type: 'integer' }),
          message: maybe(word),
          nextAt: maybe(at),
        },
      }),
    ),
  ),
  'row syncTask': data(shape({ permission: shape({ retry: yes, cancel: yes }) })),
  'syncTask:retry': data(count),
  'syncTask:cancel': data(count),
  'syncTask:stat': data(
    shape({
      ...{ sending: count, waiting: count, failed: count, cancelled: count },
      hour: shape({ ok: count, total: count }),
      slowest: many(shape({ deviceId: id, deviceName: word, open: count, since: at, online: yes })),
    }),
  ),
})
