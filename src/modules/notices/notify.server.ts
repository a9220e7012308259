/** Stores notices to accounts and phones; those in the console arrive at once, those by SMS are sent by a worker. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { accountsThatSee, type SeeingAccount } from '#modules/identity/api.ts'
import type { Phone } from '#modules/people/api.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { CHANNEL, NOTICE_STATE, type Channel } from './channel.rules.ts'
import { placeOfPhone } from './placeOfPhone.ts'

/** A device, which accounts must see, or an application, which they must enter as a whole. */
export type About = { deviceId: string } | { appId: string }
export interface Notice {
  about: About
  to: {
    accountIds?: readonly string[]
    /** Of people without an account: they are only reached by SMS. */
    phones?: readonly Phone[]
  }
  /** Who says it: the name of a rule or an alarm. */
  title: string
  body: string
  by: Channel
  /** The path of the console that it leads to. Default: the device. */
  link?: string
  /** The row that it comes from, whose owner takes `notice.ended`. */
  origin: string
  originId: string
  /** The event of the outbox that asks for it, of which a repetition stores nothing. */
  askedBy?: string
}

interface Concerned {
  appId: string
  sourceId: string
  deviceId: string | null
  siteId: string | null
  groupId: string | null
}
async function concerned(query: Query, about: About): Promise<Concerned | undefined> {
  const [row] = await query<Concerned>(
    'deviceId' in about
      ? sql`select app_id as "appId", source_id as "sourceId", id as "deviceId", site_id as "siteId",
            group_id as "groupId"
          from devices.device where id = ${about.deviceId} and app_id is not null and deleted_at is null`
      : sql`select id as "appId", source_id as "sourceId", null as "deviceId", null as "siteId", null as "groupId"
          from applications.application where id = ${about.appId} and deleted_at is null`,
  )
  return row
}

/** Those of the accounts that get notices about it: they act now and may see it. In the transaction of the engine. */
export async function recipientsOf(
  query: Query,
  about: About,
  accountIds: readonly string[],
): Promise<readonly SeeingAccount[]> {
  const of = await concerned(query, about)
  return of ? accountsThatSee(query, accountIds, of) : []
}

export interface Notified {
  /** Their names. Other accounts may not see what it is about. */
  accounts: readonly string[]
  /** How many; who they are is for those who may read people. */
  people: number
}

/** In the transaction of the engine. */
export async function notify(ports: Ports, query: Query, notice: Notice): Promise<Notified> {
  const of = await concerned(query, notice.about)
  if (!of) return { accounts: [], people: 0 }
  const accounts = await accountsThatSee(query, notice.to.accountIds ?? [], of)
  const phones = notice.to.phones ?? []
  for (const { id } of accounts) await store(ports, query, notice, of, { accountId: id, channel: notice.by })
  for (const phone of phones) await store(ports, query, notice, of, { phone, channel: 'sms' })
  if (accounts.length)
    query.afterCommit(() =>
      ports.bus.publish('live', {
        ...{ type: 'notice', appId: of.appId, to: accounts.map(({ id }) => id), at: ports.now().toISOString() },
        ...(of.deviceId === null ? {} : { deviceId: of.deviceId }),
      }),
    )
  return { accounts: accounts.map(({ name }) => name), people: phones.length }
}

function store(
  ports: Ports,
  query: Query,
  { title, body, link, origin, originId, askedBy }: Notice,
  { appId, sourceId, deviceId }: Concerned,
  { accountId, phone, channel }: { accountId?: string; phone?: Phone; channel: Channel },
): Promise<unknown> {
  const [id, now, waits] = [ports.newId(), ports.now(), channel === 'sms']
  const sealed = phone?.number ? ports.vault.seal(phone.number, placeOfPhone(id)) : null
  return query(sql`insert into notices.notice (id, account_id, name, phone_sealed, source_id, app_id, device_id, at,
      title, body, link, channel, state, next_at, origin, origin_id, asked_by)
    values (${id}, ${accountId ?? null}, ${phone?.name ?? null}, ${sealed}, ${sourceId}, ${appId}, ${deviceId}, ${now},
      ${title}, ${body}, ${link ?? null}, ${CHANNEL[channel]}, ${waits ? NOTICE_STATE.waiting : NOTICE_STATE.sent},
      ${waits ? now : null}, ${origin}, ${originId}, ${askedBy ?? null})`)
}

/** What has become of the notices of a row: how many wait, and why others failed; people without an account have no name here. */
export async function noticesOf(
  query: Query,
  origin: string,
  originId: string,
): Promise<{ waiting: number; failed: { name: string | null; reason: Text }[] }> {
  const rows = await query<{ state: number; name: string | null; reason: Text | null }>(
    sql`select n.state, coalesce(a.nickname, a.username) as name, n.reason
      from notices.notice n left join identity.account a on a.id = n.account_id
      where n.origin = ${origin} and n.origin_id = ${originId} order by n.id`,
  )
  return {
    waiting: rows.filter(row => row.state === NOTICE_STATE.waiting).length,
    failed: rows.flatMap(({ state, name, reason }) =>
      state === NOTICE_STATE.failed && reason ? [{ name, reason }] : [],
    ),
  }
}
