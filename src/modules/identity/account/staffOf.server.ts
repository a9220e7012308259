/** Accounts that may work in an application. Applications cannot read accounts, so the question is asked as the engine. */
import sql from 'sql-template-tag'
import { invalidFields } from '#model/error.ts'
import { readWords } from '#model/readWords.ts'
import { USER_TYPE, type Ctx } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'
import type { RunSql } from '#server/sql/db.ts'
import { entersApp, rightsOf } from '../role/rights.server.ts'
import { staffNames } from './staffNames.rules.ts'

/**
 * The name of an account of the platform, of the application's organisation, or, for those limited to applications, with access to this one; null where
 * it is none of these, is locked or does not exist.
 */
export async function staffNameOf(
  ports: Pick<Ports, 'db'>,
  accountId: string,
  app: { appId: string; sourceId: string },
): Promise<string | null> {
  const [row] = await ports.db.query<{ name: string }>(
    { role: 'engine' },
    sql`select coalesce(a.nickname, a.username) as name from identity.account a
      where a.id = ${accountId} and a.state = 0 and a.deleted_at is null and not a.machine
        and (a.app_scope = 1 and a.type <> ${USER_TYPE.application}
            and (a.type in (${USER_TYPE.admin}, ${USER_TYPE.staff}) or a.source_id = ${app.sourceId})
          or exists (select from identity.account_app p where p.account_id = a.id and p.app_id = ${app.appId}))`,
  )
  return row?.name ?? null
}

/** The names of accounts by id, for rows that name them; without those that do not exist any more. */
export async function accountNames(ctx: Ctx, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.ports.db.query<{ id: string; name: string }>(
    { role: 'engine' },
    sql`select id, coalesce(nickname, username) as name from identity.account
      where id = any(${[...new Set(accountIds)]}::bigint[]) and deleted_at is null`,
  )
  return new Map(rows.map(({ id, name }) => [id, readWords(staffNames, name, ctx.language)]))
}

export interface SeeingAccount {
  id: string
  name: string
}

/** Those of the accounts that act now and may see the device: by their organisations, applications and places. */
export async function accountsThatSee(
  query: RunSql,
  accountIds: readonly string[],
  of: { appId: string; sourceId: string; siteId: string | null; groupId: string | null },
): Promise<SeeingAccount[]> {
  if (accountIds.length === 0) return []
  const rights = await rightsOf(query, accountIds)
  const accounts = await query<SeeingAccount>(
    sql`select id, coalesce(nickname, username) as name from identity.account
      where id = any(${accountIds}::bigint[]) and state = 0 and deleted_at is null and not machine order by id`,
  )
  return accounts.filter(({ id }) => {
    const own = rights.get(id)
    const limits = own?.places?.get(of.appId)
    return (
      own !== undefined &&
      entersApp(own, of) &&
      (!limits ||
        (of.siteId !== null && limits.sites.includes(of.siteId)) ||
        (of.groupId !== null && limits.groups.includes(of.groupId)))
    )
  })
}

/**
 * Refuses accounts beyond the caller's reach, as an error at `field`: they may notify those of organisations that they see,
 * and those with access to the application. What was `saved` before stays.
 */
export async function judgeNamedAccounts(
  ctx: Ctx,
  field: string,
  accountIds: readonly string[],
  saved: readonly string[],
): Promise<void> {
  const { sources, sourceId } = ctx.user
  const added = accountIds.filter(id => !saved.includes(id))
  const rows = await ctx.ports.db.query<{ id: string }>(
    { role: 'engine' },
    sql`select id from identity.account a
      where a.id = any(${added}::bigint[]) and a.deleted_at is null and (${sources === 'all'}
        or a.source_id = any(${sources === 'all' ? [] : [...sources, sourceId]}::bigint[])
        or exists (select from identity.account_app p where p.account_id = a.id and p.app_id = ${ctx.appId}))`,
  )
  if (rows.length < new Set(added).size)
    throw invalidFields([{ field, text: ['通知对象不在您的范围内', 'An account to notify is beyond your reach'] }])
}
