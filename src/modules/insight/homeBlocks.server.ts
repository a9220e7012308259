/**
 * The blocks of an application's home page: the nouns that a user must be able to read, and the query. One statement
 * each, from tallies and live rows.
 */
import sql from 'sql-template-tag'
import { PASS_RESULTS } from '#devices/abilities/passage.ts'
import { FAMILIES } from '#model/families.ts'
import { dayOf, startOfDay } from '#base/zonedTime.ts'
import { hourly, OPEN_ALARM, ofOwnDevices } from '#modules/devices/api.ts'
import { deliveryFigures } from '#modules/callbacks/api.ts'
import { apiKey } from '#modules/identity/apiKey/apiKey.noun.ts'
import { WITHIN_QUOTA } from '#modules/people/api.ts'
import { progressByApplication } from '#modules/rights/api.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import { where } from '#server/crud/filters.ts'
import { heldFileBytes } from '#server/files/documents.ts'
import type { Ctx } from '#server/ctx.ts'
import type { ClassDevices, Key } from './home.ts'
import type { RecentRow } from './page/overview.ts'

const PASSED = PASS_RESULTS.passed[0]
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface HomeDays {
  /** The beginning of the day in the application's zone. */
  today: Date
  yesterday: Date
  /** Yesterday at this time of day. */
  then: Date
}
export interface HomeBlock {
  /** The caller must be able to read one noun of each group; otherwise the block is null. */
  needs: readonly (readonly string[])[]
  read(ctx: Ctx, days: HomeDays): Promise<unknown>
}

export function homeDays(ctx: Ctx): HomeDays {
  const today = startOfDay(dayOf(ctx.now, ctx.zone), ctx.zone)
  const yesterday = startOfDay(dayOf(today.getTime() - DAY_MS / 2, ctx.zone), ctx.zone)
  return { today, yesterday, then: new Date(yesterday.getTime() + (ctx.now.getTime() - today.getTime())) }
}

/** Its expiry and limits. The file quota is that of its organisation. */
async function application(ctx: Ctx): Promise<unknown> {
  const [row] = await ctx.sql<{
    name: string
    industry: number
    state: number
    appKey: string
    deviceClasses: string[]
    createdAt: string
    expiresOn: string | null
    deviceQuota: number
    personQuota: number
    sourceId: string
  }>(sql`select name, industry, state, app_key as "appKey", device_classes as "deviceClasses",
    created_at as "createdAt", expires_on::text as "expiresOn", device_quota as "deviceQuota",
    person_quota as "personQuota", source_id as "sourceId"
    from applications.application where id = ${ctx.appId} and deleted_at is null`)
  if (!row) return null
  const { sourceId, ...shown } = row
  const today = dayOf(ctx.now, ctx.zone)
  return {
    ...shown,
    daysLeft: row.expiresOn === null ? null : Math.round((Date.parse(row.expiresOn) - Date.parse(today)) / DAY_MS),
    files: { usedBytes: await heldFileBytes(ctx.ports, sourceId), quotaBytes: ctx.ports.fileQuotaBytes },
  }
}

/** By class, as the lists of devices count; `onlineBefore` is yesterday at this time. */
const devices = (ctx: Ctx, { then }: HomeDays): Promise<unknown> =>
  ctx.sql<ClassDevices>(
    sql`select t.device_class as "deviceClass", count(*)::int as total,
      count(*) filter (where s.online)::int as online,
      count(*) filter (where exists (select from devices.session_log l where l.device_id = t.id
        and l.opened_at <= ${then} and coalesce(l.closed_at, 'infinity') > ${then}))::int as "onlineBefore",
      min(s.closed_at) filter (where not s.online) as "offlineSince"
      from devices.device t left join devices.session s on s.device_id = t.id
      where t.deleted_at is null and t.app_id = ${ctx.appId} group by 1 order by 1`,
  )

/** Of `total`, `counted` are within the limit of the application. */
async function people(ctx: Ctx, { then }: HomeDays): Promise<unknown> {
  const [row] = await ctx.sql<{ total: number; counted: number; before: number }>(
    sql`select count(*) filter (where deleted_at is null)::int as total,
      count(*) filter (where deleted_at is null and ${WITHIN_QUOTA})::int as counted,
      count(*) filter (where created_at <= ${then} and coalesce(deleted_at, 'infinity') > ${then})::int as before
      from people.person where app_id = ${ctx.appId}`,
  )
  return row
}

/**
 * By hour of today and yesterday and by result, with the number who passed yesterday up to this time: whole hours from the tally,
 * the current one counted.
 */
