/** Connecting: the address, the credentials, and how a refusal looks. */
import { ITEM } from '#base/labelTexts.ts'
import { SECRET } from '#base/credentialTexts.ts'
import type { Text } from '#base/text.ts'
import { alinkLogin } from '#protocols/alink/guide.ts'
import { connackCode, disconnectCode } from '#protocols/mqtt/reason.ts'
import { defaultLimits } from '#protocols/mqtt/limits.ts'
import { childBlocks } from './childBlocks.ts'
import { commonExchanges } from './commonExchanges.ts'
import { drawn, table, type Block, type Page, type PageContext } from './blocks.ts'
import { EXAMPLE } from './exchange.ts'
import type { DeviceClass } from '#model/device.ts'

type Translate = PageContext['translate']
type Final = keyof typeof connackCode
const REFUSALS: Record<Final, readonly [why: Text, act: Text]> = {
  unknownDevice: [
    ['没有登记这台设备，或产品标识不是它的', 'The device is not registered, or the product key is not its own'],
    [
      '核对序列号与 productKey；登记后再连',
      'Check the serial number and product key; connect again once it is registered',
    ],
  ],
  badSecret: [
    ['密钥不对', 'The secret is wrong'],
    ['核对密钥与签名；隔 30 秒以上再试', 'Check the secret and signature; wait 30 s or more before trying again'],
  ],
  badCredentials: [
    ['用户名或密码缺失、格式不对', 'User name or password is missing or malformed'],
    ['改正格式', 'Correct the format'],
  ],
  certificateMismatch: [
    ['客户端证书属于另一台设备', 'The client certificate belongs to another device'],
    ['换用本机证书，或不出示证书', 'Use the device’s own certificate, or none'],
  ],
  disabled: [
    ['设备已被禁用', 'The device is disabled'],
    ['等待启用；隔几分钟再试', 'Wait until it is enabled; try again every few minutes'],
  ],
  onlyBehind: [
    ['设备的型号只能经由网关接入', 'A device of this model connects through a gateway only'],
    ['由网关登录它，或更换型号', 'Let its gateway log it in, or use another model'],
  ],
  willRefused: [
    ['遗嘱的主题不是自己的', 'The will topic is not the device’s own'],
    ['改用自己的主题', 'Use the device’s own topic'],
  ],
  badClientId: [
    [
      'clientId 的格式不对，或签名方式不提供',
      'The client id is malformed, or names a signature method that is not offered',
    ],
    ['按本页的格式书写', 'Use the format on this page'],
  ],
  unsupportedVersion: [
    ['协议版本不是 3.1.1 或 5', 'Neither 3.1.1 nor 5'],
    ['换用 3.1.1 或 5', 'Use 3.1.1 or 5'],
  ],
  badMethod: [
    ['不提供增强认证', 'Enhanced authentication is not offered'],
    ['不要使用 Authentication Method', 'Do not send Authentication Method'],
  ],
  retain: [
    ['遗嘱不能保留', 'A retained will is not accepted'],
    ['去掉 Retain', 'Do not set Retain'],
  ],
  qos: [
    ['遗嘱的 QoS 不能是 2', 'A will with QoS 2 is not accepted'],
    ['用 QoS 1', 'Use QoS 1'],
  ],
}
const ENDS: Record<keyof typeof disconnectCode, Text> = {
  keepAlive: ['1.5 个保活周期内没有任何报文', 'No packet for one and a half keep-alive periods'],
  takenOver: ['同一设备建立了新的连接', 'The same device opened a new connection'],
  protocolError: ['报文不合标准', 'A packet violated the standard'],
  topicRefused: ['向别的设备的主题发布', 'The device published to another device’s topic'],
  kicked: ['被操作员断开，或设备被禁用', 'Disconnected by an operator, or the device was disabled'],
  commandTimeout: [
    '会开门或会动作的指令逾期未答，连接被重置，免得迟到执行',
    'A command that opens or moves was not answered in time; the connection was reset, so that it cannot act late',
  ],
  serverStop: ['平台在重启', 'The platform is restarting'],
}
const hex = (code: number): string => `0x${code.toString(16).padStart(2, '0')}`
/** The signed text: the names in alphabetical order, each followed by its value. */
export const signedText = ({ productKey, deviceName }: typeof EXAMPLE): string =>
  `clientId${productKey}.${deviceName}deviceName${deviceName}productKey${productKey}`

