/** What the operations of this module answer where no noun says it: the API's description is made of it. */
import { answers, data } from '#server/describe/answers.ts'
import {
  about,
  at,
  byName,
  count,
  date,
  figure,
  free,
  id,
  many,
  maybe,
  oneOf,
  shape,
  word,
  yes,
} from '#server/describe/shape.ts'

const text = many(word)
const verified = shape({
  ...{
    ok: yes,
    firstBad: maybe(word),
    damage: maybe(oneOf('changed', 'missing', 'inserted', 'rewritten', 'cut', 'anchors')),
    text,
    rows: count,
    from: word,
    through: maybe(word),
  },
  ...{ anchors: count, anchoredAt: maybe(at), waiting: count },
})

const minute = { minute: at, up: count, down: count }
/** Null are blocks that the caller may not read. */
const overview = shape({
  asOf: at,
  today: at,
  devices: maybe(shape({ total: count, online: count, apps: count })),
  people: maybe(count),
  passages: maybe(many(shape({ hour: at, result: count, n: count }))),
  reasons: maybe(many(shape({ reason: maybe(word), n: count }))),
  alarms: maybe(many(shape({ level: count, n: count }))),
  demo: maybe(count),
  minutes: maybe(many(shape(minute))),
  commands: maybe(shape({ p50: maybe(count), p99: maybe(count), n: count })),
  callbacks: maybe(
    shape({ ...{ ok: count, ended: count, waiting: count, aside: count, retrying: count }, percent: maybe(figure) }),
  ),
  sites: maybe(
    many(
      shape({
        ...{ id, name: word, appId: id, total: count, online: count },
        position: maybe(shape({ lng: figure, lat: figure })),
      }),
    ),
  ),
  recent: maybe(
    many(
      shape({
        ...{ id, time: at, personId: maybe(id), personName: maybe(word), deviceName: maybe(word), deviceClass: word },
        ...{ method: maybe(count), direction: maybe(count), result: count, reason: maybe(word) },
        ...{ photoFile: maybe(word), appId: id },
      }),
    ),
  ),
  worst: maybe(
    many(
      shape({
        ...{ deviceId: id, name: maybe(word), deviceClass: word, appId: id, n: count, last: maybe(word) },
        identifier: word,
      }),
    ),
  ),
  offline: maybe(
    many(shape({ deviceId: id, name: word, deviceClass: word, appId: id, since: maybe(at), reason: maybe(word) })),
  ),
  sync: maybe(
    shape({
      ...{ devices: count, people: count, total: count, confirmed: count, sending: count, waiting: count },
      ...{ failed: count, missing: count, clockOff: count, soon: count },
      failures: many(shape({ message: word, n: count })),
    }),
  ),
})
/** A passage, an event or a command; each has what it has. */
const subject = shape({
  ...{ kind: oneOf('passage', 'event', 'command'), id, time: at },
  ...{ deviceId: maybe(id), deviceName: maybe(word), deviceClass: maybe(word), component: maybe(word) },
  ...{ 'personId?': maybe(id), 'personName?': maybe(word), 'orgName?': maybe(word), 'portraitFile?': maybe(word) },
  ...{ 'photoFile?': maybe(word), 'score?': maybe(figure), 'method?': maybe(count), 'direction?': maybe(count) },
  ...{ 'reason?': maybe(word), 'result?': maybe(count), 'tookMs?': maybe(figure), 'level?': count },
  'params?': maybe(byName(free)),
})

export const insightAnswers = answers({
  'operLog:verify': data(verified),
  'GET /api/audit/verify': data(verified),
  'GET /api/insight/curves': data(
    shape({
      asOf: at,
      minutes: maybe(many(shape(minute))),
      days: maybe(many(shape({ day: date, passed: count, refused: count }))),
    }),
  ),
  'GET /api/insight/health': data(
    shape({
      uptimeS: count,
      rssBytes: count,
      heapBytes: count,
      databaseDown: yes,
      deadMessages: maybe(shape({ waiting: count, lastHour: count, countedAt: at })),
      windowMs: count,
      eventLoop: many(shape({ at, p50Ms: figure, p99Ms: figure, maxMs: figure })),
    }),
  ),
  'GET /api/insight/overview': data(overview),
  'GET /api/insight/retention': data(
    shape({
      countedAtMost: count,
      kinds: many(shape({ key: word, label: many(word), days: count, due: maybe(count), 'before?': at })),
    }),
  ),
  'GET /api/insight/story': data(
    shape({
      verdict: text,
      tone: word,
      subject,
      steps: many(
        shape({ at, kind: word, title: text, note: maybe(text), tone: word, ms: maybe(figure), detail: free }),
      ),
    }),
    { query: { 'kind*': ['passage、event 或 command', 'passage, event or command'], 'id*': ['编号', 'Its id'] } },
  ),
})
