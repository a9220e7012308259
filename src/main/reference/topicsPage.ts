/** Topics and envelopes: what a device may publish, what it receives, and what is answered. */
import { DOWNSTREAM, UPSTREAM } from '#base/figureTexts.ts'
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import { PARAMS_ERROR, SUCCESS, TOPIC_ERROR } from '#protocols/alink/reply.ts'
import {
  CALLS,
  UNSERVED,
  clockTopic,
  eventReplyTopic,
  serviceTopic,
  setTopic,
  shadowTopic,
  type Route,
} from '#protocols/alink/topic.ts'
import { table, type Block, type Page, type PageContext } from './blocks.ts'
import { answers, commandSent, replied, uplinkStep, thing } from './codec.ts'
import { exampleOf, PLACEHOLDER, type Step } from './exchange.ts'

type Say = PageContext['translate']
type Known = Exclude<Route['kind'], 'unserved' | 'unknown'>
const MEANS: Record<Known, Text> = {
  properties: ['上报属性', 'Properties'],
  event: ['上报事件', 'An event'],
  history: ['补传断线期间的属性与事件', 'What happened during an outage'],
  batch: ['批量上报，每项带时间', 'Several at once, each with its time'],
  pack: ['批量上报', 'Several at once'],
  setReply: ['对设置属性的答复', 'Answer to a setting'],
  serviceReply: ['对指令的答复', 'Answer to a command'],
  deviceInfo: ['标签，等同属性', 'Labels, taken as properties'],
  deviceInfoDelete: ['删除标签', 'Labels that are gone'],
  firmware: ['上报固件版本', 'Version of the firmware'],
  progress: ['固件升级进度', 'Progress of an upgrade'],
  clock: ['对时', 'Asks for the time'],
  shadow: ['影子上报', 'Shadow'],
  fixed: ['总是答同样的内容', 'Always answered the same'],
  binary: ['二进制透传，不提供，原样留存', 'Binary frames; not served, kept as they came'],
}
const { productKey, deviceName } = PLACEHOLDER
const own = `${productKey}/${deviceName}`
const code = (word: string): string => `\`${word}\``

/** Every topic to which a device can publish with an effect. */
export const upTopics = (): [topic: string, kind: Known][] => [
  [thing('event/<identifier>/post'), 'event'],
  ...Object.entries(CALLS).map(([call, { kind }]): [string, Known] => [thing(call), kind as Known]),
  [`${serviceTopic(PLACEHOLDER, '<identifier>')}_reply`, 'serviceReply'],
  [`/ota/device/inform/${own}`, 'firmware'],
  [`/ota/device/progress/${own}`, 'progress'],
  [`/ext/ntp/${own}/request`, 'clock'],
  [`/shadow/update/${own}`, 'shadow'],
]

export function topicsPage({ translate }: PageContext, any: DeviceClass): Page {
  return {
    slug: 'topics',
    title: translate(['主题与报文', 'Topics and messages']),
    summary: translate(['上行、下行、应答，以及信封里的每一项', 'Up, down, replies, and every part of the envelope']),
    blocks: [
      {
        kind: 'text',
        text: translate([
          '`{productKey}` 与 `{deviceName}` 换成设备自己的。主题只属于自己：向别的设备的主题发布，3.1.1 立即断开，5 以 0x87 拒绝。下行无需订阅。',
          '`{productKey}` and `{deviceName}` stand for the device’s own. Topics are its own only: publishing to another device’s closes a connection of 3.1.1 and is refused with 0x87 in 5. Nothing needs to be subscribed to.',
        ]),
      },
      ...topicBlocks(translate),
      ...envelopeBlocks(translate),
      ...exampleBlocks(translate, any),
      ...replyCodeBlocks(translate),
      { kind: 'heading', text: translate(['不提供的调用', 'Calls that are not served']) },
      { kind: 'text', text: [...UNSERVED].map(code).join(' ') },
    ],
  }
}

