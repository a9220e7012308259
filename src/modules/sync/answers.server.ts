/** What the operations of this module answer where no noun says it: the API's description is made of it. */
import { answers, data } from '#server/describe/answers.ts'

export const syncAnswers = answers({ 'GET /api/device/portrait/:ticket': { outside: { media: 'image/jpeg' } } })
