/** A self-registered agency, on trial for some days. */
import sql from 'sql-template-tag'
import { maskPhone } from '#base/mask.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Query } from '#server/sql/db.ts'
import { STAGE } from './trial.server.ts'

export interface RegisteredAgency {
  /** Also the id of its organisation. */
  id: string
  code: string
  name: string
  contact: string
  phone: string
  deviceQuota: number
  trialDays: number
}

/** In the transaction of `ctx`; its organisation exists already. A name that is taken gets a number. */
export async function addRegisteredAgency(ctx: Ctx, agency: RegisteredAgency): Promise<void> {
  const { vault } = ctx.ports
  const { id, phone } = agency
  await ctx.sql(
    sql`insert into organisation.agency (id, source_id, code, name, contact, phone_sealed, phone_index, phone_masked,
      device_quota, remark, registered_at, stage, trial_until)
      values (${id}, ${id}, ${agency.code}, ${await freeName(ctx.sql, agency.name)}, ${agency.contact},
        ${vault.seal(phone, `organisation.agency|phone|${id}`)}, ${vault.blindIndex(phone, 'phone')}, ${maskPhone(phone)},
        ${agency.deviceQuota}, '自行注册', ${ctx.now}, ${STAGE.trial},
        (now() at time zone 'Asia/Shanghai')::date + ${agency.trialDays}::int)`,
  )
}

/** Names of agencies are unique; people who register need not know which are taken. */
async function freeName(query: Query, name: string): Promise<string> {
  const [row] = await query<{ n: number }>(
    sql`select count(*)::int as n from organisation.agency where name = ${name} or name like ${`${name.replace(/[\\%_]/g, '\\$&')} (%)`}`,
  )
  return row!.n ? `${name} (${row!.n + 1})` : name
}
