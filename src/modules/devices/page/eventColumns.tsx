/** How events look in a list: what was stated, how grave it is, where, when, and what came of it. */
import { dayOf, showClock } from '#base/time.ts'
import type { DeviceClass } from '#model/device.ts'
import type { ColumnChanges } from '#console/crud/columnsOf.tsx'
import type { Row } from '#model/row.ts'
import { sayNow } from '#console/kit/language.tsx'
import type { EventRow } from './DeviceRow.ts'
import { eventContent, HANDLED, levelOf } from './eventWords.ts'

const none = <span className="table-none">—</span>
const eventOf = (row: Row): EventRow => row as unknown as EventRow

const levelPill = (row: Row) => {
  const { level } = eventOf(row)
  const { tone, word } = levelOf(level)
  // What only informs has no ground of its own.
  return (
    <span className="pill" data-tone={level ? tone : 'off'} data-variant={level ? 'soft' : 'plain'}>
      <i className="glyph" data-tone={tone} />
      {sayNow(word)}
    </span>
  )
}
const handledState = (row: Row) => {
  const event = eventOf(row)
  if (event.handleState === 0) return none
  const { tone, word } = HANDLED[event.handleState] ?? HANDLED[0]!
  return (
    <span className="status" data-tone={tone}>
      <i className="glyph" data-tone={tone} />
      <span className="status-words">
        <b>{sayNow(word)}</b>
        {event.handler && <small>{[event.handler, event.handleRemark].filter(Boolean).join(' · ')}</small>}
      </span>
    </span>
  )
}
const timeOf = (row: Row) => {
  const event = eventOf(row)
  const late = Date.parse(event.receivedAt) - Date.parse(event.time) > 60_000
  return (
    <span className="two">
      <span className="mono">{showClock(event.time)}</span>
      <small className={event.clockOff || late ? 'warn' : undefined}>
        {event.clockOff || late
          ? sayNow(event.clockOff ? ['时钟异常', 'Clock off'] : ['离线补传', 'Sent later'])
          : dayOf(event.time).replaceAll('-', '/')}
      </small>
    </span>
  )
}

export const eventColumns = (deviceClass: DeviceClass): ColumnChanges => ({
  name: { render: row => <b className="ellipsis">{eventOf(row).name}</b> },
  params: { render: row => eventContent(deviceClass, eventOf(row), sayNow) || none },
  level: { width: 96, render: levelPill },
  deviceName: { width: 176 },
  handleState: { width: 148, glow: row => row.handleState, render: handledState },
  time: { width: 112, render: timeOf },
})
