/** The variables of the environment, as described on the reference page; each listener for devices adds its own. */
import { NONE } from '#base/labelTexts.ts'
import type { Text } from '#base/text.ts'
import { listeners, type Listener } from './listeners.ts'

/** How far the port with TLS is from the plain one in the examples, as 8883 is from 1883. */
const TLS_APART = 7000

export type Variable = { name: string; example: string; byDefault: Text; text: Text }

const OWN = [
  {
    name: 'PORTICO_DATA_DIR',
    example: '/var/lib/portico',
    byDefault: ['./data', './data'],
    text: [
      '数据文件夹：内置数据库、文件、日志、密钥、本机编号。每台机器各用一个，多机时只共享其中的 files。',
      'Data folder: embedded database, files, logs, secret key, the id of this machine. One for each machine; several machines share only the folder files in it.',
    ],
  },
  {
    name: 'PORTICO_HOST',
    example: '0.0.0.0',
    byDefault: ['start：127.0.0.1；serve：0.0.0.0', 'start: 127.0.0.1; serve: 0.0.0.0'],
    text: ['监听的地址。', 'The address to listen on.'],
  },
  {
    name: 'PORTICO_HTTP_PORT',
    example: '8080',
    byDefault: ['8080', '8080'],
    text: ['控制台和接口的端口。', 'Port of the console and the API.'],
  },
  {
    name: 'PORTICO_PUBLIC_URL',
    example: 'https://portico.example.cn',
    byDefault: ['http://localhost:端口', 'http://localhost:port'],
    text: [
      '人们在浏览器里使用的地址，用于链接和二维码。',
      'The address people use in the browser, for links and QR codes.',
    ],
  },
  {
    name: 'PORTICO_TRUST_PROXY',
    example: '10.0.0.0/8',
    byDefault: ['off', 'off'],
    text: [
      '信任哪些反向代理的 X-Forwarded-*：off、层数，或以逗号分隔的地址和网段。',
      'Which reverse proxies to trust for X-Forwarded-*: off, a number of hops, or addresses and networks separated by commas.',
    ],
  },
  {
    name: 'PORTICO_CALLBACK_ALLOW',
    example: '10.1.0.0/16:443,[fd00::]/8:8000-8999',
    byDefault: ['空；演示时为 127.0.0.1/32', 'empty; with the demo 127.0.0.1/32'],
    text: [
      '回调除公网之外还可以到达的网段，可带端口或端口范围，以逗号分隔。',
      'Networks that callbacks may reach besides public ones, each with an optional port or port range, separated by commas.',
    ],
  },
  {
    name: 'PORTICO_DEMO',
    example: 'off',
    byDefault: ['start：on；serve：off', 'start: on; serve: off'],
    text: [
      '是否运行演示数据和模拟设备：on（四个应用、84 台设备、一个月的记录）、small（一个应用、12 台设备、一天的记录）或 off。',
      'Whether to run the demo data and simulated devices: on (four applications, 84 devices, a month of records), small (one application, 12 devices, a day of records) or off.',
    ],
  },
  {
    name: 'PORTICO_ADMIN_PASSWORD',
    example: 'a long phrase of your own',
    byDefault: ['随机，只显示一次', 'random, shown once'],
    text: [
      '首个用户 admin 的密码，只在首次启动时使用。对外可达时至少 12 个字符。',
      'Password of the first user, admin, used at the first start only. At least 12 characters where others can reach the server.',
    ],
  },
  {
    name: 'PORTICO_SECRET',
    example: 'openssl rand -base64 48',
    byDefault: ['生成一次，存于 secret.key', 'made once, kept in secret.key'],
    text: [
      '主密钥，至少 32 字节。serve 与 DATABASE_URL 同用时必须给出，所有节点相同。',
      'Master secret, at least 32 bytes. Required for serve with DATABASE_URL, the same on every node.',
    ],
  },
  {
    name: 'DATABASE_URL',
    example: 'postgresql://portico@db/portico',
    byDefault: ['内置 PostgreSQL', 'the embedded PostgreSQL'],
    text: [
      '外部 PostgreSQL（15 或更新），最多 63 台机器共用一个。可以写多台服务器：postgresql://portico@db1:5432,db2:5432/portico?target_session_attrs=read-write，平台使用其中可写的一台，它失效后重新查找。',
      'An external PostgreSQL (15 or newer), shared by at most 63 machines. It may name several servers: postgresql://portico@db1:5432,db2:5432/portico?target_session_attrs=read-write; the one that takes writes is used, and looked for again when it fails.',
    ],
  },
  {
    name: 'NATS_URL',
    example: 'nats://nats:4222',
    byDefault: ['本机进程之间', 'between local processes'],
    text: [
      '多机部署时的消息总线；断开时各机靠轮询继续工作。tls:// 则加密。',
      'The message bus between machines; while it is unavailable they continue by polling. With tls:// it is encrypted.',
    ],
  },
  {
    name: 'S3_URL',
    example: 'https://key:secret@s3.example.cn/portico/site-1?region=cn-north-1',
    byDefault: ['数据文件夹中的 files', 'the folder files in the data folder'],
    text: [
      'S3 兼容的文件存储：访问密钥、主机、存储桶，可带前缀、region 和 style=host（桶名在主机名前）。密钥中的 / + @ : 需百分号编码。所有机器相同；已有文件不会搬过去。',
      'An S3-compatible store for files: access key, host, bucket, optionally a prefix, region and style=host (the bucket before the host). Percent-encode / + @ : in the keys. The same on every machine; files already kept are not moved there.',
    ],
  },
  {
    name: 'PORTICO_MAP_TILES',
    example: 'https://tiles.example.cn/{z}/{x}/{y}.png;© Example;wgs84',
    byDefault: ['无，地图只画海岸线和经纬网', 'none: maps draw coasts and a graticule'],
    text: [
      '地图瓦片的地址、署名和坐标系（wgs84 或 gcj02），以分号分隔。由服务器取瓦片并按提供方的响应头缓存，地址中的密钥不会发给浏览器；坐标始终以 WGS-84 存储，绘制时才换算。',
      'Address, attribution and datum (wgs84 or gcj02) of map tiles, separated by semicolons. The server fetches the tiles and caches them as the headers of the provider allow, so a key in the address is not sent to browsers; positions are stored as WGS-84 and only converted when drawn.',
    ],
  },
  {
    name: 'PORTICO_CAPTURE_DAYS',
    example: '14',
    byDefault: ['30', '30'],
    text: [
      '通行抓拍照片保留的天数，7 到 180；到期后照片删除，记录保留。',
      'Days for which pictures of passages are kept, 7 to 180; then the picture is deleted and the record stays.',
    ],
  },
  {
    name: 'PORTICO_FILE_QUOTA_MB',
    example: '10240',
    byDefault: ['2048', '2048'],
    text: [
      '每个机构上传的图片与附件合计可占的空间，单位 MB；用满后不能再上传附件。',
      'Megabytes that the uploaded pictures and documents of one organisation may take; once used up, no document can be uploaded.',
    ],
  },
  {
    name: 'PORTICO_SMS',
    example: 'aliyun',
    byDefault: ['console', 'console'],
    text: [
      '谁发送短信（验证码与通知）：console（打印在启动窗口）、aliyun 或 tencent。',
      'Who sends codes and notices by SMS: console (printed where the product was started), aliyun or tencent.',
    ],
  },
  {
    name: 'PORTICO_SMS_KEY',
    example: 'AccessKeyId:AccessKeySecret',
    byDefault: NONE,
    text: [
      '短信服务商的密钥，编号与密钥以冒号相连。',
      "The SMS provider's key: its id and its secret, joined by a colon.",
    ],
  },
  {
    name: 'PORTICO_SMS_SIGN',
    example: '万物通',
    byDefault: NONE,
    text: ['短信签名。', 'The signature name of the messages.'],
  },
  {
    name: 'PORTICO_SMS_TEMPLATE',
    example: 'SMS_123456789',
    byDefault: NONE,
    text: [
      '验证码的短信模板；阿里云的变量为 code，腾讯云的变量依次为验证码、分钟数。',
      'The template of codes; its variable is code with Aliyun, the code and the minutes in this order with Tencent.',
    ],
  },
  {
    name: 'PORTICO_SMS_NOTICE_TEMPLATE',
    example: 'SMS_987654321',
    byDefault: ['不发通知短信', 'no notices are sent'],
    text: [
      '告警与联动通知的短信模板；阿里云的变量为 title（告警或规则的名称）与 text（内容），腾讯云依次相同。',
      'The template of notices of alarms and rules; its variables are title (the name of the alarm or rule) and text with Aliyun, the same in this order with Tencent.',
    ],
  },
  {
    name: 'PORTICO_SMS_APP',
    example: '1400006666',
    byDefault: NONE,
    text: ['腾讯云短信的 SdkAppId。', "Tencent's SdkAppId."],
  },
  {
    name: 'PORTICO_SMS_URL',
    example: 'https://dysmsapi.aliyuncs.com',
    byDefault: ['服务商的公网地址', "the provider's public address"],
    text: ['短信服务的地址，仅在经代理访问时需要。', "The SMS provider's address, needed only behind a proxy."],
  },
  {
    name: 'PORTICO_SOCIAL',
    example: 'WX=appid:secret,QQ=appid:secret',
    byDefault: NONE,
    text: [
      '可以登录的社交账号：WX、MINI、QQ、GITEE、OSC，各带应用编号和密钥。',
      'Social accounts that people may sign in with: WX, MINI, QQ, GITEE, OSC, each with its app id and secret.',
    ],
  },
  {
    name: 'ROLES',
    example: 'web,worker',
    byDefault: ['all', 'all'],
    text: [
      '本机承担的角色：all，或 web、gateway、worker、media 的列表。',
      'The roles of this machine: all, or a list of web, gateway, worker, media.',
    ],
  },
] as const satisfies readonly Variable[]

