/** How long each kind of data is kept: one table, read by the worker that removes and by whoever asks what would go. */
import type { Text } from '#base/text.ts'
import { idFrom } from '#base/id.ts'

/** Rows that go one by one. `id` orders them by time, so that the old ones are found without an index of their own. */
export interface RetainedRows {
  key: string
  label: Text
  /** `schema.table` */
  table: string
  /** The column that says since when it counts, where the id does not order by time (or is none). */
  since?: string
  /** Only rows that are over. */
  when?: string
  days: number
}

export const FACT_DAYS = 180
export const KEPT_ROWS: readonly RetainedRows[] = [
  { key: 'loginLog', label: ['登录日志', 'Sign-in log'], table: 'identity.login_log', since: 'at', days: 180 },
  {
    key: 'session',
    label: ['已结束的登录', 'Ended sessions'],
    table: 'identity.session',
    when: "refresh_until < now() - interval '30 days'",
    days: 30,
  },
  {
    key: 'refusal',
    label: ['被拒绝的接入', 'Refused connections'],
    table: 'devices.refusal',
    since: 'last_at',
    days: 30,
  },
  { key: 'command', label: ['指令', 'Commands'], table: 'devices.command', when: 'state >= 3', days: 180 },
  {
    key: 'onlineLog',
    label: ['在线记录', 'Times online'],
    table: 'devices.session_log',
    when: 'closed_at is not null',
    days: 180,
  },
  { key: 'linkageRun', label: ['联动记录', 'Linkage runs'], table: 'linkage.run', when: 'state <> 0', days: 180 },
  {
    key: 'delivery',
    label: ['回调记录', 'Callback deliveries'],
    table: 'callbacks.delivery',
    when: 'finished_at is not null',
    days: 180,
  },
  {
    key: 'deadMessage',
    label: ['无法保存的报文', 'Messages that could not be stored'],
    table: 'devices.dead_message',
    days: 180,
  },
  // A month more than the facts, which go by whole months.
  { key: 'workItem', label: ['处理记录', 'Handling of events'], table: 'devices.work_item', days: FACT_DAYS + 31 },
]

/** The rows of `kept` that have served their time at `now`, as an SQL condition without parameters. */
export function isDue({ key, since, when, days }: RetainedRows, now: Date): string {
  const cut = new Date(now.getTime() - days * 86_400_000)
  const column = key === 'workItem' ? 'fact_id' : 'id'
  const old = since ? `${since} < '${cut.toISOString()}'` : `${column} < ${idFrom(cut.getTime())}`
  return when ? `${old} and ${when}` : old
}

/** Facts go by whole months: everything before this instant. */
export function factsCut(now: Date): Date {
  const cut = new Date(now.getTime() - FACT_DAYS * 86_400_000)
  return new Date(Date.UTC(cut.getUTCFullYear(), cut.getUTCMonth(), 1))
}
