/** Topics and envelopes: what a device may publish, what it receives, and what is answered. */
import { MEANING } from '#base/labelTexts.ts'
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
  topologyTopic,
  type Route,
} from '#protocols/alink/topic.ts'
import { table, type Block, type Page, type PageContext } from './blocks.ts'
import { answers, commandSent, replied, uplinkStep, thing } from './codec.ts'
import { exampleOf, PLACEHOLDER, type Step } from './exchange.ts'

type Translate = PageContext['translate']
type Known = Exclude<Route['kind'], 'unserved' | 'unknown'>
const MEANS: Record<Known, Text> = {
  properties: ['上报属性', 'Report properties'],
  event: ['上报事件', 'Report an event'],
  history: ['补传断线期间的属性与事件', 'Properties and events of an outage'],
  batch: ['批量上报，每项带时间', 'Batch report, each item with its time'],
  pack: ['批量上报', 'Batch report'],
  setReply: ['对设置属性的答复', 'Answer to setting properties'],
  serviceReply: ['对指令的答复', 'Answer to a command'],
  deviceInfo: ['标签，等同属性', 'Labels, handled like properties'],
  deviceInfoDelete: ['删除标签', 'Delete labels'],
  firmware: ['上报固件版本', 'Report the firmware version'],
  progress: ['固件升级进度', 'Progress of a firmware upgrade'],
  clock: ['对时', 'Ask for the time'],
  childLogin: ['网关登录子设备', 'A gateway logs in a device behind it'],
  childLogout: ['网关登出子设备', 'A gateway logs it out'],
  topologyAdd: ['网关添加子设备', 'A gateway adds devices behind it'],
  topologyDelete: ['网关移除子设备', 'A gateway removes devices behind it'],
  topologyGet: ['网关查询子设备', 'A gateway asks which devices are behind it'],
  topologyChanged: ['网关确认子设备已解除', 'A gateway confirms that a device was unlinked'],
  shadow: ['影子上报', 'Report to the shadow'],
  fixed: ['总是答同样的内容', 'Always answered with the same content'],
  binary: ['二进制透传，不提供，原样留存', 'Raw binary messages; not offered, stored unchanged'],
}
const { productKey, deviceName } = PLACEHOLDER
const own = `${productKey}/${deviceName}`
const code = (word: string): string => `\`${word}\``

/** Every topic to which a device can publish with an effect. */
const upTopics = (): [topic: string, kind: Known][] => [
  [thing('event/<identifier>/post'), 'event'],
  ...Object.entries(CALLS).map(([call, { kind }]): [string, Known] => [thing(call), kind as Known]),
  [`${serviceTopic(PLACEHOLDER, '<identifier>')}_reply`, 'serviceReply'],
  [`/ota/device/inform/${own}`, 'firmware'],
  [`/ota/device/progress/${own}`, 'progress'],
  [`/ext/ntp/${own}/request`, 'clock'],
  [`/shadow/update/${own}`, 'shadow'],
  [`/ext/session/${own}/combine/login`, 'childLogin'],
  [`/ext/session/${own}/combine/logout`, 'childLogout'],
]

export function topicsPage({ translate }: PageContext, any: DeviceClass): Page {
  return {
    slug: 'topics',
    title: translate(['主题与报文', 'Topics and messages']),
    summary: translate([
      '上行、下行、应答，以及信封里的每一项',
      'Uplink, downlink, replies, and every field of the envelope',
    ]),
    blocks: [
      {
        kind: 'text',
        text: translate([
          '`{productKey}` 与 `{deviceName}` 换成设备自己的。主题只属于自己：向别的设备的主题发布，3.1.1 立即断开，5 以 0x87 拒绝。下行无需订阅。',
          'Replace `{productKey}` and `{deviceName}` with the device’s own. A device may use only its own topics: publishing to another device’s topic closes the connection with 3.1.1 and is refused with 0x87 with 5. Downlink messages need no subscription.',
        ]),
      },
      ...topicBlocks(translate),
      ...envelopeBlocks(translate),
      ...exampleBlocks(translate, any),
      ...replyCodeBlocks(translate),
      { kind: 'heading', text: translate(['不提供的调用', 'Calls that are not offered']) },
      { kind: 'text', text: [...UNSERVED].map(code).join(' ') },
    ],
  }
}

