/** What the operations of this module answer where no noun says it: the API's description is made of it. */
import { answers, data } from '#server/describe/answers.ts'
import { at, byName, count, free, many, maybe, shape, word, yes, figure } from '#server/describe/shape.ts'

const text = many(word)
const verified = shape({
  ...{ ok: yes, firstBad: maybe(word), damage: free, text, rows: count, from: word, through: maybe(word) },
  ...{ anchors: count, anchoredAt: maybe(at), waiting: count },
})

export const insightAnswers = answers({
  'row operLog': data(shape({ seq: maybe({ ...word, format: 'int64', description: 'Its place in the chain' }) })),
  'operLog:verify': data(verified),
  'GET /api/audit/verify': data(verified),
  'GET /api/insight/curves': data(shape({ asOf: at, minutes: free, days: free })),
  'GET /api/insight/health': data(
    shape({
      uptimeS: count,
      rssBytes: count,
      heapBytes: count,
      databaseDown: yes,
      deadMessages: maybe(shape({ waiting: count, lastHour: count, countedAt: at })),
      windowMs: count,
      eventLoop: many(byName(free)),
    }),
  ),
  'GET /api/insight/overview': data(byName(free)),
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
      subject: byName(free),
      steps: many(
        shape({ at, kind: word, title: text, note: maybe(text), tone: word, ms: maybe(figure), detail: free }),
      ),
    }),
    { query: { 'kind*': ['passage、event 或 command', 'passage, event or command'], 'id*': ['编号', 'Its id'] } },
  ),
})
