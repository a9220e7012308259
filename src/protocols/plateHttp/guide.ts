/** How a plate camera is connected by HTTP: the address that is entered in it, and a read to try. */
import { SECRET, SERIAL_NUMBER } from '#base/credentialTexts.ts'
import { defineGuide, type Place } from '#model/protocol.ts'

const address = ({ host, port }: Place, way: 'in' | 'out'): string => `http://${host}:${port}/plate?dir=${way}`
const read = (sn: string): string =>
  JSON.stringify({ AlarmInfoPlate: { serialno: sn, result: { PlateResult: { license: '粤B10234', plateid: 1 } } } })

export const guide = defineGuide('plateHttp', {
  fields: (place, { sn, secret }) => [
    {
      label: ['识别结果与心跳地址（进口）', 'Address of reads and signs of life, way in'],
      value: address(place, 'in'),
    },
    {
      label: ['识别结果与心跳地址（出口）', 'Address of reads and signs of life, way out'],
      value: address(place, 'out'),
    },
    { label: [`${SERIAL_NUMBER[0]}（serialno）`, `${SERIAL_NUMBER[1]} (serialno)`], value: sn },
    { label: [`${SECRET[0]}（可签名的相机）`, `${SECRET[1]} (cameras that sign)`], value: secret, wide: true },
  ],
  examples: [
    {
      id: 'read',
      label: ['推送车牌', 'A plate'],
      code: (place, { sn }) =>
        `curl -H 'content-type: application/json' --data-binary '${read(sn)}' \\\n  '${address(place, 'in')}'`,
    },
    {
      id: 'alive',
      label: ['心跳', 'Sign of life'],
      code: (place, { sn }) => `curl -F serialno=${sn} -F channel_num=1 '${address(place, 'in')}'`,
    },
  ],
})
