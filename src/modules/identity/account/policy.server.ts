/** The security policy of an organisation: who needs a second factor, and when an idle screen locks. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import { isPlatform, type Ctx } from '#server/ctx.ts'
import type { Input } from '#model/row.ts'

interface Policy {
  sourceId: string
  factorMode: number
  factorRoles: string[]
  idleMinutes: number
}

/** The user's own organisation, or one in their data scope that platform staff name. */
function organisationOf(ctx: Ctx, input: Input): string {
  const { user } = ctx
  const asked = input.sourceId ? String(input.sourceId) : user.sourceId
  const sees = user.sources === 'all' || user.sources.includes(asked)
  if (asked !== user.sourceId && (!isPlatform(user) || !sees)) throw new Refusal('not_found')
  return asked
}

export async function readPolicy(ctx: Ctx, input: Input): Promise<Policy> {
  const sourceId = organisationOf(ctx, input)
  const [row] = await ctx.sql<Policy>(
    sql`select source_id as "sourceId", factor_mode as "factorMode", factor_roles as "factorRoles",
      idle_minutes as "idleMinutes"
      from identity.policy where source_id = ${sourceId}`,
  )
  return row ?? { sourceId, factorMode: 0, factorRoles: [], idleMinutes: 0 }
}

export async function writePolicy(ctx: Ctx, input: Input): Promise<Policy> {
  const before = await readPolicy(ctx, input)
  const roles = Array.isArray(input.factorRoles) ? input.factorRoles.map(String) : []
  const mode = Number(input.factorMode)
  const idle = Number(input.idleMinutes ?? 0)
  const known = await ctx.sql(sql`select 1 from identity.role where id = any(${roles}::bigint[])`)
  if (known.length !== roles.length || (mode === 1 && roles.length === 0))
    throw invalidFields([{ field: 'factorRoles', text: ['请选择角色', 'Choose roles'] }])
  await ctx.sql(
    sql`insert into identity.policy (source_id, factor_mode, factor_roles, idle_minutes, updated_at, updated_by)
    values (${before.sourceId}, ${mode}, ${roles}::bigint[], ${idle}, ${ctx.now}, ${ctx.user.userId})
    on conflict (source_id) do update
    set factor_mode = excluded.factor_mode, factor_roles = excluded.factor_roles,
    idle_minutes = excluded.idle_minutes,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
  )
  const after = await readPolicy(ctx, input)
  await ctx.audit({
    action: 'setPolicy',
    object: 'user',
    changes: {
      factorMode: [before.factorMode, after.factorMode],
      factorRoles: [before.factorRoles, after.factorRoles],
      idleMinutes: [before.idleMinutes, after.idleMinutes],
    },
  })
  return after
}
