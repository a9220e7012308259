/** Counts the progress of delivery in the background, for the devices where something changed (decision 0029). */
import sql from 'sql-template-tag'
import { worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { rightClasses, SOON_DAYS, expiresSoon, stepsOf } from './steps.server.ts'

const ENGINE = { role: 'engine' } as const
const IDLE_MS = 1000
/** The worker counts for at most a fifth of the time: of very many rights the numbers are then older. */
const REST = 4
const MOST_DEVICES = 256
/** About how long one statement should take; the number of devices in the next follows it. */
const STATEMENT_MS = 300
/** The limit for a single device, which may have very many people. */
const LONGEST_MS = 60_000

/** Devices never counted, changed since, or whose numbers time has changed; the oldest numbers first. */
const staleDevices = async (ports: Ports, most: number): Promise<string[]> => {
  const rows = await ports.db.query<{ id: string }>(
    ENGINE,
    sql`select d.id from devices.device d
      left join sync.device sd on sd.device_id = d.id
      left join rights.progress p on p.device_id = d.id and p.group_id = 0
      where d.deleted_at is null and d.device_class = any(${rightClasses(ports.classes)})
      and (p.rev is distinct from sd.rev or p.app_id is distinct from d.app_id or p.next_at <= ${ports.now()}
        or p.device_id is null and exists (select from access.group_door gd where gd.device_id = d.id))
      order by p.counted_at nulls first, d.id limit ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** Counts the rights on these devices again. */
async function count(ports: Ports, ids: readonly string[]): Promise<void> {
  const now = ports.now()
  const expiresFrom = sql`counts_for.ends - make_interval(days => ${SOON_DAYS})`
  const counting = sql`with counted as (
        select w.device_id, counts_for.group_id,
          min(case when ${expiresFrom} > ${now} then ${expiresFrom} else counts_for.ends end) as next_at,
          count(*) filter (where step = 'missing') as missing, count(*) filter (where step = 'in_flight') as in_flight,
          count(*) filter (where step = 'failed') as failed, count(*) filter (where step = 'pending') as pending,
          count(*) filter (where step = 'delivered') as delivered,
          count(*) filter (where ${expiresSoon(sql`counts_for.ends`, now)}) as expiring
        from ${stepsOf(ports.classes, now, { deviceIds: ids })} w
        -- Each group of the device, and the device, where a right counts once.
        cross join lateral (values (w.group_id, w.ends), (0, w.right_ends)) counts_for(group_id, ends)
        where counts_for.group_id > 0 or w.is_first group by 1, 2
      ), due as (
        select device_id, min(at) as at from sync.due where device_id = any(${ids}::bigint[]) and at > ${now} group by 1
      ), current as (
        -- A device without rights has a row too, so that it is not counted again.
        select device_id, group_id from counted union select id, 0 from unnest(${ids}::bigint[]) id
      ), removed as (
        delete from rights.progress p where p.device_id = any(${ids}::bigint[])
          and not exists (select from current s where s.device_id = p.device_id and s.group_id = p.group_id)
      )
      insert into rights.progress as p
        (device_id, group_id, app_id, source_id, rev, next_at, counted_at, missing, in_flight, failed, pending,
        delivered, expiring)
      select d.id, s.group_id, d.app_id, d.source_id, sd.rev, least(c.next_at, due.at), ${now}, coalesce(c.missing, 0),
        coalesce(c.in_flight, 0), coalesce(c.failed, 0), coalesce(c.pending, 0), coalesce(c.delivered, 0),
        coalesce(c.expiring, 0)
      from current s join devices.device d on d.id = s.device_id
      left join counted c on c.device_id = s.device_id and c.group_id = s.group_id
      left join due on due.device_id = d.id
      left join sync.device sd on sd.device_id = d.id
      on conflict (device_id, group_id) do update set app_id = excluded.app_id, source_id = excluded.source_id,
        rev = excluded.rev, next_at = excluded.next_at, counted_at = excluded.counted_at, missing = excluded.missing,
        in_flight = excluded.in_flight, failed = excluded.failed, pending = excluded.pending,
        delivered = excluded.delivered, expiring = excluded.expiring`
  await ports.db.tx(ENGINE, query => query(counting), { statementMs: LONGEST_MS })
}

/** Counts at most this many devices with changes; returns the number of those counted. */
export async function countStale(ports: Ports, most: number): Promise<number> {
  const ids = await staleDevices(ports, most)
  if (ids.length) await count(ports, ids)
  return ids.length
}

/** Grows from one device: a statement that is too large for its limit of time would not end. */
let most = 1

export const tally = worker({
  name: 'rights.progress',
  where: 'worker',
  async run(ports) {
    const began = performance.now()
    const counted = await countStale(ports, most).catch((error: unknown) => {
      most = Math.max(1, Math.floor(most / 2))
      throw error
    })
    const tookMs = performance.now() - began
    const full = counted === most
    if (tookMs > STATEMENT_MS) most = Math.max(1, Math.floor(most / 2))
    else if (full && tookMs < STATEMENT_MS / 2) most = Math.min(MOST_DEVICES, most * 2)
    return Math.max(full ? 0 : IDLE_MS, tookMs * REST)
  },
})
