/** The page of one class: its parts, properties, events, commands and lists, generated from its definition. */
import { COMMANDS, EVENTS } from '#base/figureTexts.ts'
import { NAME, PROPERTIES, TYPE } from '#base/labelTexts.ts'
import type { Command, DeviceClass } from '#model/device.ts'
import { listsOf } from './allExchanges.ts'
import { drawn, table, type Block, type Page, type PageContext } from './blocks.ts'
import {
  commandExchange,
  eventExchange,
  givenCommands,
  reportExchange,
  setExchanges,
  settable,
} from './classExchanges.ts'
import { classLists } from './classLists.ts'
import { thing } from './codec.ts'
import { fieldTable, withPart } from './fieldTable.ts'
import { levelWords, rangeWords, riskWords, typeWords, type Translate } from './words.ts'

const code = (word: string): string => `\`${word}\``
const heading = (text: string): Block => ({ kind: 'heading', text })
const text = (words: string): Block => ({ kind: 'text', text: words })

export function classPage(deviceClass: DeviceClass, { translate }: PageContext): Page {
  return {
    slug: deviceClass.key,
    title: translate(deviceClass.label),
    summary: translate([
      `设备类 ${deviceClass.key}：属性、事件、指令${deviceClass.sets.length ? '与名单' : ''}`,
      `Device class ${deviceClass.key}: properties, events, commands${deviceClass.sets.length ? ' and lists' : ''}`,
    ]),
    blocks: [
      ...parts(deviceClass, translate),
      ...properties(deviceClass, translate),
      ...events(deviceClass, translate),
      ...commands(deviceClass, translate),
      ...settings(deviceClass, translate),
      ...deviceClass.sets.flatMap(set => classLists(deviceClass, set, translate)),
    ],
  }
}

const partOf = (deviceClass: DeviceClass, per: string | undefined, translate: Translate): string =>
  per ? translate(deviceClass.components[per]!.label) : '—'

function parts({ components }: DeviceClass, translate: Translate): Block[] {
  const all = Object.entries(components)
  if (!all.length) return []
  return [
    heading(translate(['部件', 'Parts'])),
    text(
      translate([
        '有编号的部件：事件与指令以参数指明是哪一个，属性放在列表里，每项带 `no`。',
        'Numbered parts: events and commands name the part by a parameter; properties are reported in a list, each item with its `no`.',
      ]),
    ),
    table(
      [
        translate(['标识', 'Identifier']),
        translate(NAME),
        translate(['编号', 'Numbers']),
        translate(['参数', 'Parameter']),
        translate(['列表', 'List']),
      ],
      all.map(([kind, { label, min, max, param, list }]) => [
        code(kind),
        translate(label),
        max === 'model'
          ? translate([`从 ${min} 起，个数见型号`, `from ${min}; the model says how many`])
          : min === max
            ? `${min}`
            : `${min}–${max}`,
        code(param),
        code(list),
      ]),
    ),
  ]
}

function properties(deviceClass: DeviceClass, translate: Translate): Block[] {
  return [
    heading(translate(PROPERTIES)),
    text(
      translate([
        `设备用 \`${thing('event/property/post')}\` 上报；可设置的由平台用 \`${thing('service/property/set')}\` 下发。表中没有的标识也收，原样保存。`,
        `Devices report with \`${thing('event/property/post')}\`; the platform sets writable ones with \`${thing('service/property/set')}\`. Identifiers that are not in the table are accepted too and stored unchanged.`,
      ]),
    ),
    table(
      [
        translate(['标识', 'Identifier']),
        translate(NAME),
        translate(['部件', 'Part']),
        translate(TYPE),
        translate(['取值', 'Values']),
        translate(['谁写', 'Written by']),
        translate(['风险', 'Risk']),
      ],
      Object.entries(deviceClass.properties).map(([name, { field, per, access, risk, never }]) => [
        code(name),
        translate(field.label),
        partOf(deviceClass, per, translate),
        typeWords(field, translate),
        [
          rangeWords(field, translate),
          ...(never ?? []).map(rule =>
            translate([
              `设为 \`${rule.to}\` 被拒：${rule.because[0]}`,
              `\`${rule.to}\` is refused: ${rule.because[1]}`,
            ]),
          ),
        ]
          .filter(Boolean)
          .join(translate(['。', '. '])),
        access === 'rw' ? translate(['设备上报，平台可设置', 'device or platform']) : translate(['设备', 'device']),
        access === 'rw' ? riskWords(risk, translate) : '—',
      ]),
    ),
    {
      kind: 'more',
      title: translate(['一次上报', 'Example report']),
      blocks: [drawn(reportExchange(deviceClass), translate)],
    },
  ]
}

