/** Problems of an application by device class: each line opens a list with exactly that many rows, where the class has such a list. */
import { COUNT_OF_DEVICES, COUNT_OF_RECORDS } from '#base/figureTexts.ts'
import type { Text } from '#base/text.ts'
import type { ClassHead } from '#model/device.ts'
import type { Home } from '../../home.ts'

export interface WrongLine {
  id: string
  tone: 'bad' | 'warn'
  icon: 'alarm' | 'offline' | 'sync' | 'callback'
  what: Text
  deviceClass: Text
  count: number
  unit: Text
  href: string
}
type Blocks = Pick<Home, 'devices' | 'alarms' | 'sync' | 'callbacks'>
/** A line before the label of its class is added; `list` is the kind of page and its query. */
interface Found extends Pick<WrongLine, 'tone' | 'what' | 'count'> {
  of: string
  list: readonly [kind: string, query: string]
}

const RIGHTS: Text = ['项', '']
const UNITS: Record<WrongLine['icon'], Text> = {
  alarm: COUNT_OF_DEVICES,
  offline: COUNT_OF_DEVICES,
  sync: RIGHTS,
  callback: COUNT_OF_RECORDS,
}

const ofDevices = ({ alarms, devices }: Blocks): Record<'alarm' | 'offline', Found[]> => ({
  alarm: (alarms?.open ?? []).map(row => ({
    ...{ tone: 'bad', what: ['设备告警', 'In alarm'], count: row.devices },
    ...{ of: row.deviceClass, list: ['equi', 'status=alarm'] },
  })),
  offline: (devices ?? []).map(row => ({
    ...{ tone: 'bad', what: ['设备离线', 'Offline'], count: row.total - row.online },
    ...{ of: row.deviceClass, list: ['equi', 'status=offline'] },
  })),
})

const ofRights = ({ sync }: Blocks): Found[] =>
  (sync ?? []).flatMap(row => {
    const at = (stage: 'failed' | 'missing' | 'clockOff', tone: 'bad' | 'warn', what: Text): Found => ({
      ...{ tone, what, count: row[stage], of: row.deviceClass, list: ['authorize', `stage=${stage}`] },
    })
    return [
      at('failed', 'bad', ['权限下发失败', 'Rights not delivered']),
      at('missing', 'warn', ['缺照片或卡号', 'No portrait or card']),
      at('clockOff', 'warn', ['设备时钟偏差', 'Device clock wrong']),
    ]
  })

const ofCallbacks = ({ callbacks }: Blocks, day: string): Found[] =>
  (callbacks?.classes ?? []).flatMap((row): Found[] => [
    {
      ...{ tone: 'bad', what: ['今日回调放弃', 'Callbacks given up today'], count: row.failed, of: row.deviceClass },
      list: ['callback', `tab=log&state=3&createdAt=${day},${day}`],
    },
    {
      ...{ tone: 'warn', what: ['回调重试中', 'Callbacks tried again'], count: row.retrying, of: row.deviceClass },
      list: ['callback', 'tab=log&state=1'],
    },
  ])

/** The most severe first; `day` is today in the zone of the application. */
export function wrongLines(home: Blocks, classes: readonly ClassHead[], appId: string, day: string): WrongLine[] {
  const found = { ...ofDevices(home), sync: ofRights(home), callback: ofCallbacks(home, day) }
  return (Object.keys(found) as WrongLine['icon'][])
    .flatMap(icon =>
      found[icon].flatMap(({ of, list: [kind, query], ...line }): WrongLine[] => {
        const deviceClass = classes.find(one => one.key === of)
        if (!deviceClass || line.count === 0) return []
        // Controllers have no page of rights: their lines link to the groups.
        const listed = (deviceClass.pages as readonly string[]).includes(kind)
        const href = listed ? `/${of}/${kind}/${appId}?${query}` : `/apply/authGroup/${appId}`
        return [
          { id: `${of} ${kind} ${query}`, icon, unit: UNITS[icon], deviceClass: deviceClass.label, href, ...line },
        ]
      }),
    )
    .sort((a, b) => Number(a.tone === 'warn') - Number(b.tone === 'warn'))
}
