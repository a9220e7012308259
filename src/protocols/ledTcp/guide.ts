/** How a board is connected by TCP: what is entered in its serial server, and a line to try. */
import { SECRET, SERIAL_NUMBER } from '#base/credentialTexts.ts'
import { defineGuide } from '#model/protocol.ts'

export const guide = defineGuide('ledTcp', {
  fields: ({ host, port }, { sn, secret }) => [
    { label: ['工作方式', 'Mode'], value: 'TCP Client' },
    { label: ['服务器地址', 'Server'], value: `${host}:${port}` },
    {
      label: ['注册包（以换行结束）', 'Registration packet (ends with a line feed)'],
      value: `${sn} ${secret}`,
      wide: true,
    },
    { label: ['心跳包（30 秒，以换行结束）', 'Heartbeat (30 s, ends with a line feed)'], value: 'HB' },
    { label: SERIAL_NUMBER, value: sn },
    { label: SECRET, value: secret, wide: true },
  ],
  examples: [
    {
      id: 'nc',
      label: ['试连', 'Try it'],
      code: ({ host, port }, { sn, secret }) => `(printf '${sn} ${secret}\\n'; sleep 60) | nc ${host} ${port} | xxd`,
    },
  ],
})