function events(deviceClass: DeviceClass, translate: Translate): Block[] {
  const all = Object.entries(deviceClass.events)
  if (!all.length) return []
  return [
    heading(translate(EVENTS)),
    text(
      translate([
        `用 \`${thing('event/<标识>/post')}\` 上报，一件事一条，带发生的时刻 \`time\`（毫秒）与不重复的 \`guid\`；同一个 \`guid\` 与 \`time\` 重发只记一次。`,
        `Posted to \`${thing('event/<identifier>/post')}\`, one message for each event, with the \`time\` at which it happened (milliseconds) and a unique \`guid\`; the same \`guid\` and \`time\` sent again is stored only once.`,
      ]),
    ),
    table(
      [
        translate(['标识', 'Identifier']),
        translate(NAME),
        translate(['部件', 'Part']),
        translate(['记为', 'Recorded as']),
        translate(['说明', 'Remarks']),
      ],
      all.map(([name, spec]) => [
        code(name),
        translate(spec.label),
        partOf(deviceClass, spec.per, translate),
        levelWords(spec, translate),
        spec.ask
          ? translate([
              `平台在 ${spec.ask.withinMs} 毫秒内答复；没有答复时：${spec.ask.whenSilent[0]}`,
              `the platform answers within ${spec.ask.withinMs} ms; without an answer: ${spec.ask.whenSilent[1].toLowerCase()}`,
            ])
          : spec.ends
            ? translate(['以 `on: false` 的同一事件解除', 'ended by the same event with `on: false`'])
            : '—',
      ]),
    ),
    ...all.map(([name, spec]): Block => ({
      kind: 'more',
      title: translate(spec.label),
      name,
      blocks: [
        ...fieldTable(withPart(deviceClass, spec.per, spec.fields), translate),
        drawn(eventExchange(deviceClass, name), translate),
      ],
    })),
  ]
}

/** When a command is done, and in which states it is not sent. */
const doneWords = (proof: Command['proof'], never: Command['never'], translate: Translate): string =>
  [
    proof
      ? translate([
          `上报 \`${proof.property}\` = \`${proof.is}\``,
          `\`${proof.property}\` = \`${proof.is}\` is reported`,
        ])
      : translate(['设备答成功', 'the device replies with success']),
    ...(never ?? []).map(({ because: [zh, en], force }) =>
      translate(
        force
          ? [
              `平台拒绝下发：${zh}；有权限的人强制下发时，参数带 \`force: true\``,
              `not sent: ${en}; when an authorised user forces it, the parameters carry \`force: true\``,
            ]
          : [`平台拒绝下发：${zh}`, `not sent: ${en}`],
      ),
    ),
  ].join(translate(['。', '. ']))

function commands(deviceClass: DeviceClass, translate: Translate): Block[] {
  const all = Object.entries(deviceClass.commands)
  if (!all.length) return []
  return [
    heading(translate(COMMANDS)),
    text(
      translate([
        `平台发到 \`${thing('service/<标识>')}\`，设备答到同一主题加 \`_reply\`。\`code\` 为 0 或 200 是成功，其他是设备自己的错误码。超过 \`expireAt\`（毫秒）就不要再执行；同一个 \`requestId\` 只执行一次，重复收到时再答一次。`,
        `Sent to \`${thing('service/<identifier>')}\`; devices answer on the same topic with \`_reply\`. A \`code\` of 0 or 200 is success, any other is the device's own. After \`expireAt\` (milliseconds) the device must no longer execute it; a \`requestId\` is executed only once, and answered again if it is received again.`,
      ]),
    ),
    table(
      [
        translate(['标识', 'Identifier']),
        translate(NAME),
        translate(['部件', 'Part']),
        translate(['有效期', 'Valid for']),
        translate(['离线时', 'Offline']),
        translate(['风险', 'Risk']),
        translate(['怎样算完成', 'Done when']),
      ],
      all.map(([name, { label, per, ttlS, offline, risk, proof, never }]) => [
        code(name),
        translate(label),
        partOf(deviceClass, per, translate),
        `${ttlS} s`,
        offline === 'refuse' ? translate(['不下发', 'refused']) : translate(['上线后下发', 'sent when online']),
        riskWords(risk, translate),
        doneWords(proof, never, translate),
      ]),
    ),
    ...givenCommands(deviceClass).map(([name, command]): Block => ({
      kind: 'more',
      title: translate(command.label),
      name,
      blocks: [
        ...fieldTable(withPart(deviceClass, command.per, command.input), translate),
        drawn(commandExchange(deviceClass, name), translate),
      ],
    })),
    ...listsOf(deviceClass)
      .filter(one => one.key.endsWith('.package'))
      .map((one): Block => ({
        kind: 'more',
        title: translate(one.title),
        name: 'installApp',
        blocks: [...fieldTable(deviceClass.commands.installApp!.input, translate), drawn(one, translate)],
      })),
  ]
}

function settings(deviceClass: DeviceClass, translate: Translate): Block[] {
  if (!settable(deviceClass).length) return []
  return setExchanges(deviceClass).map(one => ({
    kind: 'more',
    title: translate(one.title),
    name: 'property/set',
    blocks: [drawn(one, translate)],
  }))
}
