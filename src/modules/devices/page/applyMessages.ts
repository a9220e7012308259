/** Applies live messages of devices to cached rows; only what a message does not contain is loaded again, and not too often. */
import type { QueryClient } from '@tanstack/react-query'
import type { DeviceLive } from './useDeviceLive.ts'
import type { Page } from '#console/data/rows.ts'
import type { DeviceRow, State } from './DeviceRow.ts'
import { DEVICES } from './deviceCache.ts'

const withMessage = <Row extends DeviceRow>(row: Row, message: DeviceLive): Row => {
  if (message.type === 'session')
    return {
      ...row,
      online: message.online,
      since: message.at,
      ...(message.online ? { onlineReason: null, lastSeenAt: message.at } : {}),
    }
  if (message.type !== 'state') return row
  const shadow: Record<string, State> = { ...row.shadow }
  for (const { component, vals } of message.states) {
    const before = shadow[component]
    if (before?.statedAt && before.statedAt > message.at) continue
    shadow[component] = { ...before, ...vals, statedAt: message.at }
  }
  return { ...row, online: true, shadow }
}

const patched = <Row extends DeviceRow>(row: Row, messages: readonly DeviceLive[]): Row => {
  const own = messages.filter(
    message => message.deviceId === row.id && (message.type === 'state' || message.type === 'session'),
  )
  return own.length ? own.reduce(withMessage, row) : row
}

/** Unchanged rows keep their identity, so that the table does not render them again. */
export const applyMessages = (queries: QueryClient, messages: readonly DeviceLive[]): void => {
  queries.setQueriesData<Page<DeviceRow>>({ queryKey: [DEVICES, 'page'] }, page => {
    if (!page) return page
    const records = page.records.map(row => patched(row, messages))
    return records.some((row, at) => row !== page.records[at]) ? { ...page, records } : page
  })
  for (const id of new Set(messages.map(message => message.deviceId))) {
    queries.setQueryData<DeviceRow>([DEVICES, 'detail', id], row => (row ? patched(row, messages) : row))
  }
}

/** Whether rows must be loaded again, because only the server knows counts, order, alarms and reasons. */
export const asksAnew = (messages: readonly DeviceLive[]): boolean =>
  messages.some(message => message.type === 'session' || (message.type === 'fact' && message.level > 0))
