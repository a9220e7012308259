/** Stores notices to accounts; those in the console arrive at once, those by SMS are sent by a worker. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { accountsThatSee, type SeeingAccount } from '#modules/identity/api.ts'
import { CHANNEL, NOTICE_STATE, type Channel } from './channel.rules.ts'

export interface Notice {
  /** What it is about: accounts that may not see this device get none. */
  deviceId: string
  accountIds: readonly string[]
  /** Who says it: the name of a rule or an alarm. */
  title: string
  body: string
  by: Channel
  /** The row that it comes from, whose owner takes `notice.ended`. */
  origin: string
  originId: string
}

interface Concerned {
  appId: string
  sourceId: string
}
const concerned = async (query: Query, deviceId: string, accountIds: readonly string[]) => {
  const [device] = await query<Concerned & { siteId: string | null; groupId: string | null }>(
    sql`select app_id as "appId", source_id as "sourceId", site_id as "siteId", group_id as "groupId"
      from devices.device where id = ${deviceId} and app_id is not null and deleted_at is null`,
  )
  return device && { device, accounts: await accountsThatSee(query, accountIds, device) }
}

/** Those of the accounts that get notices about the device: they act now and may see it. In the transaction of the engine. */
export const recipientsOf = async (
  query: Query,
  deviceId: string,
  accountIds: readonly string[],
): Promise<readonly SeeingAccount[]> => (await concerned(query, deviceId, accountIds))?.accounts ?? []

/** In the transaction of the engine. Returns the names of the accounts that are notified; the others may not see the device. */
export async function notify(ports: Ports, query: Query, of: Notice): Promise<string[]> {
  const found = await concerned(query, of.deviceId, of.accountIds)
  if (!found) return []
  const { device, accounts } = found
  const { appId, sourceId } = device
  const now = ports.now()
  const waits = of.by === 'sms'
  for (const { id } of accounts)
    await query(sql`insert into notices.notice
        (id, account_id, source_id, app_id, device_id, at, title, body, channel, state, next_at, origin, origin_id)
      values (${ports.newId()}, ${id}, ${sourceId}, ${appId}, ${of.deviceId}, ${now}, ${of.title}, ${of.body},
        ${CHANNEL[of.by]}, ${waits ? NOTICE_STATE.waiting : NOTICE_STATE.sent}, ${waits ? now : null}, ${of.origin},
        ${of.originId})`)
  const to = accounts.map(account => account.id)
  query.afterCommit(() =>
    ports.bus.publish('live', { type: 'notice', appId, deviceId: of.deviceId, to, at: now.toISOString() }),
  )
  return accounts.map(account => account.name)
}

/** What has become of the notices of a row: how many wait, and why others failed. */
export async function noticesOf(
  query: Query,
  origin: string,
  originId: string,
): Promise<{ waiting: number; failed: { name: string; reason: Text }[] }> {
  const rows = await query<{ state: number; name: string; reason: Text | null }>(
    sql`select n.state, coalesce(a.nickname, a.username, '') as name, n.reason
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