const topicBlocks = (translate: Translate): Block[] => [
  { kind: 'heading', text: translate(UPSTREAM) },
  table(
    [translate(['主题', 'Topic']), translate(['用途', 'Purpose'])],
    upTopics().map(([topic, kind]) => [code(topic), translate(MEANS[kind])]),
  ),
  { kind: 'heading', text: translate(DOWNSTREAM) },
  table(
    [translate(['主题', 'Topic']), translate(['用途', 'Purpose']), 'QoS'],
    [
      [code(serviceTopic(PLACEHOLDER, '<identifier>')), translate(['指令', 'A command']), '1'],
      [code(setTopic(PLACEHOLDER)), translate(['设置属性', 'Set properties']), '1'],
      [
        code(eventReplyTopic(PLACEHOLDER, '<identifier>')),
        translate(['对事件的应答；对提问的答复', 'Reply to an event; answer to a question']),
        translate(['0；答复为 1', '0; 1 for an answer']),
      ],
      [code(`${thing('…')}_reply`), translate(['对其他上行的应答', 'Reply to other messages']), '0'],
      [code(clockTopic(PLACEHOLDER)), translate(['时间', 'The time']), '0'],
      [
        code(topologyTopic(PLACEHOLDER)),
        translate(['给网关：子设备已解除', 'To a gateway: a device is no longer behind it']),
        '1',
      ],
      [code(shadowTopic(PLACEHOLDER)), translate(['影子的应答', 'Reply of the shadow']), '0'],
    ],
  ),
]

const envelopeBlocks = (translate: Translate): Block[] => [
  { kind: 'heading', text: translate(['信封', 'Envelope']) },
  table(
    [translate(['字段', 'Field']), translate(MEANING)],
    [
      [
        '`id`',
        translate([
          '消息编号，应答里原样带回；字符串或数字',
          'Message id, returned unchanged in the reply; string or number',
        ]),
      ],
      ['`version`', '`1.0`'],
      [
        '`method`',
        translate([
          '主题在 `thing` 以后的部分，`/` 写作 `.`',
          'The part of the topic from `thing` on, with `.` instead of `/`',
        ]),
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
          'Downlink: do not execute after this instant (milliseconds). Inside `params` for a command, beside `params` for setting properties',
        ]),
      ],
      ['`requestId`', translate(['下行：同一编号只执行一次', 'Downlink: one id is executed only once'])],
      [
        '`operator` `reason`',
        translate([
          '下行：谁下发、为什么；可以显示，也可以忽略',
          'Downlink: who sent it and why; may be shown or ignored',
        ]),
      ],
    ],
  ),
]

function exampleBlocks(translate: Translate, any: DeviceClass): Block[] {
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

const replyCodeBlocks = (translate: Translate): Block[] => [
  { kind: 'heading', text: translate(['平台的应答码', 'Reply codes of the platform']) },
  table(
    [translate(['码', 'Code']), translate(MEANING)],
    [
      [
        String(SUCCESS),
        translate([
          '已写入。`data.misfits` 列出类型不符的值，`data.refused` 列出补传中被拒的条目',
          'Stored. `data.misfits` lists values of a wrong type, `data.refused` the refused items of those sent later',
        ]),
      ],
      [
        String(PARAMS_ERROR),
        translate([
          '内容读不懂；原样留在设备日志，不要原样重发',
          'The content cannot be read; it is kept in the device log; do not send it again unchanged',
        ]),
      ],
      [String(TOPIC_ERROR), translate(['平台不提供这个调用', 'The platform does not offer this call'])],
    ],
  ),
]
