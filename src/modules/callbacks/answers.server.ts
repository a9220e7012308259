/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { at, byName, count, free, id, shape, word } from '#server/describe/shape.ts'

export const callbacksAnswers = answers({
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