async function passages(ctx: Ctx, { yesterday, then }: HomeDays): Promise<unknown> {
  const hours = await ctx.sql<{ hour: string; result: number; n: number }>(
    sql`select hour, result, sum(n)::int as n from ${hourly(ctx, yesterday)} t
      where hour >= ${yesterday} and app_id = ${ctx.appId} and family = ${FAMILIES.passage.wire} group by 1, 2 order by 1`,
  )
  const hour = new Date(Math.floor(then.getTime() / HOUR_MS) * HOUR_MS)
  const [running] = await ctx.sql<{ n: number }>(
    sql`select count(*)::int as n from devices.passage
      where app_id = ${ctx.appId} and time >= ${hour} and time < ${then} and result = ${PASSED}`,
  )
  const whole = hours.filter(row => new Date(row.hour) < hour && row.result === PASSED)
  return { hours, before: whole.reduce((sum, row) => sum + row.n, running!.n) }
}

/** Devices with an open alarm and the number of open alarms, by class; alarms of today, and of yesterday up to this time. */
async function alarms(ctx: Ctx, { today, yesterday, then }: HomeDays): Promise<unknown> {
  const open = await ctx.sql<{ deviceClass: string; devices: number; n: number }>(
    sql`select a.device_class as "deviceClass", count(*)::int as n,
        count(distinct a.device_id) filter (where a.cleared_at is null)::int as devices
      from devices.alarm a where a.app_id = ${ctx.appId} and ${OPEN_ALARM} group by 1 order by 1`,
  )
  const [stated] = await ctx.sql<{ today: number; before: number }>(
    sql`select count(*) filter (where a.opened_at >= ${today})::int as today,
      count(*) filter (where a.opened_at < ${then})::int as before
      from devices.alarm a where a.app_id = ${ctx.appId} and a.opened_at >= ${yesterday}
      and (a.opened_at < ${then} or a.opened_at >= ${today})`,
  )
  return { open, ...stated }
}

/** Rights by class and state of delivery, as the matrix counts them. */
async function sync(ctx: Ctx): Promise<unknown> {
  const rows = await progressByApplication(ctx.sql, ctx.ports.classes, ctx.now)
  return rows
    .map(({ deviceClass, total, confirmed, failed, missing, clockOff }) => ({
      ...{ deviceClass, total, confirmed, failed, missing, clockOff },
    }))
    .sort((one, other) => (one.deviceClass < other.deviceClass ? -1 : 1))
}

/** Delivery figures, with the numbers being retried and given up today, by class. */
async function callbacks(ctx: Ctx, { today }: HomeDays): Promise<unknown> {
  const classes = await ctx.sql<{ deviceClass: string; retrying: number; failed: number }>(
    sql`select device_class as "deviceClass", count(*) filter (where state = 1)::int as retrying,
      count(*) filter (where state = 3 and created_at >= ${today})::int as failed
      from callbacks.delivery where app_id = ${ctx.appId} and (state = 1 or state = 3 and created_at >= ${today})
      group by 1 order by 1`,
  )
  const { ok, ended, retrying, percent } = await deliveryFigures(ctx.sql)
  return { ok, ended, retrying, percent, classes }
}

/** The valid keys, the one that expires first at the top. */
async function keys(ctx: Ctx): Promise<unknown> {
  const rows = await ctx.sql<Key>(
    sql`select id, name, client_id as "clientId", main, expires_at as "expiresAt", last_used_at as "lastUsedAt"
      from identity.api_key where app_id = ${ctx.appId} and state = 1
      order by expires_at nulls last, id limit 20`,
  )
  return rows.map(row => ({ ...row, name: readBuiltIn(apiKey, 'name', row.name, ctx.language) }))
}

const recent = async (ctx: Ctx): Promise<unknown> =>
  ctx.sql<RecentRow>(
    sql`select id, time, person_id as "personId", person_name as "personName", device_name as "deviceName",
      device_class as "deviceClass", method, direction, result, reason, photo_file as "photoFile",
      app_id as "appId"
      from devices.passage t ${where([sql`app_id = ${ctx.appId}`, ...(await ofOwnDevices(ctx))])}
      order by time desc limit 8`,
  )

const DEVICES = ['deviceBind', 'device']

export const HOME_BLOCKS: Readonly<Record<string, HomeBlock>> = {
  application: { needs: [['application']], read: application },
  devices: { needs: [DEVICES], read: devices },
  people: { needs: [['person']], read: people },
  passages: { needs: [['passRecord']], read: passages },
  alarms: { needs: [['deviceAlarm'], DEVICES], read: alarms },
  sync: { needs: [['personAuth']], read: sync },
  callbacks: { needs: [['callback'], ['delivery']], read: callbacks },
  keys: { needs: [['apiKey']], read: keys },
  recent: { needs: [['passRecord']], read: recent },
}
