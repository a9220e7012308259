/** How long what devices leave besides facts is kept. */
import { COMMANDS } from '#base/figureTexts.ts'
import sql from 'sql-template-tag'
import { retained } from '#server/parts.ts'
import { FACT_DAYS } from './facts/factDays.rules.ts'

export const retainedRefusals = retained({
  key: 'refusal',
  label: ['被拒绝的接入', 'Refused connections'],
  table: 'devices.refusal',
  since: 'last_at',
  days: 30,
})
export const retainedCommands = retained({
  key: 'command',
  label: COMMANDS,
  table: 'devices.command',
  when: sql`state >= 3`,
  days: 180,
})
export const retainedSessionLogs = retained({
  key: 'onlineLog',
  label: ['在线记录', 'Times online'],
  table: 'devices.session_log',
  when: sql`closed_at is not null`,
  days: 180,
})
export const retainedDeadMessages = retained({
  key: 'deadMessage',
  label: ['无法保存的报文', 'Messages that could not be stored'],
  table: 'devices.dead_message',
  days: 180,
})
export const retainedWorkItems = retained({
  key: 'workItem',
  label: ['处理记录', 'Handling of events'],
  table: 'devices.work_item',
  ids: 'fact_id',
  // A month more than the facts, which go by whole months.
  days: FACT_DAYS + 31,
})