export function connectPage(context: PageContext, any: DeviceClass): Page {
  const { translate } = context
  const exchanges = commonExchanges(any)
  const exchange = (key: string) =>
    drawn(
      exchanges.find(one => one.key === key)!,
      translate,
    )
  return {
    slug: 'connect',
    title: translate(['连接与认证', 'Connecting']),
    summary: translate([
      '地址、签名、保活，以及被拒绝时怎么办',
      'Address, signature, keep-alive, and what to do when refused',
    ]),
    blocks: [
      ...whereBlocks(context),
      ...credentialBlocks(translate),
      ...signatureBlocks(translate),
      { kind: 'heading', text: translate(['连接', 'Connecting']) },
      exchange('connect'),
      ...refusalBlocks(translate),
      exchange('wrongSecret'),
      ...endBlocks(translate),
      ...childBlocks(translate),
    ],
  }
}

function whereBlocks({ translate, host, mqttPort, mqttsPort }: PageContext): Block[] {
  const { keepAliveMaxS, connectMs } = defaultLimits
  return [
    { kind: 'heading', text: translate(['连接到哪里', 'Where']) },
    table(
      [translate(ITEM), translate(['值', 'Value'])],
      [
        [translate(['主机', 'Host']), `\`${host}\``],
        [translate(['端口', 'Port']), `\`${mqttPort}\` MQTT`],
        [
          translate(['端口（TLS）', 'Port (TLS)']),
          mqttsPort === null
            ? translate(['此平台未开启', 'not offered by this installation'])
            : translate([
                `\`${mqttsPort}\`，TLS 1.2 以上；请校验证书与主机名`,
                `\`${mqttsPort}\`, TLS 1.2 or newer; verify certificate and host name`,
              ]),
        ],
        [
          translate(['协议', 'Protocol']),
          translate([
            'MQTT 3.1.1 或 5；主题与报文为 Alink JSON，UTF-8',
            'MQTT 3.1.1 or 5; topics and messages are Alink JSON in UTF-8',
          ]),
        ],
        [
          translate(['会话', 'Session']),
          translate([
            '不跨连接保留，Session Present 总是 0；未发的指令在平台排队，连接后到达',
            'Not kept between connections, Session Present is always 0; unsent commands are queued on the platform and arrive after connecting',
          ]),
        ],
        [
          translate(['保活', 'Keep alive']),
          translate([
            `建议 60 秒；MQTT 5 最长 ${keepAliveMaxS} 秒，更长或为 0 时由 CONNACK 改为 ${keepAliveMaxS}`,
            `60 s recommended; at most ${keepAliveMaxS} s with MQTT 5, where CONNACK changes longer values and 0 to ${keepAliveMaxS}`,
          ]),
        ],
        [
          'CONNECT',
          translate([`连接后 ${connectMs / 1000} 秒内发出`, `within ${connectMs / 1000} s of the connection`]),
        ],
        [
          'QoS',
          translate([
            '上行用 QoS 1：收到 PUBACK 即已写入数据库。下行为 QoS 1，`_reply` 为 QoS 0；不发送 QoS 2',
            'Publish with QoS 1: PUBACK means the message is stored in the database. Messages to the device have QoS 1, `_reply` has QoS 0; QoS 2 is never sent',
          ]),
        ],
        [
          translate(['遗嘱', 'Will']),
          translate(['按设备自己的一次发布处理', 'handled like a message published by the device itself']),
        ],
      ],
    ),
  ]
}

