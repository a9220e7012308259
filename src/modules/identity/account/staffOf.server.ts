/** Accounts that may work in an application. Applications cannot read accounts, so the question is asked as the engine. */
import sql from 'sql-template-tag'
import { USER_TYPE } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'

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
