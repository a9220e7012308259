/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { at, count, figure, id, many, maybe, oneOf, shape, text, word, yes } from '#server/describe/shape.ts'

/** One right of one person at one door. */
const cell = {
  ...{ subjectKind: word, subjectId: id, component: id, state: word, item: maybe(word) },
  ...{ reason: maybe(word), until: maybe(at) },
}

export const rightsAnswers = answers({
  'GET /api/device/portrait/:ticket': { outside: { media: 'image/jpeg' } },
  'GET /api/person/auth/page': {
    query: { by: ['排列：person 按人员，device 按设备', 'Order: by person or by device'] },
  },
  'row personAuth': data(
    shape({
      code: maybe({ type: 'integer' }),
      doorId: maybe(id),
      doorNo: maybe(count),
      message: maybe(word),
      orgName: maybe(word),
      personNo: maybe(word),
      siteName: maybe(word),
      portraitFile: maybe(word),
      nextAt: maybe(at),
      reason: maybe(word),
      tries: maybe(count),
    }),
  ),
  'personAuth:revoke': data(count),
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
      doorTotal: count,
      people: many(
        shape({
          id,
          name: word,
          personNo: maybe(word),
          personType: count,
          portraitFile: maybe(word),
          faceState: count,
          orgId: maybe(id),
          orgName: maybe(word),
          validTo: maybe(word),
        }),
      ),
      cells: many(shape({ ...cell, given: maybe(count) })),
      personIds: maybe(many(id)),
      counts: shape({
        ...{ all: count, failed: count, waiting: count, sending: count, missing: count, clockOff: count, soon: count },
      }),
      total: count,
      size: count,
      current: count,
      pages: count,
    }),
  ),
  'personAuth:cell': data(
    shape({
      ...cell,
      clockOffsetS: maybe(figure),
      exception: maybe(
        shape({
          ...{ kind: word, code: maybe({ type: 'integer' }), message: maybe(word), tries: count },
          ...{ firstAt: at, lastAt: at, nextAt: maybe(at), put: yes },
        }),
      ),
      acceptedElsewhere: count,
      decision: shape({
        allow: yes,
        reason: maybe(word),
        steps: many(shape({ rule: word, label: text, verdict: oneOf('pass', 'refuse', 'skipped'), text })),
      }),
      rights: many(
        shape({ groupId: id, groupName: maybe(word), validFrom: maybe(at), validTo: maybe(at), plan: maybe(word) }),
      ),
    }),
  ),
  'personAuth:summary': data(
    shape({
      total: count,
      confirmed: count,
      sending: count,
      waiting: count,
      failed: count,
      missing: count,
      clockOff: count,
      soon: count,
      perMinute: count,
    }),
  ),
  'personAuth:revocations': data(
    many(
      shape({
        ...{ since: at, groupName: maybe(word), people: count, personName: word, beyond: count },
        devices: many(
          shape({
            ...{ deviceId: id, deviceName: word, online: yes, renewed: yes },
            ...{ confirmedAt: maybe(at), tookMs: maybe(count) },
          }),
        ),
      }),
    ),
  ),
  'personAuth:retry': data(count),
  'personAuth:readBack': data(id),
  'personAuth:grant': data(count),
})
