/** The columns of the list of devices. What the parts look like comes from the class. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Column } from '#console/kit/column.ts'
import type { Tone } from '#console/kit/Pill.tsx'
import type { Words } from '#console/kit/language.tsx'
import { agoText, spanText } from './ago.ts'
import { lastContact, type DeviceRow } from './DeviceRow.ts'
import { OnlineBars } from './OnlineBars.tsx'
import { isLift, lookOf, partName, partOfKey, partsLabel, shapedParts } from './partState.ts'
import { StateGlyph } from './StateGlyph.tsx'

type Say = (words: Words) => string
export type StatusLook = { tone: Tone; word: Text; note: Text }

/** A status with its reason, never blank. */
export const statusOf = (deviceClass: DeviceClass, row: DeviceRow, now: number): StatusLook => {
  if (!row.enabled) return { tone: 'off', word: ['已禁用', 'Disabled'], note: ['拒绝接入', 'It is refused'] }
  if (row.alarm) {
    const part = partOfKey(deviceClass, row.alarm.component, row.components)
    const away = !row.online && row.since ? spanText(now - Date.parse(row.since)) : null
    const [zh, en] = away ? [`离线 ${away[0]}`, `offline ${away[1]}`] : agoText(row.alarm.time, now)
    return {
      tone: row.alarm.level > 1 ? 'bad' : 'warn',
      word: deviceClass.events[row.alarm.identifier]?.label ?? [row.alarm.name, row.alarm.name],
      note: part ? [`${part[0]} · ${zh}`, `${part[1]} · ${en}`] : [zh, en],
    }
  }
  if (row.online) {
    const [zh, en] = row.since ? spanText(now - Date.parse(row.since)) : ['', '']
    return { tone: 'ok', word: ['在线', 'Online'], note: [`已连续 ${zh}`, `For ${en}`] }
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

export const equiColumns = (deviceClass: DeviceClass, say: Say, now: () => number): readonly Column<DeviceRow>[] => {
  const lift = isLift(deviceClass)
  const glyphs = (row: DeviceRow) => {
    const keys = lift
      ? [{ key: '', label: row.name }]
      : shapedParts(row).map(part => ({ key: part.key, label: say(partName(deviceClass, part)) }))
    return (
      <span className="state-glyphs">
        {keys.map(({ key, label }) => {
          const look = lookOf(deviceClass, row, key, now())
          const words = `${label} ${say(look.word)}${look.fact ? ` · ${say(look.fact)}` : ''}`
          return (
            <StateGlyph
              key={key}
              shape={look.shape}
              tone={look.tone}
              height={look.height}
              moving={look.moving}
              blocked={look.blocked}
              label={words}
            />
          )
        })}
        {lift && row.online && <span className="second small">{say(lookOf(deviceClass, row, '', now()).word)}</span>}
      </span>
    )
  }
  return [
    {
      key: 'name',
      label: ['设备 / 序列号', 'Device / serial'],
      priority: 1,
      render: row => (
        <span className="two">
          <b>{row.name}</b>
          <small className="mono">{row.sn}</small>
        </span>
      ),
    },
    {
      key: 'status',
      label: ['状态', 'Status'],
      width: 152,
      priority: 1,
      glow: row => `${row.online} ${row.alarm?.id ?? ''} ${row.enabled}`,
      render: row => {
        const { tone, word, note } = statusOf(deviceClass, row, now())
        return (
          <span className="status" data-tone={tone}>
            <i className="glyph" data-tone={tone} data-halo="" />
            <span className="status-words">
              <b>{say(word)}</b>
              <small>{say(note)}</small>
            </span>
          </span>
        )
      },
    },
    {
      key: 'parts',
      label: partsLabel(deviceClass),
      width: lift ? 116 : 108,
      priority: 1,
      render: glyphs,
      glow: row =>
        row.online &&
        JSON.stringify(
          lift
            ? [row.shadow['']?.motion, row.shadow['']?.loop]
            : shapedParts(row).map(part => [row.shadow[part.key]?.magnet, row.shadow[part.key]?.mode]),
        ),
    },
    {
      key: 'heartbeat',
      label: ['在线 24 时', 'Online, 24 h'],
      width: 116,
      priority: 2,
      render: row => (
        <OnlineBars
          shares={row.heartbeat}
          from={row.boundAt}
          label={say(['近 24 小时在线情况', 'Connected over the last 24 hours'])}
        />
      ),
    },
    {
      key: 'firmware',
      label: ['固件', 'Firmware'],
      width: 84,
      priority: 3,
      mono: true,
      render: row =>
        typeof row.shadow['']?.fwVersion === 'string' ? (
          <span className="second">{row.shadow[''].fwVersion}</span>
        ) : (
          <span className="table-none">—</span>
        ),
    },
    {
      key: 'site',
      label: ['站点', 'Site'],
      width: 132,
      priority: 3,
      render: row =>
        row.siteName ? <span className="second">{row.siteName}</span> : <span className="table-none">—</span>,
    },
    {
      key: 'model',
      label: ['型号', 'Model'],
      width: 148,
      hidden: true,
      priority: 3,
      render: row => <span className="second">{row.modelName}</span>,
    },
    {
      key: 'position',
      label: ['安装位置', 'Position'],
      width: 140,
      hidden: true,
      priority: 3,
      render: row => (row.position ? row.position : <span className="table-none">—</span>),
    },
    {
      key: 'address',
      label: ['接入地址', 'Address'],
      width: 120,
      hidden: true,
      priority: 3,
      mono: true,
      render: row => row.address ?? <span className="table-none">—</span>,
    },
    {
      key: 'lastContact',
      label: ['最后消息', 'Last heard'],
      width: 92,
      priority: 2,
      render: row => {
        const at = lastContact(row)
        return at ? (
          <span className="second small">{say(agoText(at, now()))}</span>
        ) : (
          <span className="table-none">—</span>
        )
      },
    },
  ]
}

/** What the shapes of this class mean. */
export const EquiLegend = ({ deviceClass, say }: { deviceClass: DeviceClass; say: Say }) => {
  if (isLift(deviceClass)) {
    return (
      <div className="state-legend">
        <span>
          <StateGlyph shape="lift" height={100} />
          {say(['升起', 'Up'])}
        </span>
        <span>
          <StateGlyph shape="lift" height={0} />
          {say(['降下', 'Down'])}
        </span>
        <span>
          <StateGlyph shape="lift" height={50} moving="up" tone="info" />
          {say(['动作中', 'Moving'])}
        </span>
        <span>
          <StateGlyph shape="lift" height={0} blocked />
          {say(['地感有车', 'Car on loop'])}
        </span>
        <span>
          <StateGlyph shape="unknown" />
          {say(['未知', 'Unknown'])}
        </span>
      </div>
    )
  }
  if (!deviceClass.components.door) return null
  const words = {
    closed: ['关', 'Closed'],
    open: ['开', 'Open'],
    heldOpen: ['常开', 'Held open'],
    heldClosed: ['常闭', 'Held closed'],
    alarm: ['告警', 'Alarm'],
    unknown: ['未知', 'Unknown'],
  } as const
  return (
    <div className="state-legend">
      {(Object.keys(words) as (keyof typeof words)[]).map(shape => (
        <span key={shape}>
          <StateGlyph shape={shape} />
          {say(words[shape])}
        </span>
      ))}
    </div>
  )
}
