/** What a class stores of people, cards or plates: the commands that keep its list, how much fits, and the messages of an item's life. */
import { VALUE } from '#base/labelTexts.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass, HeldItem, HeldSet } from '#model/device.ts'
import { listsOf } from './allExchanges.ts'
import { drawn, table, type Block } from './blocks.ts'
import type { Translate } from './words.ts'

const code = (word: string): string => `\`${word}\``

const LISTS: Readonly<Record<HeldItem, Text>> = {
  person: ['人员名单', 'The list of people'],
  card: ['卡名单', 'The list of cards'],
  plate: ['车牌名单', 'The list of plates'],
  pin: ['密码名单', 'The list of PINs'],
  face: ['人脸库名单', 'The list of faces'],
}

export function classLists(
  deviceClass: DeviceClass,
  { item, capacity, count, keeps, put, putRights, remove, readBack }: HeldSet,
  translate: Translate,
): Block[] {
  const words = translate(LISTS[item])
  return [
    { kind: 'heading', text: words },
    table(
      [translate(['约定', 'Item']), translate(VALUE)],
      [
        [translate(['容量的属性', 'Property for the capacity']), code(capacity)],
        [translate(['已存数的属性', 'Property for the number stored']), code(count)],
        [
          translate(['下发', 'Add']),
          translate([
            `\`${put.command}\`，列表 \`${put.list}\`，每条最多 ${put.max}`,
            `\`${put.command}\`, list \`${put.list}\`, at most ${put.max} in one`,
          ]),
        ],
        ...(putRights
          ? [
              [
                translate(['只改时段', 'Other hours only']),
                translate([
                  `\`${putRights.command}\`，列表 \`${putRights.list}\`，每条最多 ${putRights.max}；没有此人时答复错误码，平台改为完整下发`,
                  `\`${putRights.command}\`, list \`${putRights.list}\`, at most ${putRights.max} in one; whoever is unknown is answered with an error, and sent as a whole`,
                ]),
              ],
            ]
          : []),
        [
          translate(['收回', 'Remove']),
          translate([
            `\`${remove.command}\`，列表 \`${remove.list}\`，每条最多 ${remove.max}`,
            `\`${remove.command}\`, list \`${remove.list}\`, at most ${remove.max} in one`,
          ]),
        ],
        [
          translate(['核对', 'Read back']),
          translate([
            `\`${readBack.command}\`，分页，逐项比较 \`digest\``,
            `\`${readBack.command}\`, page by page, comparing each \`digest\``,
          ]),
        ],
        [translate(['每人最多几条权利', 'Rights per person, at most']), String(keeps.rights)],
        [translate(['每天最多几段时间', 'Time spans per day, at most']), String(keeps.spansADay)],
        [translate(['最多几个不开放的日子', 'Closed days, at most']), String(keeps.closedDays)],
      ],
    ),
    {
      kind: 'text',
      text: translate(['格式逐项见“人员与卡名单”。', 'Each field is described under "Lists of people and cards".']),
    },
    ...listsOf(deviceClass)
      .filter(one => !one.key.endsWith('.package'))
      .map((one): Block => ({ kind: 'more', title: translate(one.title), blocks: [drawn(one, translate)] })),
  ]
}
