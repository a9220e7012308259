/** What the caller removed and can still undo, found again from anywhere. */
import sql from 'sql-template-tag'
import { say } from '#base/text.ts'
import { endpoint, worker, type Half, type ServerPart } from '../parts.ts'
import { answers, data } from '../describe/answers.ts'
import { at, id, many, maybe, shape, word } from '../describe/shape.ts'
import { forgetRemovals, namePlace } from './keepRemoved.ts'

const SHOWN = 10
const FORGET_EVERY_MS = 60_000

interface Listed {
  together: string
  noun: string
  app_id: string | null
  ids: string[]
  removed_at: string
  until: string
  first: string
  name_sealed: Buffer
}

export const removalEndpoints = (halves: readonly Half[]): ServerPart[] => [
  endpoint({
    method: 'GET',
    path: '/api/removal',
    access: 'login',
    scope: 'engine',
    own: true,
    summary: [
      '本人删除且仍可撤销的内容，最新在前，最多十次',
      'What the caller removed and can still undo, newest first: at most ten acts',
    ],
    async run(ctx) {
      const { permissions, userId } = ctx.user
      const removable = halves.map(half => half.noun).filter(({ key }) => permissions.has(`${key}:remove`))
      const nouns = new Map(removable.map(noun => [noun.key, noun]))
      const rows = await ctx.sql<Listed>(sql`
        select together, noun, app_id, array_agg(row_id::text order by id) as ids, max(removed_at) as removed_at,
        min(until) as until,
          (array_agg(id::text order by id))[1] as first, (array_agg(name_sealed order by id))[1] as name_sealed
        from engine.removal where user_id = ${userId} and until > ${ctx.now} and noun = any(${[...nouns.keys()]})
        group by together, noun, app_id order by max(id) desc limit ${SHOWN}`)
      return rows.map(row => {
        const noun = nouns.get(row.noun)!
        return {
          together: row.together,
          noun: row.noun,
          nounName: say(noun.label, ctx.language),
          api: noun.api,
          appId: row.app_id,
          ids: row.ids,
          name: ctx.ports.vault.open(row.name_sealed, namePlace(row.first)).toString(),
          removedAt: row.removed_at,
          until: row.until,
        }
      })
    },
  }),
  answers({
    'GET /api/removal': data(
      many(
        shape({
          ...{ together: word, noun: word, nounName: word, api: word, appId: maybe(id) },
          ...{ ids: many(id), name: word, removedAt: at, until: at },
        }),
      ),
    ),
  }),
  worker({
    name: 'removals',
    where: 'worker',
    async run(ports) {
      await forgetRemovals(ports)
      return FORGET_EVERY_MS
    },
  }),
]
