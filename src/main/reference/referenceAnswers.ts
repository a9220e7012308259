/** The answers of the device reference: pages made of blocks. */
import { answers, data } from '#server/describe/answers.ts'
import { count, many, named, oneOf, shape, word } from '#server/describe/shape.ts'

const block = shape({
  kind: oneOf('heading', 'text', 'list', 'table', 'code', 'exchange', 'more'),
  ...{ 'text?': word, 'title?': word, 'name?': word, 'code?': word },
  ...{ 'items?': many(word), 'columns?': many(word), 'rows?': many(many(word)) },
  'said?': many(
    shape({
      who: oneOf('device', 'platform', 'person', 'outcome'),
      ...{ packet: word, 'topic?': word, 'qos?': count, 'payload?': word, 'note?': word },
    }),
  ),
  'blocks?': many(named('docBlock')),
})
const page = { slug: word, title: word, summary: word }

export const referenceAnswers = answers(
  {
    'GET /api/docs/device': data(many(shape({ ...page, 'excerpt?': word }))),
    'GET /api/docs/device/:page': data(shape({ ...page, blocks: many(named('docBlock')) })),
  },
  { docBlock: block },
)