type FrontVariable = `PORTICO_${string}_${'PORT' | 'HOST' | 'CERT' | 'KEY' | 'CA'}`
export type VariableName = (typeof OWN)[number]['name'] | FrontVariable

/** The names of the variables of a listener. */
export const frontVariables = ({ listens: { variable } }: Listener): { port: FrontVariable; host: FrontVariable } => ({
  port: `PORTICO_${variable}_PORT`,
  host: `PORTICO_${variable}_HOST`,
})

function plainVariables(listener: Listener): Variable[] {
  const { label, listens } = listener
  const names = frontVariables(listener)
  const port = String(listens.port)
  return [
    {
      name: names.port,
      example: port,
      byDefault: listens.onDemand
        ? [`演示时为 ${port}，否则关闭`, `${port} with the demo, otherwise off`]
        : [port, port],
      text: [
        `设备 ${label[0]} 的端口${listens.onDemand ? '；off 关闭' : ''}。`,
        `Port of the devices' ${label[1]}${listens.onDemand ? '; off closes it' : ''}.`,
      ],
    },
    {
      name: names.host,
      example: '192.168.1.5',
      byDefault: ['PORTICO_HOST；serve 时为 127.0.0.1', 'PORTICO_HOST; 127.0.0.1 for serve'],
      text: [
        `不加密的 ${label[0]} 监听的地址。密钥与指令在其上以明文传输，只应在可信的网络中放开。`,
        `The address on which ${label[1]} without TLS listens. Secrets and commands are sent there in the clear; open it only in trusted networks.`,
      ],
    },
  ]
}

