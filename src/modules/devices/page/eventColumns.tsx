/** The columns of the list of events. */
import { dayOf, showClock } from '#base/time.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Column } from '#console/kit/column.ts'
import type { Words } from '#console/kit/language.tsx'
import type { EventRow } from './DeviceRow.ts'
import { eventLabel, eventNote, HANDLED, levelOf, needsAttention } from './eventWords.ts'
import { partOfKey } from './partState.ts'

const none = <span className="table-none">—</span>

export const eventColumns = (deviceClass: DeviceClass, say: (words: Words) => string): readonly Column<EventRow>[] => [
  {
    key: 'name',
    label: ['事件', 'Event'],
    priority: 1,
    render: row => (
      <span className="two">
        <b>{say(eventLabel(deviceClass, row))}</b>
        <small>{eventNote(deviceClass, row, say)}</small>
      </span>
    ),
  },
  {
    key: 'level',
    label: ['级别', 'Level'],
    width: 96,
    priority: 1,
    // Normal is quiet: what informs has no ground.
    render: row => {
      const { tone, word } = levelOf(row.level)
      return (
        <span className="pill" data-tone={row.level ? tone : 'off'} data-variant={row.level ? 'soft' : 'plain'}>
          <i className="glyph" data-tone={tone} />
          {say(word)}
        </span>
      )
    },
  },
  {
    key: 'device',
    label: ['设备', 'Device'],
    width: 192,
    priority: 1,
    render: row => {
      const part = partOfKey(deviceClass, row.component)
      return (
        <span className="two">
          <b>{row.deviceName}</b>
          <small>{part ? say(part) : say(['整机', 'The device'])}</small>
        </span>
      )
    },
  },
  {
    key: 'handled',
    label: ['处理', 'Handled'],
    width: 148,
    priority: 2,
    glow: row => row.handleState,
    render: row => {
      if (row.handleState < 2 && !needsAttention(row)) return none
      const { tone, word } = HANDLED[row.handleState] ?? HANDLED[0]!
      return (
        <span className="status" data-tone={tone}>
          <i className="glyph" data-tone={tone} />
          <span className="status-words">
            <b>{say(word)}</b>
            {row.handler && <small>{[row.handler, row.handleRemark].filter(Boolean).join(' · ')}</small>}
          </span>
        </span>
      )
    },
  },
  {
    key: 'time',
    label: ['时间', 'Time'],
    width: 112,
    priority: 1,
    render: row => {
      const late = Date.parse(row.receivedAt) - Date.parse(row.time) > 60_000
      return (
        <span className="two">
          <span className="mono">{showClock(row.time)}</span>
          <small className={row.clockOff || late ? 'warn' : undefined}>
            {row.clockOff || late
              ? say(row.clockOff ? ['时钟异常', 'Clock off'] : ['离线补传', 'Sent later'])
              : dayOf(row.time).replaceAll('-', '/')}
          </small>
        </span>
      )
    },
  },
]
