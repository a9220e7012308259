/** Locations of a site: each inside of a wider kind and within one site; what stands there follows a merge and a removal. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { invalidFields, type Refusal } from '#model/error.ts'
import type { Text } from '#base/text.ts'
import type { RowOf } from '#model/row.ts'
import { follow } from '#server/crud/contributions.ts'
import { mergeBranch } from '#server/crud/mergeBranch.ts'
import type { Ctx } from '#server/ctx.ts'
import { implement } from '#server/parts.ts'
import { location } from './location.noun.ts'
import { fitsInside, misplaced } from './location.rules.ts'

type Placed = Pick<RowOf<typeof location>, 'siteId' | 'kind'>
const refused = (field: string, text: Text): Refusal => invalidFields([{ field, text }])

/** Null for an unknown one, which is refused where the tree is judged. */
async function placedAt(ctx: Ctx, id: unknown): Promise<Placed | null> {
  if (!isId(id)) return null
  const [found] = await ctx.sql<Placed>(
    sql`select site_id as "siteId", kind from applications.location where id = ${id} for share`,
  )
  return found ?? null
}

/** Refuses a `kind` that is not wider than what is directly in `id`. */
async function judgeInside(ctx: Ctx, id: string, kind: number, field: string): Promise<void> {
  const inside = await ctx.sql<{ kind: number }>(
    sql`select distinct kind from applications.location where parent_id = ${id} order by kind`,
  )
  const wrong = inside.find(one => !fitsInside(one.kind, kind))
  if (wrong) throw refused(field, misplaced(wrong.kind, kind))
}

const NO_SITE: Text = ['请选择站点', 'Please choose the site']
const OTHER_SITE: Text = [
  '上级在另一个站点；位置不能移到别的站点',
  'It is in another site; a location stays within its site',
]

export const locationHalf = implement(location, {
  async beforeWrite(ctx, values, before) {
    if (!before) values.sort ??= 0
    const kind = values.kind ?? before!.kind
    if (before && kind !== before.kind) await judgeInside(ctx, before.id, kind, 'kind')
    const parentId = 'parentId' in values ? values.parentId : before?.parentId
    const above = await placedAt(ctx, parentId)
    const siteId = before?.siteId ?? values.siteId ?? above?.siteId
    if (!siteId) throw refused('siteId', NO_SITE)
    if (above && above.siteId !== siteId) throw refused(before ? 'parentId' : 'siteId', OTHER_SITE)
    if (above && !fitsInside(kind, above.kind))
      throw refused(before && kind === before.kind ? 'parentId' : 'kind', misplaced(kind, above.kind))
    if (!before) values.siteId = siteId
  },
  async afterWrite(ctx, row, before) {
    if (before && before.parentId !== row.parentId) await follow(ctx, location, 'moved', { id: row.id })
  },
  actions: {
    async merge(ctx, { id, intoId }) {
      const [from, into] = [await placedAt(ctx, id), await placedAt(ctx, intoId)]
      if (from && into) {
        if (from.siteId !== into.siteId)
          throw refused('intoId', ['只能合并到同一站点的位置', 'It can only be merged within its site'])
        await judgeInside(ctx, id!, into.kind, 'intoId')
        const [twin] = await ctx.sql<{ name: string }>(
          sql`select a.name from applications.location a join applications.location b on b.parent_id = ${intoId}
            and (b.name = a.name or b.no = a.no) where a.parent_id = ${id} and b.id <> ${id} order by a.name limit 1`,
        )
        if (twin)
          throw refused('intoId', [
            `两处都有“${twin.name}”或相同的编号，请先改名`,
            `Both have "${twin.name}", or its number; rename one first`,
          ])
      }
      return mergeBranch(ctx, location, { id: id!, intoId: intoId! }, async () => {
        await follow(ctx, location, 'merged', { id: id!, intoId: intoId! })
      })
    },
  },
})
