/** A white list of plates: stored on the device, which opens for them by itself while the platform is away. */
import type { Ability, Command } from '#model/device.ts'
import { integer } from '#model/field.ts'

const work = (label: readonly [string, string], input: Command['input'] = {}): Command => ({
  ...{ label, input, ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' },
})

export const plates: Ability = {
  name: 'plates',
  properties: {
    plateCount: { field: integer(['车牌数', 'Plates']), access: 'r' },
    plateCapacity: { field: integer(['车牌容量', 'Capacity for plates']), access: 'r' },
  },
  commands: {
    addPlates: work(['下发车牌', 'Add plates']),
    delPlates: work(['删除车牌', 'Remove plates']),
    queryPlates: work(['查询车牌', 'Read plates'], {
      page: integer(['页', 'Page'], { min: 1, max: 10000 }),
      size: integer(['每页', 'Size'], { min: 1, max: 500 }),
    }),
  },
  holds: [
    {
      kind: 'set',
      item: 'plate',
      key: 'personId',
      capacity: 'plateCapacity',
      count: 'plateCount',
      keeps: { rights: 8, spansADay: 3, closedDays: 366 },
      put: { command: 'addPlates', list: 'plates', max: 200 },
      remove: { command: 'delPlates', list: 'personIds', max: 200 },
      readBack: { command: 'queryPlates' },
    },
  ],
}
