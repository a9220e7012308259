/** Answers of the operations of this module that no noun describes, for the API description. */
import { answers, data } from '#server/describe/answers.ts'
import { at, count, id, many, maybe, shape, word, yes } from '#server/describe/shape.ts'

export const advertsAnswers = answers({
  'POST /api/advert/:id/click': data(yes),
  'GET /api/advert/:id/picture': { outside: { media: 'image/*' } },
  'GET /api/advert/:id/video': { outside: { media: 'video/*' } },
  'GET /api/advert': data(
    many(shape({ id, title: word, src: word, video: maybe(word), jump: count, link: maybe(word) })),
  ),
  'advert:seen': data(
    shape({
      places: many(shape({ position: count, views: count, clicks: count })),
      devices: many(
        shape({
          deviceId: id,
          name: word,
          sn: word,
          appName: maybe(word),
          plays: count,
          since: at,
          lastAt: at,
          held: yes,
        }),
      ),
    }),
  ),
})
