/** How a camera is connected by ISAPI: what is entered in it as the host that it reports to, and reports to try. */
import { SECRET, SERIAL_NUMBER } from '#base/credentialTexts.ts'
import { defineGuide, type Place } from '#model/protocol.ts'

const url = (sn: string): string => `/isapi/${sn}`
const address = ({ host, port }: Place, sn: string): string => `http://${host}:${port}${url(sn)}`
const HEARTBEAT =
  '<EventNotificationAlert><eventType>videoloss</eventType><eventState>inactive</eventState></EventNotificationAlert>'
const plateAt = (time: string): string =>
  JSON.stringify({
    ...{ dateTime: time, serialNo: 1, eventType: 'ANPR', eventState: 'active' },
    ANPR: { licensePlate: '粤B10234', plateColor: 'blue', confidenceLevel: 97 },
  })

export const guide = defineGuide('isapi', {
  fields: ({ host, port }, { sn, secret }) => [
    { label: ['HTTP 监听主机', 'Listening host'], value: host },
    { label: ['端口', 'Port'], value: String(port) },
    { label: [`URL（含${SERIAL_NUMBER[0]}）`, `URL, with the ${SERIAL_NUMBER[1].toLowerCase()}`], value: url(sn) },
    { label: ['用户名（任意）', 'User name (any)'], value: 'admin' },
    { label: [`密码（设备${SECRET[0]}）`, `Password: its ${SECRET[1].toLowerCase()}`], value: secret, wide: true },
  ],
  examples: [
    {
      id: 'alive',
      label: ['心跳', 'Sign of life'],
      code: (place, { sn, secret }) =>
        `curl --digest -u 'admin:${secret}' -H 'content-type: application/xml' \\\n  -d '${HEARTBEAT}' '${address(place, sn)}'`,
    },
    {
      id: 'plate',
      label: ['推送车牌', 'A plate'],
      program: true,
      code: (place, { sn, secret }) =>
        [
          'TIME=$(date +%Y-%m-%dT%H:%M:%S%z)',
          `curl --digest -u 'admin:${secret}' -H 'content-type: application/json' \\`,
          `  -d '${plateAt("'$TIME'")}' '${address(place, sn)}'`,
        ].join('\n'),
    },
    {
      id: 'picture',
      label: ['带图片', 'With a picture'],
      program: true,
      code: (place, { sn, secret }) =>
        [
          'TIME=$(date +%Y-%m-%dT%H:%M:%S%z)',
          `curl --digest -u 'admin:${secret}' -F 'ANPR=${plateAt("'$TIME'")};type=application/json' \\`,
          `  -F 'licensePlatePicture.jpg=@plate.jpg;type=image/jpeg' '${address(place, sn)}'`,
        ].join('\n'),
    },
  ],
})