function tlsVariables({ label, listens: { tls, port } }: Listener): Variable[] {
  if (!tls) return []
  const name = (last: string): string => `PORTICO_${tls}_${last}`
  return [
    {
      name: name('PORT'),
      example: String(port + TLS_APART),
      byDefault: ['关闭', 'off'],
      text: [
        `设备 ${label[0]} 的 TLS 端口；需要证书和私钥。`,
        `Port of the devices' ${label[1]} over TLS; needs certificate and key.`,
      ],
    },
    {
      name: name('CERT'),
      example: '/etc/portico/tls.crt',
      byDefault: NONE,
      text: ['TLS 证书链文件（PEM）。', 'File of the TLS certificate chain (PEM).'],
    },
    {
      name: name('KEY'),
      example: '/etc/portico/tls.key',
      byDefault: NONE,
      text: ['TLS 私钥文件（PEM）。', 'File of the TLS private key (PEM).'],
    },
    {
      name: name('CA'),
      example: '/etc/portico/devices-ca.crt',
      byDefault: NONE,
      text: [
        '签发设备客户端证书的 CA 文件（可选）。',
        'File of the authority that signs device certificates (optional).',
      ],
    },
  ]
}

/** The documented variables, in the order of the reference page. */
export const VARIABLES: readonly Variable[] = OWN.flatMap(one =>
  one.name === 'PORTICO_PUBLIC_URL'
    ? [...[...listeners.values()].flatMap(plainVariables), ...[...listeners.values()].flatMap(tlsVariables), one]
    : [one],
)
