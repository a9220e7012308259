/** Creates and changes organisations and their main accounts for later modules, in the caller's transaction. */
import sql from 'sql-template-tag'
import { maskPhone } from '#base/mask.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { APP_SCOPE } from '../role/rights.server.ts'
import { endSessionsOfOrganisations } from '../signIn/session.server.ts'
import { phoneIndex } from '../signIn/smsCode.server.ts'

export interface NewOrganisation {
  id: string
  code: string
  /** Wire value of the noun: 0 platform, 1 brand, 2 agency, 3 supplier. */
  kind: number
  name: string
  parentId: string
  /** Length of its trial from today, in days. */
  trialDays?: number
  /** The account that creates it; null for a registration. */
  by: string | null
}

export const addOrganisation = (query: Query, made: NewOrganisation): Promise<unknown> =>
  query(sql`insert into identity.organisation (id, code, kind, name, parent_id, trial_until, created_by, updated_by)
    values (${made.id}, ${made.code}, ${made.kind}, ${made.name}, ${made.parentId},
      (now() at time zone 'Asia/Shanghai')::date + ${made.trialDays ?? null}::int, ${made.by}, ${made.by})`)

export const renameOrganisation = (query: Query, id: string, name: string): Promise<unknown> =>
  query(sql`update identity.organisation set name = ${name}, rev = rev + 1 where id = ${id}`)

/** `until`: the last day of its trial; null when it is no longer on trial. */
export const setTrialEnd = (query: Query, id: string, until: string | null): Promise<unknown> =>
  query(sql`update identity.organisation set trial_until = ${until}::date, rev = rev + 1 where id = ${id}`)

/** Closes organisations: the sessions of their users end, and signing in shows `reason`. */
export async function closeOrganisations(
  query: Query,
  ports: Ports,
  ids: readonly string[],
  { reason, sessionsEnd }: { reason: string | null; sessionsEnd: string },
): Promise<void> {
  await query(
    sql`update identity.organisation set closed = true, closed_reason = ${reason}, rev = rev + 1
      where id = any(${ids}::bigint[])`,
  )
  await endSessionsOfOrganisations(query, ports, ids, sessionsEnd)
}

export const openOrganisation = (query: Query, id: string): Promise<unknown> =>
  query(sql`update identity.organisation set closed = false, closed_reason = null, rev = rev + 1 where id = ${id}`)

export interface NewMainAccount {
  id: string
  organisationId: string
  username: string
  nickname: string
  /** `USER_TYPE` */
  type: number
  password: string
  /** The first password was chosen by somebody else. */
  mustChange: boolean
  phone?: string
  by: string | null
}

/** Adds the main account of an organisation, with access to all of its applications. The caller must have refused duplicate names. */
export async function addMainAccount(ctx: Pick<Ctx, 'sql' | 'ports'>, made: NewMainAccount): Promise<void> {
  const { ports } = ctx
  const hash = await ports.hashing.hashPassword(made.password)
  const phone = made.phone ?? null
  await ctx.sql(sql`insert into identity.account (id, source_id, username, nickname, type, main, app_scope,
    password_hash, must_change, phone_sealed, phone_index, phone_masked, created_by, updated_by)
    values (${made.id}, ${made.organisationId}, ${made.username}, ${made.nickname}, ${made.type}, true, ${APP_SCOPE.all},
      ${hash}, ${made.mustChange}, ${phone && ports.vault.seal(phone, `identity.account|phone|${made.id}`)},
      ${phone && phoneIndex(ports, phone)}, ${phone && maskPhone(phone)}, ${made.by}, ${made.by})`)
}

/** Sets a password chosen by somebody else: it must be changed at the next sign-in. */
export async function giveFirstPassword(ctx: Ctx, accountId: string, password: string): Promise<void> {
  const hash = await ctx.ports.hashing.hashPassword(password)
  await ctx.sql(
    sql`update identity.account set password_hash = ${hash}, must_change = true, rev = rev + 1 where id = ${accountId}`,
  )
}
