/** Lists of people and cards: how they are sent, answered one by one, read back, and what each field means. */
import { MEANING, PERSON_NAME } from '#base/labelTexts.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass, HeldSet } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import { READ_BACK_PAGE } from '#modules/sync/page.rules.ts'
import { listsOf } from './allExchanges.ts'
import { drawn, table, type Block, type Page, type PageContext } from './blocks.ts'
import { itemOf } from './listExchanges.ts'

/** Descriptions of an item's fields; a field that sync sends and that is missing here is shown with its example only. */
const MEANS: Record<string, Text> = {
  personId: ['人员编号，设备以此为键', 'Person id, the key on the device'],
  name: PERSON_NAME,
  zone: ['时区；星期与日期按它理解', 'Time zone for weekdays and dates'],
  rights: ['权利的列表，每项的字段同下', 'A list of rights, each with the fields below'],
  doors: ['门的编号', 'Door numbers'],
  validFrom: ['从何时起有效，`null` 为不限', 'Valid from; `null` is unlimited'],
  validTo: ['到何时为止有效，`null` 为不限', 'Valid to; `null` is unlimited'],
  week: [
    '每周的时段，星期一为 1，`from` 含、`to` 不含，`to` 可为 24:00；`null` 为全周',
    'Spans of the week, Monday is 1, `from` included, `to` not, `to` may be 24:00; `null` is the whole week',
  ],
  closedDays: ['不开放的日子', 'Days on which passing is not allowed'],
  photoUrl: [
    '照片地址，10 分钟内有效，下载后自存',
    'Address of the portrait, valid for 10 minutes; download it and keep it',
  ],
  photoDigest: [
    '照片的摘要；没变就不必再下载',
    'Digest of the portrait; if unchanged, it need not be downloaded again',
  ],
  libIds: ['所在人脸库的编号', 'Numbers of the libraries that it belongs to'],
  cards: ['卡号', 'Card numbers'],
  plates: ['车牌，大写，无分隔符', 'Plates, in capitals and without separators'],
  pin: ['密码，4 到 8 位数字', 'PIN, 4 to 8 digits'],
  digest: ['这一项的摘要，原样保存，核对时带回', 'Digest of the item; keep it unchanged and return it when read back'],
}
const fieldsOf = (set: HeldSet): [string, unknown][] => {
  const item = itemOf(set)
  const [right] = (item.rights ?? []) as Params[]
  return [...Object.entries(item), ...Object.entries(right ?? {})]
}

export function listsPage({ translate }: PageContext, classes: readonly DeviceClass[]): Page {
  const holding = classes.filter(one => one.sets.length)
  const results: [string, Text][] = [
    ['0 / 200', ['已保存（已删除）', 'Stored (removed)']],
    ['4290 / 429', ['忙；平台退避后重发', 'Busy; the platform backs off and sends it again']],
    ['4130', ['容量已满；腾出位置后再发', 'Full; sent again once there is space']],
    [
      '4101 4102 …',
      [
        '此人不能保存，`msg` 说明原因；资料更改后再发',
        'The person cannot be stored, `msg` says why; sent again after the data is changed',
      ],
    ],
  ]
  return {
    slug: 'lists',
    title: translate(['人员与卡名单', 'Lists of people and cards']),
    summary: translate([
      '怎样下发、逐人答复、核对与收回',
      'How they are sent, answered per person, read back and removed',
    ]),
    blocks: [
      {
        kind: 'list',
        items: [
          translate([
            '只下发差异；收回先于下发。一台设备同一时刻只有一条名单指令在途，答复后才有下一条。',
            'Only differences are sent, removals first. Only one list command at a time is in progress for a device; the next follows its answer.',
          ]),
          translate([
            '同一个 `personId` 再次下发就是整项替换。',
            'The same `personId` sent again replaces the whole item.',
          ]),
          translate([
            '在 `data.results` 里逐人答复 `{personId, code, msg}`；没有提到的人按未送达处理，稍后重发。',
            'Answer for each person in `data.results` as `{personId, code, msg}`; persons not listed count as not delivered and are sent again later.',
          ]),
          translate([
            `核对按页进行，每页 ${READ_BACK_PAGE} 项，\`page\` 从 1 起；答 \`data.items\`（\`personId\` 与 \`digest\`）和 \`data.total\`，不满一页即为最后一页。多出、缺少、不同的随后自动修复。`,
            `Lists are read back in pages of ${READ_BACK_PAGE}, \`page\` from 1; answer \`data.items\` (\`personId\` and \`digest\`) and \`data.total\`; a page that is not full is the last. Differences are then repaired.`,
          ]),
          translate([
            '时限内没有答复的，重连后先核对再决定是否重发。',
            'If no answer came in time, the list is read back after reconnecting before anything is sent again.',
          ]),
        ],
      },
      { kind: 'heading', text: translate(['逐人的结果码', 'Result codes']) },
      table(
        ['code', translate(MEANING)],
        results.map(([code, words]) => [code, translate(words)]),
      ),
      ...holding.flatMap(one => listBlocks(translate, one)),
    ],
  }
}

/** The items of a list of one kind, and its exchanges. */
const listBlocks = (translate: PageContext['translate'], one: DeviceClass): Block[] => [
  { kind: 'heading', text: translate(one.label) },
  ...one.sets.map(set =>
    table(
      [translate(['字段', 'Field']), translate(MEANING), translate(['示例', 'Example'])],
      fieldsOf(set).map(([name, example]) => [
        `\`${name}\``,
        MEANS[name] ? translate(MEANS[name]) : '—',
        typeof example === 'object' && example && !Array.isArray(example) ? '—' : `\`${JSON.stringify(example)}\``,
      ]),
    ),
  ),
  ...listsOf(one)
    .filter(exchange => !exchange.key.endsWith('.package'))
    .map((exchange): Block => ({
      kind: 'more',
      title: translate(exchange.title),
      blocks: [drawn(exchange, translate)],
    })),
]
