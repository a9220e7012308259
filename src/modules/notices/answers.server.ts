/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { at, count, id, many, maybe, shape, word, yes } from '#server/describe/shape.ts'

const notice = shape({
  ...{ id, appId: id, deviceId: maybe(id), deviceClass: maybe(word), deviceName: maybe(word) },
  ...{ at, title: word, body: word, origin: word, originId: id, readAt: maybe(at), link: maybe(word) },
})

export const noticesAnswers = answers({
  'GET /api/notice': data(shape({ unread: count, notices: many(notice) })),
  'PUT /api/notice/read': data(yes),
})
