/** The list of sync tasks, with their figures; tasks are sent again or cancelled here. */
import sql, { type Sql } from 'sql-template-tag'
import { idFrom, isId } from '#base/id.ts'
import { HELD } from '#model/device.ts'
import { Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Row } from '#model/row.ts'
import { listView } from '#server/crud/listView.ts'
import { endpoint, implement } from '#server/parts.ts'
import { documentName } from './documentName.server.ts'
import { failureText } from './failureText.server.ts'
import { cancelDeliveries, retryDeliveries, type Delivered } from './retry.server.ts'
import { syncTask } from './syncTask.noun.ts'

/** The number of devices named as the slowest. */
const SLOWEST = 3
const HOUR_MS = 3_600_000

/** A task is identified by its device, its item, and the kind and the id of its subject; a document has no subject. */
const deliveredBy = (ids: readonly string[]): Delivered[] =>
  ids.map(id => {
    const [deviceId, item, subjectKind = null, subjectId = null] = id.split('-')
    const isOne = subjectKind === null ? isKey(HELD.documents, item) : isKey(HELD.items, item) && isId(subjectId)
    if (!isId(deviceId) || !item || !isOne)
      throw new Refusal('invalid', { text: ['没有这个同步任务', 'There is no such sync task'] })
    return { deviceId, item, subjectKind, subjectId }
  })
const isKey = (choices: object, key: string | undefined): boolean => key !== undefined && Object.hasOwn(choices, key)

export const syncTaskHalf = implement(syncTask, {
  actions: {
    async retry(ctx, input) {
      const items = await retryDeliveries(ctx, { named: deliveredBy(input.ids) })
      if (items) await ctx.audit({ action: 'retry', object: syncTask.key, changes: { items } })
      return items
    },
    async cancel(ctx, input) {
      const items = await cancelDeliveries(ctx, deliveredBy(input.ids))
      await ctx.audit({ action: 'cancel', object: syncTask.key, changes: { items } })
      return items
    },
    stat: figures,
  },
})

/** Deliveries under way and failures, within the caller's scope. */
const TASKS = sql`select device_id, item, subject_kind, subject_id, null::text as name, 'sending' as state, put,
    null::text as kind, 1 as tries, null::int as code, null::text as message, sent_at as last_at,
    null::timestamptz as next_at, command_id, sent_at as since
  from sync.flight
  union all
  select device_id, item, subject_kind, subject_id, null,
    case when kind = 'cancelled' then kind when kind in ('queued', 'drift') then 'waiting' else 'failed' end,
    put, kind, tries, code, message, last_at, next_at, command_id, first_at
  from sync.exception
  union all
  select device_id, document, null, null, name,
    case when command_id is not null then 'sending' when kind = 'cancelled' then kind
      when kind is null or kind = 'drift' then 'waiting' else 'failed' end,
    true, kind, tries, code, message, last_at, next_at, command_id, changed_at
  from sync.document where command_id is not null or kind is not null or next_at is not null`

/** The names of subjects of every kind, by kind and id. */
const namesOf = ({ ports }: Ctx): Sql =>
  [...ports.subjects.values()].reduce(
    (all, { kind, names }) => sql`${all} union all select ${kind}::text, n.id, n.name from (${names}) n`,
    sql`select null::text as kind, null::bigint as id, null::text as name where false`,
  )

/** Open tasks by state, the outcome of the last hour, and the devices with the longest queues. */
async function figures(ctx: Ctx): Promise<unknown> {
  const [open] = await ctx.sql<{ sending: number; waiting: number; failed: number; cancelled: number }>(
    sql`select count(*) filter (where state = 'sending')::int as sending,
        count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'cancelled')::int as cancelled
      from (${TASKS}) task`,
  )
  const [hour] = await ctx.sql<{ ok: number; total: number }>(
    sql`select count(*) filter (where coalesce(r.result ->> 'code', '0') in ('0', '200'))::int as ok,
        count(*)::int as total
      from devices.command c cross join jsonb_array_elements(
        case when jsonb_typeof(c.data -> 'results') = 'array' then c.data -> 'results' else '[]' end) as r(result)
      where c.origin = 'sync' and c.id >= ${idFrom(ctx.now.getTime() - HOUR_MS)}`,
  )
  const slowest = await ctx.sql<{ deviceId: string; deviceName: string; open: number; since: string; online: boolean }>(
    sql`select d.id as "deviceId", d.name as "deviceName", count(*)::int as open, min(task.since) as since,
        coalesce(s.online, false) as online
      from (${TASKS}) task join devices.device d on d.id = task.device_id
      left join devices.session s on s.device_id = d.id
      where task.state <> 'cancelled' group by d.id, d.name, s.online order by 3 desc, 4 limit ${SLOWEST}`,
  )
  return { ...open!, hour: hour!, slowest }
}

type Found = Row & {
  state: string
  nextAt: string | null
  put: number
  code: string | null
  message: string | null
} & { subjectName: string | null; named: boolean; deviceClass: string }

/** Batches in flight and failures, on every device that the caller may see. */
export const syncTaskPage = endpoint({
  method: 'GET',
  path: '/api/device/syncTask/page',
  access: 'syncTask:list',
  scope: 'source',
  summary: ['进行中和失败的下发', 'Deliveries under way and failed'],
  async run(ctx, input) {
    const page = await listView<Found>(ctx, syncTask, input, {
      more: ['named', 'deviceClass'],
      rows: sql`select concat_ws('-', task.device_id, task.item, task.subject_kind, task.subject_id) as id,
          task.device_id, d.name as device_name, d.sn as device_sn, task.item,
          coalesce(task.name, n.name) as subject_name, task.name is not null as named, d.device_class,
          task.put::int as put, task.state, task.kind, task.tries, task.code::text as code, task.message,
          task.last_at, task.next_at, task.command_id::text as command_id
        from (${TASKS}) task join devices.device d on d.id = task.device_id
        left join (${namesOf(ctx)}) n on n.kind = task.subject_kind and n.id = task.subject_id`,
    })
    const records = page.records.map(({ named, deviceClass, ...row }) => ({
      ...row,
      // Subjects have names of their own, documents may consist of keys.
      subjectName:
        named && row.subjectName
          ? documentName(row.subjectName, ctx.ports.classes.get(deviceClass), ctx.language)
          : row.subjectName,
      message: row.message && failureText(Number(row.code), row.message, ctx.language),
      // What is due already goes as soon as the device is there, at no time that could be named.
      nextAt: row.nextAt !== null && Date.parse(row.nextAt) > ctx.now.getTime() ? row.nextAt : null,
      permission: {
        retry: row.state !== 'sending',
        cancel: row.put === 1 && (row.state === 'waiting' || row.state === 'failed'),
      },
    }))
    return { ...page, records }
  },
})
