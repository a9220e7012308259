/** How a device is connected by MQTT: both ways to authenticate, each as a command and as a program. */
import { PRODUCT_KEY } from '#base/credentialTexts.ts'
import type { DeviceClass } from '#model/device.ts'
import { lookProperties } from '#model/look.ts'
import { defineGuide, type Credentials, type Place } from '#model/protocol.ts'
import type { Params } from '#model/row.ts'
import { hmacSha256 } from './hmacSha256.ts'

/** Alink signs its parameters in alphabetical order; without a timestamp none is signed. */
export const alinkLogin = ({
  productKey,
  deviceName,
  secret,
}: Omit<Credentials, 'id' | 'sn'>): { clientId: string; username: string; password: string } => {
  const id = `${productKey}.${deviceName}`
  return {
    clientId: `${id}|securemode=3,signmethod=hmacsha256|`,
    username: `${deviceName}&${productKey}`,
    password: hmacSha256(secret, `clientId${id}deviceName${deviceName}productKey${productKey}`),
  }
}

const postTopic = ({ productKey, deviceName }: Credentials): string =>
  `/sys/${productKey}/${deviceName}/thing/event/property/post`

/** The first report about a part, or the device itself: each value that its look reads, in the state when all is well. */
const firstState = (deviceClass: DeviceClass, kind: string): Params =>
  Object.fromEntries(
    lookProperties(deviceClass.looks[kind]!).flatMap((name): [string, unknown][] => {
      const { field, access } = deviceClass.properties[name]!
      if (access !== 'r') return []
      if (field.kind === 'choice') return [[name, Object.values(field.values)[0]![0]]]
      if (field.kind === 'integer') return [[name, field.max ?? 0]]
      return field.kind === 'flag' ? [[name, false]] : []
    }),
  )

/** A first report that is valid for the class. */
const firstReport = (deviceClass: DeviceClass): Params => ({
  ...(deviceClass.properties.fwVersion ? { fwVersion: 'v1.0.0' } : {}),
  ...Object.fromEntries(
    Object.keys(deviceClass.looks)
      .filter(kind => kind !== '')
      .map(kind => [deviceClass.components[kind]!.list, [{ no: 1, ...firstState(deviceClass, kind) }]]),
  ),
  ...(deviceClass.looks[''] ? firstState(deviceClass, '') : {}),
})
const frame = (deviceClass: DeviceClass): string =>
  JSON.stringify({ id: '1', version: '1.0', method: 'thing.event.property.post', params: firstReport(deviceClass) })

const mosquittoPlain = ({ host, port, deviceClass }: Place, credentials: Credentials): string =>
  [
    `mosquitto_pub -h ${host} -p ${port} -q 1 \\`,
    `  -i ${credentials.sn} -u ${credentials.sn} -P '${credentials.secret}' \\`,
    `  -t ${postTopic(credentials)} \\`,
    `  -m '${frame(deviceClass)}'`,
  ].join('\n')

const mosquittoAlink = ({ host, port, deviceClass }: Place, credentials: Credentials): string => {
  const { clientId, username, password } = alinkLogin(credentials)
  return [
    `mosquitto_pub -h ${host} -p ${port} -q 1 \\`,
    `  -i '${clientId}' \\`,
    `  -u '${username}' -P ${password} \\`,
    `  -t ${postTopic(credentials)} \\`,
    `  -m '${frame(deviceClass)}'`,
  ].join('\n')
}

const nodeProgram = (
  { host, port, deviceClass }: Place,
  credentials: Credentials,
): string => `// npm install mqtt && node device.mjs
import mqtt from 'mqtt'

const base = '/sys/${credentials.productKey}/${credentials.deviceName}/thing'
const device = mqtt.connect('mqtt://${host}:${port}', {
  clientId: '${credentials.sn}',
  username: '${credentials.sn}',
  password: '${credentials.secret}',
  // Reconnects after a refusal too: the platform may know the device by then.
  reconnectOnConnackError: true,
})

device.on('connect', () => {
  device.publish(base + '/event/property/post', JSON.stringify({
    id: '1', version: '1.0', method: 'thing.event.property.post',
    params: ${JSON.stringify(firstReport(deviceClass))},
  }), { qos: 1 })
})

// Commands arrive here; answer each with its own id.
device.on('message', (topic, payload) => {
  const { id, params } = JSON.parse(payload)
  console.log(topic, params)
  device.publish(topic + '_reply', JSON.stringify({ id, code: 200, data: {} }), { qos: 1 })
})
`

export const guide = defineGuide('alink', {
  fields: ({ host, port }, { productKey, sn, secret }) => [
    { label: ['服务器', 'Server'], value: `mqtt://${host}:${port}` },
    { label: PRODUCT_KEY, value: productKey },
    { label: ['用户名（序列号）', 'User name (serial)'], value: sn },
    { label: ['密码（密钥）', 'Password (secret)'], value: secret, wide: true },
  ],
  examples: [
    { id: 'plain', label: ['命令行', 'Command line'], code: mosquittoPlain },
    { id: 'alink', label: ['Alink 签名', 'Alink signature'], code: mosquittoAlink },
    { id: 'node', label: ['Node.js', 'Node.js'], code: nodeProgram, program: true },
  ],
})
