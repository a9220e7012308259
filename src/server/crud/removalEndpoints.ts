/** The caller's removals that can still be undone. */
import sql from 'sql-template-tag'
import { translate } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '../ctx.ts'
import { checkApp } from '../http/scope.ts'
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

/** Those applications of the rows that the caller may still use. */
async function openApps(ctx: Ctx, rows: readonly Listed[]): Promise<ReadonlySet<string>> {
  const asked = [...new Set(rows.flatMap(row => row.app_id ?? []))]
  const refused = (error: unknown): null => {
    if (error instanceof Refusal) return null
    throw error
  }
  const open = await Promise.all(asked.map(appId => checkApp(ctx.ports, ctx.user, appId).catch(refused)))
  return new Set(open.flatMap(app => app?.appId ?? []))
}

export const removalEndpoints = (halves: readonly Half[]): ServerPart[] => [
  endpoint({
    method: 'GET',
    path: '/api/removal',
    access: 'login',
    scope: 'platform',
    own: true,
    summary: [
      '本人删除且仍可撤销的内容，最新在前，最多十次',
      'Removals of the caller that can still be undone, newest first: at most ten acts',
    ],
    async run(ctx) {
      const { permissions, userId } = ctx.user
      const removable = halves.map(half => half.noun).filter(({ key }) => permissions.has(`${key}:remove`))
      const nouns = new Map(removable.map(noun => [noun.key, noun]))
      const rows = await ctx.sql<Listed>(
        sql`select together, noun, app_id, ids, removed_at, until, first, name_sealed
          from engine.own_removals(${userId}, ${ctx.now}, ${[...nouns.keys()]}::text[], ${SHOWN})`,
      )
      // After a transfer the application belongs to others, with what was removed in it.
      const open = await openApps(ctx, rows)
      const shown = rows.filter(row => row.app_id === null || open.has(row.app_id))
      return shown.map(row => {
        const noun = nouns.get(row.noun)!
        return {
          together: row.together,
          noun: row.noun,
          nounName: translate(noun.label, ctx.language),
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
