/** Alarm hosts that report by SIA DC-09. */
import { AlarmPanel, type PanelAnswer } from '../AlarmPanel.ts'
import { defineWire } from '../Wire.ts'

const answering = async (answer: Promise<PanelAnswer>): Promise<object> => ({ answer: await answer })

export const dc09 = defineWire<AlarmPanel>('dc09', {
  // An account has hexadecimal digits only.
  prefix: 'A1A',
  switches: { udp: { what: 'alarm hosts report by UDP' }, unsigned: { what: 'they prove nothing but their number' } },
  make: ({ host, port, credentials: { deviceName: account, secret }, switches, log }) =>
    new AlarmPanel({
      ...{ host, port, account, transport: switches.udp ? 'udp' : 'tcp', ...(log ? { log } : {}) },
      ...(switches.unsigned ? {} : { key: Buffer.from(secret, 'base64url') }),
    }),
  happenings: {
    trip: {
      usage: '2',
      what: 'a zone of every alarm host',
      run: (panel, zone) => answering(panel.alarm(Number(zone) || 1)),
    },
    restore: {
      usage: '2',
      what: 'the zone is as before',
      run: (panel, zone) => answering(panel.alarm(Number(zone) || 1, '130', false)),
    },
    cid: {
      usage: '1120 4',
      what: 'any report: code, and zone or user',
      run: (panel, code, number) => answering(panel.cid(code, Number(number) || 0)),
    },
    arm: {
      usage: '3',
      what: 'the user 3 at the keypad',
      run: (panel, user) => answering(panel.arm(Number(user) || 1)),
    },
    disarm: { usage: '3', what: 'the same', run: (panel, user) => answering(panel.disarm(Number(user) || 1)) },
  },
  status: ({ acknowledged }) => ({ acknowledged }),
})
