/** Limits and errors: sizes, rates, clocks, and what happens beyond them; every number is the enforced one. */
import type { Text } from '#base/text.ts'
import { ITEM } from '#base/labelTexts.ts'
import type { DeviceClass } from '#model/device.ts'
import { FLAP_MAX, FLAP_WINDOW_MS } from '#modules/devices/connect/Flaps.ts'
import { PICTURE_MAX_CHARACTERS } from '#modules/devices/facts/pictureParams.rules.ts'
import { AHEAD_MS } from '#modules/devices/facts/translate.rules.ts'
import { MAX_AGE_MS, MAX_ITEMS, MAX_NAMED } from '#protocols/alink/backfill.ts'
import { MAX_DEPTH } from '#protocols/alink/payload.ts'
import { MAX_ID_CHARACTERS } from '#protocols/alink/reply.ts'
import { MAX_BYTES, MAX_LEVELS } from '#protocols/mqtt/filter.ts'
import { defaultLimits } from '#protocols/mqtt/limits.ts'
import { commonExchanges } from './commonExchanges.ts'
import { drawn, table, type Page, type PageContext } from './blocks.ts'

type LimitRow = [item: string, limit: string, beyond: string]

/** Limits of one message and of unfinished messages on one connection. */
const messageLimits = (translate: PageContext['translate']): LimitRow[] => [
  [
    translate(['一个报文', 'One packet']),
    `${defaultLimits.packetBytes / 1024} KiB`,
    translate(['断开；5 以 0x95', 'closed; with 5, 0x95']),
  ],
  [
    translate(['照片（Base64）', 'Photo (Base64)']),
    translate([
      `${PICTURE_MAX_CHARACTERS} 个字符，且整个报文不超上限`,
      `${PICTURE_MAX_CHARACTERS} characters, within the limit of a packet`,
    ]),
    translate([
      '事件照记，照片不存；更大的照片填 `upload`，另行上传',
      'the event is stored without the photo; a larger one is announced as `upload` and sent apart',
    ]),
  ],
  [
    translate(['主题', 'Topic']),
    translate([`${MAX_BYTES} 字节、${MAX_LEVELS} 层`, `${MAX_BYTES} bytes, ${MAX_LEVELS} levels`]),
    translate(['不处理', 'ignored']),
  ],
  [
    translate(['消息编号 `id`', 'Message `id`']),
    translate([`${MAX_ID_CHARACTERS} 个字符`, `${MAX_ID_CHARACTERS} characters`]),
    '460',
  ],
  [translate(['JSON 嵌套', 'Nesting of JSON']), String(MAX_DEPTH), '460'],
  [
    translate(['未确认的上行（QoS 1）', 'Publishes without PUBACK']),
    String(defaultLimits.receiveMaximum),
    translate(['暂停读取，不丢弃', 'reading pauses, nothing is dropped']),
  ],
  [
    translate(['未确认的下行', 'Messages to the device without PUBACK']),
    String(defaultLimits.outflightMax),
    translate([
      `其余排队：最多 ${defaultLimits.queueMax} 条、${defaultLimits.queueMs / 1000} 秒`,
      `others wait: at most ${defaultLimits.queueMax}, for ${defaultLimits.queueMs / 1000} s`,
    ]),
  ],
  [
    translate(['订阅', 'Subscriptions']),
    String(defaultLimits.subscriptionsMax),
    translate(['多出的被拒绝', 'the rest are refused']),
  ],
]

/** Limits of connections, of bundles sent later and of clocks. */
const otherLimits = (translate: PageContext['translate']): LimitRow[] => [
  [
    translate(['同一设备的连接', 'Connections of one device']),
    translate([`${FLAP_WINDOW_MS / 1000} 秒内 ${FLAP_MAX} 次`, `${FLAP_MAX} in ${FLAP_WINDOW_MS / 1000} s`]),
    translate(['不答，直接关闭', 'closed without a reply']),
  ],
  [
    translate(['全平台的新连接', 'New connections to the platform']),
    translate([`每秒 ${defaultLimits.connectsPerS}`, `${defaultLimits.connectsPerS} a second`]),
    translate(['排队', 'queued']),
  ],
  [
    translate(['补传的条目', 'Items sent later']),
    translate([`每条消息 ${MAX_ITEMS}`, `${MAX_ITEMS} in one message`]),
    translate([`多出的被拒，列名最多 ${MAX_NAMED}`, `the rest are refused, at most ${MAX_NAMED} are named`]),
  ],
  [
    translate(['补传的时间', 'Age of items sent later']),
    translate([`${MAX_AGE_MS / 86_400_000} 天内`, `${MAX_AGE_MS / 86_400_000} days`]),
    translate(['更早的被拒', 'older ones are refused']),
  ],
  [
    translate(['设备时钟偏快', 'Device clock ahead']),
    translate([`${AHEAD_MS / 60_000} 分钟`, `${AHEAD_MS / 60_000} min`]),
    translate(['事件按收到的时刻计，并标记“时钟异常”', 'the event is timed by its arrival and marked “Clock off”']),
  ],
]

const LARGE_PICTURES: Text = [
  '照片放不进报文时，字段填 `upload`。应答的 `data.uploads` 逐张给出 `identifier`、`name`、`url`、`maxBytes` 与 `until`（毫秒）：在此之前用 PUT 把 JPEG 或 PNG 发到 `url`，`content-type` 为 `image/jpeg` 或 `image/png`，一个地址只收一张。应答丢失时重发同一条事件，会得到新地址。',
  'Where a picture does not fit into a message, its value is `upload`. The reply then has `identifier`, `name`, `url`, `maxBytes` and `until` (milliseconds) of each in `data.uploads`: before then, send the JPEG or PNG to `url` by PUT, with `image/jpeg` or `image/png` as `content-type`; an address takes one picture. If the reply was lost, the same event sent again gets a new address.',
]

export function limitsPage({ translate }: PageContext, any: DeviceClass): Page {
  const exchanges = commonExchanges(any)
  return {
    slug: 'limits',
    title: translate(['限制与错误', 'Limits and errors']),
    summary: translate([
      '报文大小、频率、队列、时钟，以及超出时怎样',
      'Packet sizes, rates, queues and clocks, and what happens when they are exceeded',
    ]),
    blocks: [
      table(
        [translate(ITEM), translate(['上限', 'Limit']), translate(['超出时', 'When exceeded'])],
        [...messageLimits(translate), ...otherLimits(translate)],
      ),
      { kind: 'heading', text: translate(['大图', 'Large pictures']) },
      { kind: 'text', text: translate(LARGE_PICTURES) },
      ...exchanges
        .filter(one => ['unserved', 'unreadable', 'misfit'].includes(one.key))
        .flatMap(one => [
          { kind: 'heading' as const, text: translate(one.title) },
          ...(one.intro ? [{ kind: 'text' as const, text: translate(one.intro) }] : []),
          drawn(one, translate),
        ]),
    ],
  }
}
