/** Card readers at doors: the cards are stored on the device; it may ask about an unknown card. */
import type { Ability } from '#model/device.ts'
import { choice, flag, integer, text } from '#model/field.ts'
import { ASK_PASS, PASSAGE_FIELDS } from './passage.ts'

const CARD_TYPES = { ic: [1, 'IC 卡', 'IC card'], id: [2, 'ID 卡', 'ID card'], qr: [3, '二维码', 'QR code'] } as const

/** `capacity`: the property that reports how many fit; beside another set it has a name of its own. */
const cardsHeld = (capacity: 'capacity' | 'cardCapacity'): Ability => ({
  name: 'cards',
  faults: ['recognition'],
  components: { reader: { label: ['读头', 'Reader'], min: 0, max: 'model', param: 'readerNo', list: 'readers' } },
  properties: {
    online: { field: flag(['在线', 'Online']), access: 'r', per: 'reader' },
    type: { field: choice(['类型', 'Type'], CARD_TYPES), access: 'r', per: 'reader' },
    cardCount: { field: integer(['卡数', 'Cards']), access: 'r' },
    [capacity]: {
      field: integer(capacity === 'capacity' ? ['容量', 'Capacity'] : ['卡容量', 'Capacity for cards']),
      access: 'r',
    },
  },
  commands: {
    addCards: { label: ['下发卡', 'Add cards'], input: {}, ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' },
    delCards: { label: ['删除卡', 'Remove cards'], input: {}, ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' },
    queryCards: {
      label: ['查询卡', 'Read cards'],
      input: {
        page: integer(['页', 'Page'], { min: 1, max: 10000 }),
        size: integer(['每页', 'Size'], { min: 1, max: 500 }),
      },
      ttlS: 60,
      offline: 'refuse',
      risk: 'none',
      lane: 'work',
    },
  },
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
  holds: [
    {
      kind: 'set',
      item: 'card',
      key: 'personId',
      capacity,
      count: 'cardCount',
      keeps: { rights: 8, spansADay: 3, closedDays: 366 },
      put: { command: 'addCards', list: 'cards', max: 200 },
      remove: { command: 'delCards', list: 'personIds', max: 200 },
      readBack: { command: 'queryCards' },
    },
  ],
})

export const cards = cardsHeld('capacity')
/** On a device that also stores people. */
export const cardsBesidePeople = cardsHeld('cardCapacity')
