/** Exchanges of devices of every class: connecting, the time, an outage, and errors. */
import type { DeviceClass } from '#model/device.ts'
import { naming } from '#protocols/alink/reply.ts'
import { connackCode } from '#protocols/mqtt/reason.ts'
import { EXAMPLE_MS, replied, uplinkStep, thing } from './codec.ts'
import { PLACEHOLDER, slot, type Exchange, type PlatformStep, type Step } from './exchange.ts'
import { sampleReport } from './sample.ts'

const { productKey, deviceName } = PLACEHOLDER
const CONNECT: Step = {
  kind: 'connect',
  note: ['用户名、密码见“连接与认证”', 'User name and password as under "Connecting"'],
}
const CONNACK: Step = {
  kind: 'connack',
  v4: 0,
  v5: 0,
  note: ['从此刻起下行即可到达，无需订阅', 'From now on messages are delivered without a subscription'],
}

export function connectExchange(deviceClass: DeviceClass): Exchange {
  const post = uplinkStep('event/property/post', sampleReport(deviceClass), {
    note: ['连接后先上报全部属性', 'Once connected, the device reports all properties'],
  })
  return {
    key: 'connect',
    title: ['连接', 'Connecting'],
    deviceClass: deviceClass.key,
    steps: [CONNECT, CONNACK, post, replied(post, deviceClass.key)],
  }
}

function wrongSecretExchange(deviceClass: DeviceClass): Exchange {
  const [v5, v4] = connackCode.badSecret
  return {
    key: 'wrongSecret',
    title: ['密钥不对', 'Wrong secret'],
    deviceClass: deviceClass.key,
    steps: [
      { kind: 'connect', note: ['密码由错误的密钥算出', 'The password was computed with a wrong secret'] },
      {
        kind: 'connack',
        v4,
        v5,
        note: [
          '平台随后关闭连接；请隔一段时间再试，不要立即重连',
          'The platform then closes the connection; wait a while before trying again',
        ],
      },
    ],
  }
}

/** The measured time is wrong by at most half of the round trip. */
export function clockExchange(deviceClass: DeviceClass): Exchange {
  const ask: Step = {
    kind: 'device',
    topic: `/ext/ntp/${productKey}/${deviceName}/request`,
    qos: 1,
    body: { deviceSendTime: slot('deviceSendTime', String(EXAMPLE_MS)) },
  }
  const answer = replied(ask, deviceClass.key)
  return {
    key: 'clock',
    title: ['对时', 'Time synchronisation'],
    intro: [
      '时间 = (`serverRecvTime` + `serverSendTime` + 收到时刻 − `deviceSendTime`) / 2，都是毫秒，以字符串书写。',
      'Time = (`serverRecvTime` + `serverSendTime` + time of arrival − `deviceSendTime`) / 2, all in milliseconds, written as strings.',
    ],
    deviceClass: deviceClass.key,
    steps: [
      ask,
      {
        ...answer,
        body: {
          deviceSendTime: slot('deviceSendTime', String(EXAMPLE_MS)),
          serverRecvTime: slot('serverTime', String(EXAMPLE_MS + 40)),
          serverSendTime: slot('serverTime', String(EXAMPLE_MS + 40)),
        },
      },
    ],
  }
}

/** Events during an outage, each with its time. */
export function outageExchange(deviceClass: DeviceClass): Exchange {
  const [event = 'boot'] = Object.keys(deviceClass.events)
  const past = slot('past', EXAMPLE_MS - 3_600_000)
  const post = uplinkStep('event/property/history/post', [
    {
      identity: { productKey: slot('productKey', productKey), deviceName: slot('deviceName', deviceName) },
      properties: [{ uptime: { value: 30, time: past } }],
      events: [{ [event]: { value: { guid: '5f0c2a9e-07' }, time: past } }],
    },
  ])
  return {
    key: 'outage',
    title: ['断线重连后补传', 'Sending later after an outage'],
    intro: [
      '重连后先上报当前属性，再补传断线期间的事件与属性。补传的内容不会改变更新的状态，也不会触发联动。',
      'After reconnecting, the device reports its current properties first, then the events and properties of the outage. Those never change a newer state and trigger no linkage.',
    ],
    deviceClass: deviceClass.key,
    steps: [
      { kind: 'leave', note: ['网络中断', 'The network connection is lost'] },
      CONNECT,
      CONNACK,
      post,
      replied(post, deviceClass.key),
    ],
  }
}
function unservedExchange(deviceClass: DeviceClass): Exchange {
  const ask = uplinkStep('config/get', { configScope: 'product', getType: 'file' })
  return {
    key: 'unserved',
    title: ['平台不提供的调用', 'A call the platform does not offer'],
    deviceClass: deviceClass.key,
    steps: [ask, replied(ask, deviceClass.key)],
  }
}

/** An unreadable message: stored as it came, and reported. */
function unreadableExchange(deviceClass: DeviceClass): Exchange {
  const post: Step = {
    kind: 'device',
    topic: thing('event/property/post'),
    qos: 1,
    body: { id: '9', version: '1.0', method: 'thing.event.property.post', params: 'volume=5' },
  }
  return {
    key: 'unreadable',
    title: ['读不懂的内容', 'Content that cannot be read'],
    intro: [
      '内容原样留在设备日志里，不会丢失；请改正后再发。',
      'It is kept unchanged in the device log; correct it and send it again.',
    ],
    deviceClass: deviceClass.key,
    steps: [post, replied(post, deviceClass.key)],
  }
}

/** A value of another type than the class declares: named in the reply, and not used as the state. */
function misfitExchange(deviceClass: DeviceClass): Exchange | undefined {
  const [name] =
    Object.entries(deviceClass.properties).find(([, one]) => one.field.kind === 'integer' && !one.per) ?? []
  if (!name) return undefined
  const post = uplinkStep('event/property/post', { [name]: '12 %' })
  const reply = replied(post, deviceClass.key)
  return {
    key: 'misfit',
    title: ['类型不符的值', 'A value of another type'],
    intro: [
      '仍答 200：消息已收下。不符的值列在 `data.misfits`，保留在日志里，不作为状态。',
      'Still 200: the message was accepted. Values of a wrong type are listed in `data.misfits` and kept in the log, but do not become state.',
    ],
    deviceClass: deviceClass.key,
    steps: [post, misfits(reply, [name])],
  }
}
function misfits(reply: PlatformStep, names: string[]): Step {
  const { payload } = naming(
    { topic: reply.topic, payload: Buffer.from(JSON.stringify(reply.body)) },
    { misfits: names, uploads: [] },
  )
  return { ...reply, body: JSON.parse(payload.toString()) as unknown }
}

export const commonExchanges = (deviceClass: DeviceClass): Exchange[] =>
  [
    connectExchange(deviceClass),
    wrongSecretExchange(deviceClass),
    clockExchange(deviceClass),
    outageExchange(deviceClass),
    unservedExchange(deviceClass),
    unreadableExchange(deviceClass),
    misfitExchange(deviceClass),
  ].filter(one => one !== undefined)
