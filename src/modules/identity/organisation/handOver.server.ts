/** What identity does when an application goes to another organisation. */
import sql from 'sql-template-tag'
import type { Ctx } from '#server/ctx.ts'

/** The accounts that lose the application, and its keys that stop working. */
export async function losersOf(ctx: Ctx, appId: string): Promise<{ accounts: number; keys: number }> {
  const [found] = await ctx.sql<{ accounts: number; keys: number }>(
    sql`select (select count(*)::int from identity.account_app x join identity.account a on a.id = x.account_id
        join identity.organisation o on o.id = a.source_id
        where x.app_id = ${appId} and not a.machine and o.kind <> 0) as accounts,
      (select count(*)::int from identity.api_key where app_id = ${appId} and state = 1) as keys`,
  )
  return found!
}

/** Accounts of other organisations lose the application, and programs their secrets; every process forgets its sessions. */
export async function handOverIdentity(ctx: Ctx, appId: string, toId: string): Promise<void> {
  await ctx.sql(sql`select identity.hand_over(${appId}, ${toId})`)
  await ctx.bump('identity')
}
