/** How a terminal of ZKTeco is connected: what is entered in its menu, and calls to try. */
import { SERIAL_NUMBER } from '#base/credentialTexts.ts'
import { defineGuide, type Place } from '#model/protocol.ts'

const address = ({ host, port }: Place): string => `http://${host}:${port}`

export const guide = defineGuide('zkPush', {
  fields: (place, { sn }) => [
    { label: ['服务器地址（云服务器设置）', 'Server address (Cloud server settings)'], value: place.host },
    { label: ['服务器端口', 'Server port'], value: String(place.port) },
    { label: ['启用域名后填写', 'With domain name enabled'], value: address(place) },
    { label: [`${SERIAL_NUMBER[0]}（SN）`, `${SERIAL_NUMBER[1]} (SN)`], value: sn },
  ],
  examples: [
    {
      id: 'poll',
      label: ['获取命令', 'Ask for commands'],
      code: (place, { sn }) => `curl '${address(place)}/iclock/getrequest?SN=${sn}'`,
    },
    {
      id: 'passage',
      label: ['上传通行', 'A passage'],
      code: (place, { sn }) =>
        [
          `printf 'time=%s\\tpin=1\\tcardno=0\\teventaddr=1\\tevent=0\\tinoutstatus=0\\tverifytype=15\\tindex=1' "$(date '+%F %T')" |`,
          `  curl --data-binary @- '${address(place)}/iclock/cdata?SN=${sn}&table=rtlog'`,
        ].join('\n'),
    },
  ],
})
