/** The list of sync tasks. */
import sql from 'sql-template-tag'
import { listView } from '#server/crud/listView.ts'
import { endpoint, implement } from '#server/parts.ts'
import { syncTask } from './syncTask.noun.ts'

export const syncTaskHalf = implement(syncTask)

/** Batches in flight and failures, on every device that the caller may see. */
export const syncTaskPage = endpoint({
  method: 'GET',
  path: '/api/device/syncTask/page',
  access: 'syncTask:list',
  scope: 'source',
  summary: ['进行中和失败的下发', 'Deliveries under way and failed'],
  run(ctx, input) {
    const people = [...ctx.ports.classes.values()].filter(one => one.holds.some(({ item }) => item === 'person'))
    return listView(ctx, syncTask, input, {
      rows: sql`select task.device_id || '-' || task.person_id as id, task.device_id, d.name as device_name,
        d.sn as device_sn, p.name as person_name,
          case when d.device_class = any(${people.map(one => one.key)}) then 'person' else 'card' end as item,
          task.put::int as put, task.state, task.kind, task.tries, task.code::text as code, task.message,
          task.last_at, task.next_at
        from (select device_id, person_id, 'sending' as state, put, null::text as kind, 1 as tries, null::int as code,
        null::text as message, sent_at as last_at, null::timestamptz as next_at
        from sync.flight
          union all
          select device_id, person_id, case when kind in ('queued', 'drift') then 'waiting' else 'failed' end, put,
          kind, tries, code, message, last_at, next_at
          from sync.exception) task
        join devices.device d on d.id = task.device_id join people.person p on p.id = task.person_id`,
    })
  },
})