const credentialBlocks = (translate: Translate): Block[] => [
  { kind: 'heading', text: translate(['凭证', 'Credentials']) },
  {
    kind: 'text',
    text: translate([
      '每台设备登记时得到三样：`productKey`（型号的标识）、`deviceName`（即序列号）与密钥。标识由字母、数字、`_`、`-` 组成，最多 64 个字符。密钥只显示一次；更换后旧密钥仍可用 24 小时。',
      'Registering a device gives three things: `productKey` (identifies the model), `deviceName` (the serial number) and a secret. Identifiers consist of letters, digits, `_` and `-`, at most 64 characters. The secret is shown only once; after it is changed, the old one works for another 24 hours.',
    ]),
  },
  table(
    ['', translate(['签名（推荐）', 'Signed (recommended)']), translate(['直接', 'Plain'])],
    [
      ['clientId', '`{id}|securemode=3,signmethod=hmacsha256|`', translate(['任意', 'any'])],
      ['username', '`{deviceName}&{productKey}`', '`{deviceName}`'],
      [
        'password',
        translate(['签名，十六进制，大小写均可', 'signature in hex, either case']),
        translate(['密钥本身', 'the secret itself']),
      ],
    ],
  ),
  {
    kind: 'list',
    items: [
      translate([
        '`{id}` 自定，建议 `{productKey}.{deviceName}`，不含 `|`。',
        '`{id}` is your choice, for example `{productKey}.{deviceName}`, without `|`.',
      ]),
      translate([
        '`securemode`：TLS 写 2，TCP 写 3；也可省略。`signmethod`：`hmacsha256`、`hmacsha1`、`hmacmd5`。',
        '`securemode`: 2 for TLS, 3 for TCP; may be omitted. `signmethod`: `hmacsha256`, `hmacsha1`, `hmacmd5`.',
      ]),
      translate([
        '可加 `timestamp=…`，加了就要签进去：`…productKey{productKey}timestamp{timestamp}`。',
        '`timestamp=…` may be added and must then be signed as well: `…productKey{productKey}timestamp{timestamp}`.',
      ]),
      translate([
        '直接方式的密钥会出现在线路上，只应在 TLS 或可信网络中使用。',
        'The plain form sends the secret over the line: use it only with TLS or in a trusted network.',
      ]),
    ],
  },
]

function signatureBlocks(translate: Translate): Block[] {
  const login = alinkLogin(EXAMPLE)
  return [
    { kind: 'heading', text: translate(['算一遍签名', 'A signature, step by step']) },
    table(
      [translate(ITEM), translate(['值', 'Value'])],
      [
        ['productKey', `\`${EXAMPLE.productKey}\``],
        ['deviceName', `\`${EXAMPLE.deviceName}\``],
        [translate(SECRET), `\`${EXAMPLE.secret}\``],
        ['clientId', `\`${login.clientId}\``],
        ['username', `\`${login.username}\``],
        [translate(['待签名的内容', 'Text to sign']), `\`${signedText(EXAMPLE)}\``],
        ['password', `\`${login.password}\``],
      ],
    ),
    {
      kind: 'code',
      title: translate(['自己算一遍', 'Compute it yourself']),
      code: `printf %s '${signedText(EXAMPLE)}' \\\n  | openssl dgst -sha256 -hmac '${EXAMPLE.secret}'`,
    },
  ]
}

const refusalBlocks = (translate: Translate): Block[] => [
  { kind: 'heading', text: translate(['被拒绝时', 'When a connection is refused']) },
  table(
    [translate(['原因', 'Why']), '3.1.1', '5', translate(['怎么办', 'What to do'])],
    Object.entries(connackCode).map(([why, [v5, v4]]) => {
      const [cause, act] = REFUSALS[why as Final]
      return [translate(cause), String(v4), hex(v5), translate(act)]
    }),
  ),
  {
    kind: 'text',
    text: translate([
      '暂时的原因（数据库不可用、连接过多、同一设备连得过于频繁）不答 CONNACK，直接关闭连接：请用退避重连，从 1 秒起加倍到 60 秒，并加随机抖动。',
      'For temporary reasons (database unavailable, too many connections, the same device connecting too often) the connection is closed without CONNACK: reconnect with back-off, from 1 s doubling up to 60 s, with random jitter.',
    ]),
  },
]

const endBlocks = (translate: Translate): Block[] => [
  { kind: 'heading', text: translate(['连接结束时', 'When a connection ends']) },
  table(
    [translate(['原因', 'Why']), translate(['MQTT 5 的 DISCONNECT', 'MQTT 5 DISCONNECT'])],
    Object.entries(disconnectCode).map(([why, code]) => [
      translate(ENDS[why as keyof typeof disconnectCode]),
      hex(code),
    ]),
  ),
]
