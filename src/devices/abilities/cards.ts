/** Card readers at doors: the cards are stored on the device; it may ask about an unknown card. */
import type { Ability } from '#model/device.ts'
import { choice, flag, text } from '#model/field.ts'
import { ASK_PASS, PASSAGE_FIELDS } from './passage.ts'
import { rightsList } from './rightsList.ts'

const CARD_TYPES = { ic: [1, 'IC 卡', 'IC card'], id: [2, 'ID 卡', 'ID card'], qr: [3, '二维码', 'QR code'] } as const

const LIST = { name: 'Card', label: ['卡', 'cards'] } as const
/** A device that stores nothing else has one capacity, without a name of its own. */
const ALONE = rightsList('card', { ...LIST, capacity: { name: 'capacity', label: ['容量', 'Capacity'] } })

const readers = ({ properties, commands, holds }: typeof ALONE): Ability => ({
  name: 'cards',
  faults: ['recognition'],
  components: { reader: { label: ['读头', 'Reader'], min: 0, max: 'model', param: 'readerNo', list: 'readers' } },
  properties: {
    online: { field: flag(['在线', 'Online']), access: 'r', per: 'reader' },
    type: { field: choice(['类型', 'Type'], CARD_TYPES), access: 'r', per: 'reader' },
    ...properties,
  },
  commands,
  events: {
    pass: { label: ['通行', 'Passage'], level: 'info', record: 'passage', per: 'door', fields: PASSAGE_FIELDS },
    illegalCard: {
      label: ['非法卡', 'Unknown card'],
      level: 'alert',
      record: 'event',
      per: 'door',
      fields: { cardNo: text(['卡号', 'Card'], { identity: 'card', example: '0038120417' }) },
    },
    askPass: ASK_PASS,
  },
  figures: 'passages',
  holds,
})

export const cards = readers(ALONE)
/** On a device that also stores people. */
export const cardsBesidePeople = readers(rightsList('card', LIST))
