/** Answers of the operations of this module that no noun describes, for the API description. */
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
import { AT_DOOR } from './mend.ts'

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
const recentPassage = shape({
  ...{ id, time: at, personId: maybe(id), personName: maybe(word), deviceName: maybe(word), deviceClass: word },
  ...{ method: maybe(count), direction: maybe(count), result: count, reason: maybe(word) },
  ...{ photoFile: maybe(word), appId: id },
})
/** Blocks that the caller may not read are null. */
/** The totals of lists of one application and class. */
const classLists = many(shape({ appId: id, name: maybe(word), deviceClass: word, n: count }))
const overview = shape({
  asOf: at,
  days: count,
  from: at,
  before: at,
  devices: maybe(
    shape({ total: count, online: count, appId: maybe(id), sourceIds: maybe(many(id)), appIds: maybe(many(id)) }),
  ),
  people: maybe(count),
  passages: maybe(many(shape({ hour: at, result: count, n: count }))),
  reasons: maybe(many(shape({ reason: maybe(word), n: count }))),
  ranking: maybe(many(shape({ appId: id, name: word, n: count, refused: count }))),
  added: maybe(many(shape({ deviceId: id, name: word, deviceClass: word, appId: id, boundAt: at, online: yes }))),
  alarms: maybe(many(shape({ level: count, n: count }))),
  alarmLists: maybe(classLists),
  demo: maybe(count),
  minutes: maybe(many(shape(minute))),
  commands: maybe(
    shape({
      p50: maybe(count),
      p99: maybe(count),
      ...{ n: count, done: count, failed: count },
      lists: many(shape({ appId: id, name: maybe(word), n: count })),
    }),
  ),
  callbacks: maybe(
    shape({
      ...{ ok: count, ended: count, waiting: count, aside: count, retrying: count },
      ...{ percent: maybe(figure), lists: classLists },
    }),
  ),
  recent: maybe(many(recentPassage)),
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
      lists: many(
        shape({
          ...{ appId: id, name: maybe(word), deviceClass: word, total: count, confirmed: count, sending: count },
          ...{ waiting: count, failed: count, missing: count, clockOff: count, soon: count },
        }),
      ),
      failures: many(shape({ message: word, n: count })),
    }),
  ),
})
/** At most 5000 of `total`, those with the most devices offline first. */
const sites = shape({
  asOf: at,
  total: count,
  sites: maybe(
    many(
      shape({
        ...{ id, name: word, appId: id, total: count, online: count },
        position: maybe(shape({ lng: figure, lat: figure })),
      }),
    ),
  ),
})
/** Blocks that the caller may not read are null; counts by class omit classes without any. */
const applicationHome = shape({
  asOf: at,
  today: at,
  application: maybe(
    shape({
      ...{ name: word, industry: count, state: count, appKey: word, deviceClasses: many(word), createdAt: at },
      ...{ expiresOn: maybe(date), daysLeft: maybe(count), deviceQuota: count, personQuota: count },
      files: shape({ usedBytes: count, quotaBytes: count }),
    }),
  ),
  devices: maybe(
    many(shape({ deviceClass: word, total: count, online: count, onlineBefore: count, offlineSince: maybe(at) })),
  ),
  people: maybe(shape({ total: count, counted: count, before: count })),
  passages: maybe(shape({ hours: many(shape({ hour: at, result: count, n: count })), before: count })),
  alarms: maybe(
    shape({ open: many(shape({ deviceClass: word, devices: count, n: count })), today: count, before: count }),
  ),
  sync: maybe(
    many(shape({ deviceClass: word, total: count, confirmed: count, failed: count, missing: count, clockOff: count })),
  ),
  callbacks: maybe(
    shape({
      ...{ ok: count, ended: count, retrying: count, percent: maybe(figure) },
      classes: many(shape({ deviceClass: word, retrying: count, failed: count })),
    }),
  ),
  keys: maybe(many(shape({ id, name: word, clientId: word, main: yes, expiresAt: maybe(at), lastUsedAt: maybe(at) }))),
  recent: maybe(many(recentPassage)),
  steps: maybe(many(shape({ key: oneOf('site', 'device', 'person', 'right', 'passage', 'integration'), done: yes }))),
})
/** What would let a refused person pass in future: each kind has its own properties. */
const mend = shape({
  kind: oneOf(
    ...['register', 'blocked', 'paused', 'door', 'extendPerson', 'startPerson', 'extendRight', 'startRight', 'join'],
    ...['hours', 'newCode', 'atDoor'],
  ),
  ...{
    'personId?': maybe(id),
    'cardNo?': maybe(word),
    'plateNo?': maybe(word),
    'from?': maybe(at),
    'until?': maybe(at),
    'groupId?': maybe(id),
    'groupName?': maybe(word),
    'doorId?': id,
  },
  ...{ 'groups?': many(shape({ id, name: word })), 'planId?': maybe(id), 'planName?': word },
  /** What the people at the door do, where nothing stored has to change. */
  'of?': oneOf(...AT_DOOR),
})
const neighbours = shape({ previous: maybe(id), next: maybe(id) })
/** A passage, an event, a capture or a command, each with its own properties. */
const subject = shape({
  ...{ kind: oneOf('passage', 'event', 'capture', 'command'), id, time: at },
  ...{ deviceId: maybe(id), deviceName: maybe(word), deviceClass: maybe(word), component: maybe(word) },
  ...{ 'personId?': maybe(id), 'personName?': maybe(word), 'orgName?': maybe(word), 'portraitFile?': maybe(word) },
  ...{ 'photoFile?': maybe(word), 'score?': maybe(figure), 'method?': maybe(count), 'direction?': maybe(count) },
  ...{ 'reason?': maybe(word), 'result?': maybe(count), 'tookMs?': maybe(figure), 'level?': count },
  ...{ 'params?': maybe(byName(free)), 'pictures?': many(shape({ name: word, file: word })) },
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
  'GET /api/insight/application': data(applicationHome),
  'GET /api/insight/overview': data(overview),
  'GET /api/insight/sites': data(sites),
  'GET /api/insight/places': data(
    shape({
      organisations: many(shape({ id, name: word, parentId: maybe(id) })),
      applications: many(shape({ id, name: word, sourceId: id })),
      regions: many(shape({ province: count, city: maybe(word), n: count })),
    }),
  ),
  'GET /api/insight/tour': data(maybe(shape({ id, name: word, appId: id, deviceClass: word, passageId: maybe(id) }))),
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
      mend: maybe(mend),
      around: shape({ person: maybe(neighbours), door: neighbours }),
      steps: many(
        shape({ at, kind: word, title: text, note: maybe(text), tone: word, ms: maybe(figure), detail: free }),
      ),
    }),
    { query: { 'kind*': ['passage、event 或 command', 'passage, event or command'], 'id*': ['编号', 'Its id'] } },
  ),
})
