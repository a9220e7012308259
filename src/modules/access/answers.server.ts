/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { at, count, id, many, maybe, pageOf, shape, word, yes } from '#server/describe/shape.ts'

export const accessAnswers = answers({
  'GET /api/admin/sys-file/:id': { outside: { media: 'image/*' } },
  'GET /api/person/passRecord/page': { query: { siteId: ['站点', 'Id of a site'] } },
  'row passRecord': data(
    shape({
      sourceName: maybe(word),
      action: maybe(word),
      actionMessage: maybe(word),
      actionState: maybe(word),
      linkageName: maybe(word),
      runId: maybe(id),
    }),
  ),
  'authGroup:addPeople': data(count),
  'authGroup:removePeople': data(count),
  'authGroup:people': data(
    pageOf(
      shape({
        ...{ id, name: word, personNo: maybe(word), orgId: maybe(id), orgName: maybe(word) },
        ...{ validFrom: maybe(at), validTo: maybe(at) },
      }),
    ),
  ),
  'authGroup:doors': data(
    many(
      shape({
        id,
        no: count,
        name: maybe(word),
        deviceId: id,
        deviceName: word,
        sn: word,
        deviceClass: word,
        siteName: maybe(word),
        online: yes,
      }),
    ),
  ),
  'authGroup:retryFailed': data(count),
})
