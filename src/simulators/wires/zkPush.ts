/** Face terminals of ZKTeco that call by PUSH. */
import { ZkTerminal } from '../ZkTerminal.ts'
import { defineWire } from '../Wire.ts'

export const zkPush = defineWire<ZkTerminal>('zkPush', {
  switches: {
    charset: { what: 'how a terminal writes names', values: ['utf-8', 'gbk'] },
    unsigned: { what: 'it proves nothing but its number' },
  },
  make: ({ credentials: { deviceName, secret }, switches, ...options }) =>
    new ZkTerminal({
      ...{ ...options, deviceName, charset: switches.charset === 'gbk' ? 'gbk' : 'utf-8' },
      ...(switches.unsigned ? {} : { secret }),
    }),
  happenings: {
    face: { usage: '100001', what: 'a person before every terminal', run: (terminal, pin) => terminal.appear({ pin }) },
    swipe: { usage: '6655443', what: 'a card at every terminal', run: (terminal, card) => terminal.appear({ card }) },
  },
  status: ({ tables: { users, pictures }, opened }) => ({ users: users.size, pictures: pictures.size, opened }),
})
