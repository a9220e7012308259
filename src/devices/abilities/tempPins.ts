/** Temporary PINs that a device stores and judges by itself: all of them as one document, so that each is there or not at all. */
import { picture } from '#devices/fields/picture.ts'
import type { Ability } from '#model/device.ts'
import { integer, text } from '#model/field.ts'
import { PASSAGE_FIELDS } from './passage.ts'

const WORK = { input: {}, ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' } as const
const orderId = text(['密码单', 'PIN order'], { max: 20, mono: true, example: '7394871293847552' })

export const TEMP_PINS = 'tempPins'
/** Somebody passed with one, or was refused. */
export const PIN_OPENED = 'pwdOpen'

export const tempPins: Ability = {
  name: 'tempPins',
  commands: {
    setPasswords: { label: ['下发临时密码', 'Send temporary PINs'], ...WORK },
    getPasswords: { label: ['读取临时密码', 'Read temporary PINs'], ...WORK },
  },
  events: {
    [PIN_OPENED]: {
      label: ['密码开门', 'Passed by PIN'],
      ...{ level: 'info', record: 'passage', per: 'door' },
      fields: { ...PASSAGE_FIELDS, orderId },
    },
    pwdWrong: {
      label: ['密码多次错误', 'Wrong PIN repeatedly'],
      ...{ level: 'alert', record: 'alarm', per: 'door' },
      fields: { tries: integer(['次数', 'Tries'], { min: 1 }), photo: picture(['照片', 'Photo']) },
    },
    duress: {
      label: ['胁迫开门', 'Opened under duress'],
      ...{ level: 'urgent', record: 'alarm', per: 'door' },
      fields: { orderId, personId: PASSAGE_FIELDS.personId, photo: picture(['照片', 'Photo']) },
    },
  },
  holds: [
    {
      kind: 'document',
      document: TEMP_PINS,
      put: { command: 'setPasswords', content: 'orders', version: 'version' },
      readBack: { command: 'getPasswords', version: 'version' },
    },
  ],
}