const topicBlocks = (translate: Say): Block[] => [
  { kind: 'heading', text: translate(UPSTREAM) },
  table(
    [translate(['主题', 'Topic']), translate(['用途', 'What for'])],
    upTopics().map(([topic, kind]) => [code(topic), translate(MEANS[kind])]),
  ),
  { kind: 'heading', text: translate(DOWNSTREAM) },
  table(
    [translate(['主题', 'Topic']), translate(['用途', 'What for']), 'QoS'],
    [
      [code(serviceTopic(PLACEHOLDER, '<identifier>')), translate(['指令', 'A command']), '1'],
      [code(setTopic(PLACEHOLDER)), translate(['设置属性', 'Properties to be set']), '1'],
      [
        code(eventReplyTopic(PLACEHOLDER, '<identifier>')),
        translate(['对事件的应答；对提问的答复', 'Reply to an event; answer to a question']),
        translate(['0；答复为 1', '0; an answer 1']),
      ],
      [code(`${thing('…')}_reply`), translate(['对其他上行的应答', 'Reply to other messages']), '0'],
      [code(clockTopic(PLACEHOLDER)), translate(['时间', 'The time']), '0'],
      [code(shadowTopic(PLACEHOLDER)), translate(['影子的应答', 'Reply of the shadow']), '0'],
    ],
  ),
]

const envelopeBlocks = (translate: Say): Block[] => [
  { kind: 'heading', text: translate(['信封', 'Envelope']) },
  table(
    [translate(['字段', 'Field']), translate(['含义', 'Meaning'])],
    [
      [
        '`id`',
        translate([
          '消息编号，应答里原样带回；字符串或数字',
          'Number of the message, given back as it came; string or number',
        ]),
      ],
      ['`version`', '`1.0`'],
      [
        '`method`',
        translate(['主题在 `thing` 以后的部分，`/` 写作 `.`', 'The topic from `thing` on, with `.` for `/`']),
      ],
      [
        '`params`',
        translate([
          '内容。值可以写成 `{"value": …, "time": 毫秒}`，带上它自己的时间',
          'The content. A value may be written `{"value": …, "time": milliseconds}` with a time of its own',
        ]),
      ],
      ['`sys.ack`', translate(['写 0 就不发应答', '0: no reply is sent'])],
      [
        '`expireAt`',
        translate([
          '下行：此刻（毫秒）以后不要再执行。指令放在 `params` 里，设置属性放在外层',
          'Down: after this instant (milliseconds) it must not act. Inside `params` of a command, beside those of a setting',
        ]),
      ],
      ['`requestId`', translate(['下行：同一编号只执行一次', 'Down: one number acts once'])],
      [
        '`operator` `reason`',
        translate(['下行：谁下发、为什么；可以显示，也可以忽略', 'Down: who gave it and why; to be shown or ignored']),
      ],
    ],
  ),
]

function exampleBlocks(translate: Say, any: DeviceClass): Block[] {
  const post = uplinkStep('event/property/post', { fwVersion: 'v2.6.3' })
  const [identifier = 'reboot'] = Object.keys(any.commands)
  const sent = commandSent(any, { identifier, params: {} })
  const json = (step: Step): string => ('body' in step ? JSON.stringify(exampleOf(step.body), null, 2) : '')
  return [
    { kind: 'code', title: translate(UPSTREAM), code: json(post) },
    { kind: 'code', title: translate(['平台的应答', 'The platform replies']), code: json(replied(post, any.key)) },
    { kind: 'code', title: translate(DOWNSTREAM), code: json(sent) },
    { kind: 'code', title: translate(['设备的答复', 'The device answers']), code: json(answers(sent)) },
  ]
}

const replyCodeBlocks = (translate: Say): Block[] => [
  { kind: 'heading', text: translate(['平台的应答码', 'Codes of the platform']) },
  table(
    [translate(['码', 'Code']), translate(['含义', 'Meaning'])],
    [
      [
        String(SUCCESS),
        translate([
          '已写入。`data.misfits` 列出类型不符的值，`data.refused` 列出补传中被拒的条目',
          'Stored. `data.misfits` names values of another type, `data.refused` the items of a bundle that were refused',
        ]),
      ],
      [
        String(PARAMS_ERROR),
        translate([
          '内容读不懂；原样留在设备日志，不要原样重发',
          'Cannot be read; kept in the log of the device; do not send the same again',
        ]),
      ],
      [String(TOPIC_ERROR), translate(['平台不提供这个调用', 'This call is not served'])],
    ],
  ),
]
