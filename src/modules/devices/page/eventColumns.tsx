/** The columns of events: content, severity, place, time and handling. */
import { SENT_LATER } from '#base/deviceTexts.ts'
import { dayOf, showClock } from '#base/time.ts'
import type { DeviceClass } from '#model/device.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import { translateNow } from '#console/kit/language.tsx'
import type { EventRow } from './DeviceRow.ts'
import { eventContent, HANDLED, levelOf } from './eventWords.ts'

const none = <span className="table-none">—</span>

const levelPill = (event: EventRow) => {
  const { tone, word } = levelOf(event)
  // Informational events, and those that have ended, have no background colour.
  return (
    <span
      className="pill"
      data-tone={event.level ? tone : 'off'}
      data-variant={event.level && tone !== 'off' ? 'soft' : 'plain'}
    >
      <i className="glyph" data-tone={tone} />
      {translateNow(word)}
    </span>
  )
}
const handledState = (event: EventRow) => {
  if (event.handleState === 0) return none
  const { tone, word } = HANDLED[event.handleState] ?? HANDLED[0]!
  return (
    <span className="status" data-tone={tone}>
      <i className="glyph" data-tone={tone} />
      <span className="status-words">
        <b>{translateNow(word)}</b>
        {event.handler && <small>{[event.handler, event.handleRemark].filter(Boolean).join(' · ')}</small>}
      </span>
    </span>
  )
}
const timeOf = (event: EventRow) => {
  const late = Date.parse(event.receivedAt) - Date.parse(event.time) > 60_000
  return (
    <span className="two">
      <span className="mono">{showClock(event.time)}</span>
      <small className={event.clockOff || late ? 'warn' : undefined}>
        {event.clockOff || late
          ? translateNow(event.clockOff ? ['时钟异常', 'Clock off'] : SENT_LATER)
          : dayOf(event.time).replaceAll('-', '/')}
      </small>
    </span>
  )
}

export const eventColumns = (deviceClass: DeviceClass): ColumnChanges<EventRow> => ({
  name: { render: row => <b className="ellipsis">{row.name}</b> },
  params: { grow: 2, render: row => eventContent(deviceClass, row, translateNow) || none },
  level: { width: 96, render: levelPill },
  handleState: { width: 148, glow: row => row.handleState, render: handledState },
  time: { width: 112, render: timeOf },
})
