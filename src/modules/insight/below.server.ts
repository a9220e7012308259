/** Narrows a read to one organisation and all below it: an agency, or a brand with its agencies. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import { text } from '#model/field.ts'
import { isPlatform, type Ctx } from '#server/ctx.ts'

export const ORGANISATION = text(['机构编号', 'Organisation'], { max: 19 })

/**
 * The rest of the transaction sees only rows of these organisations, and only of those that the caller sees anyway.
 * Refuses one that the caller does not see, and any within an application, which has a single organisation.
 */
export async function narrowToOrganisation(ctx: Ctx, sourceId: string): Promise<void> {
  const { user } = ctx
  const sees = (id: string): boolean =>
    // The applications to which an account is held are not all that an organisation has.
    !(user.apps instanceof Set) &&
    (user.sources === 'all' ? isPlatform(user) || id === user.sourceId : user.sources.includes(id))
  if (ctx.appId !== null || !isId(sourceId) || !sees(sourceId)) throw new Refusal('not_found')
  const below = await ctx.ports.db.query<{ id: string }>(
    { role: 'engine' },
    sql`with recursive below as (
        select id from identity.organisation where id = ${sourceId}
        union select o.id from identity.organisation o join below b on o.parent_id = b.id)
      select id from below`,
  )
  const ids = below.map(row => row.id).filter(sees)
  await ctx.sql(
    sql`select set_config('role', 'rt_scope', true), set_config('portico.source_ids', ${ids.join(',')}, true)`,
  )
}
