/** What the operations of this module answer where no noun says it: the API's description is made of it. */
import { answers, data } from '#server/describe/answers.ts'
import { at, byName, count, date, free, id, many, maybe, shape, word, yes } from '#server/describe/shape.ts'

/** What a review is about; what is not asked for is missing. */
const limits = shape({
  ...{ 'deviceClasses?': many(word), 'deviceQuota?': count, 'personQuota?': count, 'expiresOn?': maybe(date) },
})

export const applicationsAnswers = answers({
  'row applicationReview': data(shape({ asked: maybe(limits), had: maybe(limits) })),
  'row delivery': data(
    shape({ attempts: many(shape({ at, status: maybe(count), costMs: maybe(count), error: maybe(word) })) }),
  ),
  'application:resetKey': data(shape({ appKey: word, appSecret: word })),
  'application:askClose': data(yes),
  'callback:sendTest': data(shape({ id })),
  'callback:secret': data(shape({ secret: word })),
  'callback:rotateSecret': data(shape({ secret: word })),
  'callback:resend': data(count),
  'callback:samples': data(
    byName(
      shape({
        ...{ specversion: word, id: word, source: word, type: word, 'subject?': word, time: at },
        ...{ 'datacontenttype?': word, data: byName(free) },
      }),
    ),
  ),
})
