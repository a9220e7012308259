/** The columns of the list of devices. The look of parts comes from the class. */
import { DISABLED } from '#base/texts.ts'
import { ONLINE } from '#base/listTexts.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import type { ColumnChanges } from '#console/crud/list/columnsOf.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'
import type { Tone } from '#console/kit/Pill.tsx'
import type { Words } from '#console/kit/language.tsx'
import { agoText, spanText } from '#base/ago.ts'
import { lastContact, type DeviceRow } from '../DeviceRow.ts'
import { alarmLabel, lookKeys, lookOf, partOfKey, partsLabel } from '../partState.ts'
import { StateGlyph } from '../StateGlyph.tsx'

// Loaded separately, because rows are read before their bars.
const OnlineBars = lazy(async () => (await import('../drawer/OnlineBars.tsx')).OnlineBars)

type Translate = (words: Words) => string
const none = <span className="table-none">—</span>
export type StatusLook = { tone: Tone; word: Text; note: Text }

/** The status with its reason, never blank. */
export const statusOf = (deviceClass: DeviceClass, row: DeviceRow, now: number): StatusLook => {
  if (!row.enabled) return { tone: 'off', word: DISABLED, note: ['拒绝接入', 'It is refused'] }
  if (row.alarm) {
    const part = partOfKey(deviceClass, row.alarm.component, row.components)
    const away = !row.online && row.since ? spanText(now - Date.parse(row.since)) : null
    const [zh, en] = away ? [`离线 ${away[0]}`, `offline ${away[1]}`] : agoText(row.alarm.time, now)
    return {
      tone: row.alarm.level > 1 ? 'bad' : 'warn',
      word: alarmLabel(deviceClass, row.alarm),
      note: part ? [`${part[0]} · ${zh}`, `${part[1]} · ${en}`] : [zh, en],
    }
  }
  if (row.online) {
    const [zh, en] = row.since ? spanText(now - Date.parse(row.since)) : ['', '']
    return { tone: 'ok', word: ONLINE, note: [`已连续 ${zh}`, `For ${en}`] }
  }
  if (!row.since)
    return {
      tone: 'unknown',
      word: ['待接入', 'Never connected'],
      note: ['还没有连接过', 'Waiting for its first call'],
    }
  const [zh, en] = spanText(now - Date.parse(row.since))
  const why = row.onlineReason ?? ''
  return { tone: 'off', word: [`离线 ${zh}`, `Offline ${en}`], note: why ? [why, why] : ['原因未知', 'Reason unknown'] }
}

/** As many shapes as the column holds. */
const MOST_SHAPES = 4

export const equiColumns = (
  deviceClass: DeviceClass,
  translate: Translate,
  now: () => number,
): ColumnChanges<DeviceRow> => {
  const whole = deviceClass.looks['']
  const glyphs = (row: DeviceRow) => {
    const all = lookKeys(deviceClass, row).map(key => ({ key, ...lookOf(deviceClass, row, key, now()) }))
    // Of many parts, the device itself and those that are not as usual.
    const drawn =
      all.length <= MOST_SHAPES
        ? all
        : all.filter(one => one.key === '' || (one.tone !== 'quiet' && one.tone !== 'off')).slice(0, MOST_SHAPES - 1)
    const rest = all.length - drawn.length
    return (
      <span className="state-glyphs">
        {drawn.map(({ key, word, fact, ...look }) => {
          const part = partOfKey(deviceClass, key, row.components)
          const words = `${part ? translate(part) : row.name} ${translate(word)}${fact ? ` · ${translate(fact)}` : ''}`
          return <StateGlyph key={key} {...look} label={words} />
        })}
        {rest > 0 && <span className="third small">+{rest}</span>}
        {whole && row.online && (
          <span className="second small ellipsis">{translate(lookOf(deviceClass, row, '', now()).word)}</span>
        )}
      </span>
    )
  }
  return {
    name: {
      label: ['设备 / 序列号', 'Device / serial'],
      render: row => (
        <span className="two">
          <b>{row.name}</b>
          <small>
            <span className="mono">{row.sn}</span>
            {row.gateway && ` · ${translate([`经由${row.gateway.name}`, `through ${row.gateway.name}`])}`}
          </small>
        </span>
      ),
    },
    status: {
      width: 152,
      glow: row => `${row.online} ${row.alarm?.id ?? ''} ${row.enabled}`,
      render: row => {
        const { tone, word, note } = statusOf(deviceClass, row, now())
        return (
          <span className="status" data-tone={tone}>
            <i className="glyph" data-tone={tone} data-halo="" />
            <span className="status-words">
              <b>{translate(word)}</b>
              <small>{translate(note)}</small>
            </span>
          </span>
        )
      },
    },
    shadow: {
      label: partsLabel(deviceClass),
      // Nothing about their parts is shown.
      hidden: Object.keys(deviceClass.looks).length === 0,
      width: whole ? 116 : 108,
      render: glyphs,
      glow: row =>
        row.online &&
        JSON.stringify(
          lookKeys(deviceClass, row).map(key => {
            const { glyph, word, blocked } = lookOf(deviceClass, row, key, now())
            return [glyph, word, blocked]
          }),
        ),
    },
    heartbeat: {
      width: 116,
      render: row => (
        <OnlineBars
          shares={row.heartbeat}
          from={row.boundAt}
          label={translate(['近 24 小时在线情况', 'Connected over the last 24 hours'])}
        />
      ),
    },
    lastSeenAt: {
      label: ['最后消息', 'Last message'],
      width: 92,
      render: row => {
        const at = lastContact(row)
        return at ? <span className="second small">{translate(agoText(at, now()))}</span> : none
      },
    },
    siteId: { width: 132 },
    locationId: { width: 148 },
    gatewayId: { width: 132, hidden: true },
    modelId: { width: 148, hidden: true },
    position: { width: 140, hidden: true },
    boundAt: { hidden: true },
    firmware: {
      label: ['固件', 'Firmware'],
      width: 84,
      priority: 3,
      mono: true,
      render: row =>
        typeof row.shadow['']?.fwVersion === 'string' ? (
          <span className="second">{row.shadow[''].fwVersion}</span>
        ) : (
          none
        ),
    },
    address: {
      label: ['接入地址', 'Address'],
      width: 120,
      hidden: true,
      priority: 3,
      mono: true,
      render: row => row.address ?? none,
    },
  }
}
