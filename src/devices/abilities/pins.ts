/** A keypad: the PINs of people are stored on the device, which opens for whoever enters theirs and names them. */
import type { Ability, Command } from '#model/device.ts'
import { integer } from '#model/field.ts'

const work = (label: readonly [string, string], input: Command['input'] = {}): Command => ({
  ...{ label, input, ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' },
})

export const pins: Ability = {
  name: 'pins',
  properties: {
    pinCount: { field: integer(['密码数', 'PINs']), access: 'r' },
    pinCapacity: { field: integer(['密码容量', 'Capacity for PINs']), access: 'r' },
  },
  commands: {
    addPins: work(['下发密码', 'Add PINs']),
    delPins: work(['删除密码', 'Remove PINs']),
    queryPins: work(['查询密码', 'Read PINs'], {
      page: integer(['页', 'Page'], { min: 1, max: 10000 }),
      size: integer(['每页', 'Size'], { min: 1, max: 500 }),
    }),
  },
  holds: [
    {
      kind: 'set',
      item: 'pin',
      key: 'personId',
      capacity: 'pinCapacity',
      count: 'pinCount',
      keeps: { rights: 8, spansADay: 3, closedDays: 366 },
      put: { command: 'addPins', list: 'pins', max: 200 },
      remove: { command: 'delPins', list: 'personIds', max: 200 },
      readBack: { command: 'queryPins' },
    },
  ],
}
