/** What the operations of this module answer where no noun says it: the API's description is made of it. */
import { answers, data } from '#server/describe/answers.ts'
import { at, byName, count, free, id, many, maybe, pageOf, shape, word, yes } from '#server/describe/shape.ts'

export const accessAnswers = answers({
  'row personAuth': data(
    shape({
      code: free,
      doorId: maybe(id),
      doorNo: maybe(count),
      message: maybe(word),
      personNo: maybe(word),
      portraitFile: maybe(word),
      nextAt: maybe(at),
      reason: free,
      tries: maybe(count),
    }),
  ),
  'row passRecord': data(
    shape({
      sourceName: maybe(word),
      action: free,
      actionMessage: maybe(word),
      actionState: free,
      linkageName: maybe(word),
      runId: maybe(id),
    }),
  ),
  'authGroup:addPeople': data(count),
  'authGroup:removePeople': data(count),
  'authGroup:people': data(pageOf(byName(free))),
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
  'personAuth:matrix': data(
    shape({
      doors: many(
        shape({
          id,
          no: count,
          name: maybe(word),
          deviceId: id,
          deviceName: word,
          online: yes,
          offlineSince: maybe(at),
          personCount: maybe(count),
          capacity: maybe(count),
        }),
      ),
      people: many(
        shape({
          id,
          name: word,
          personNo: maybe(word),
          personType: count,
          portraitFile: maybe(word),
          faceState: count,
          orgName: maybe(word),
          validTo: maybe(word),
        }),
      ),
      cells: many(
        shape({ subjectKind: word, subjectId: id, component: id, state: word, reason: maybe(word), until: maybe(at) }),
      ),
      total: count,
      size: count,
      current: count,
      pages: count,
    }),
  ),
  'personAuth:cell': data(byName(free)),
  'personAuth:summary': data(
    shape({
      total: count,
      confirmed: count,
      sending: count,
      waiting: count,
      failed: count,
      missing: count,
      clockOff: count,
      perMinute: count,
    }),
  ),
  'personAuth:revocations': data(many(byName(free))),
  'personAuth:retry': data(count),
  'personAuth:readBack': data(id),
  'personAuth:grant': data(id),
})
