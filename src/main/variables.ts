/** The variables of the environment, as the reference page tells of them. */
import type { Text } from '#base/text.ts'

export type Variable = { name: string; example: string; byDefault: Text; text: Text }

/** The documented variables, in the order of the reference page. */
export const VARIABLES = [
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
    name: 'PORTICO_MQTT_PORT',
    example: '1883',
    byDefault: ['1883', '1883'],
    text: ['设备 MQTT 端口。', "Port of the devices' MQTT."],
  },
  {
    name: 'PORTICO_MQTTS_PORT',
    example: '8883',
    byDefault: ['关闭', 'off'],
    text: ['设备 MQTT（TLS）端口；需要证书和私钥。', "Port of the devices' MQTT over TLS; needs certificate and key."],
  },
  {
    name: 'PORTICO_MQTTS_CERT',
    example: '/etc/portico/tls.crt',
    byDefault: ['无', 'none'],
    text: ['TLS 证书链文件（PEM）。', 'File of the TLS certificate chain (PEM).'],
  },
  {
    name: 'PORTICO_MQTTS_KEY',
    example: '/etc/portico/tls.key',
    byDefault: ['无', 'none'],
    text: ['TLS 私钥文件（PEM）。', 'File of the TLS private key (PEM).'],
  },
  {
    name: 'PORTICO_MQTTS_CA',
    example: '/etc/portico/devices-ca.crt',
    byDefault: ['无', 'none'],
    text: [
      '签发设备客户端证书的 CA 文件（可选）。',
      'File of the authority that signs device certificates (optional).',
    ],
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
      'Whose X-Forwarded-* to believe: off, a number of hops, or addresses and networks separated by commas.',
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
    text: ['是否运行演示数据和模拟设备：on 或 off。', 'Whether the demo runs, data and simulated devices: on or off.'],
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
      '外部 PostgreSQL（15 或更新）；最多 63 台机器共用一个。',
      'An external PostgreSQL (15 or newer); at most 63 machines share one.',
    ],
  },
  {
    name: 'NATS_URL',
    example: 'nats://nats:4222',
    byDefault: ['本机进程之间', 'between local processes'],
    text: [
      '多机部署时的消息总线；断开时各机靠轮询继续工作。tls:// 则加密。',
      'The bus between machines; while it is away they go on by polling. With tls:// it is encrypted.',
    ],
  },
  {
    name: 'ROLES',
    example: 'web,worker',
    byDefault: ['all', 'all'],
    text: [
      '本机承担的角色：all，或 web、gateway、worker、media 的列表。',
      'What this machine does: all, or a list of web, gateway, worker, media.',
    ],
  },
] as const satisfies readonly Variable[]

export type VariableName = (typeof VARIABLES)[number]['name']
