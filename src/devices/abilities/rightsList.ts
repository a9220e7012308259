/** A list of people, with what they are recognised by and their rights, that a device stores and judges by itself: cards, PINs, plates. */
import type { Text } from '#base/text.ts'
import type { Ability, Command, HeldItem } from '#model/device.ts'
import { integer } from '#model/field.ts'

interface ListWords {
  /** In the names of its commands: `Card` for `addCards`. */
  name: string
  /** What it stores, in the plural. */
  label: Text
  /** The property that reports how many fit, where it has another name than `cardCapacity`. */
  capacity?: { name: string; label: Text }
}

const READ: Command['input'] = {
  page: integer(['页', 'Page'], { min: 1, max: 10000 }),
  size: integer(['每页', 'Size'], { min: 1, max: 500 }),
}
const work = (label: Text, input: Command['input'] = {}): Command => ({
  ...{ label, input, ttlS: 60, offline: 'refuse', risk: 'none', lane: 'work' },
})

/** Its properties, commands and set; an ability adds what it reports. */
export function rightsList(
  item: HeldItem,
  {
    name,
    label: [zh, en],
    capacity = { name: `${item}Capacity`, label: [`${zh}容量`, `Capacity for ${en}`] },
  }: ListWords,
): Required<Pick<Ability, 'properties' | 'commands' | 'holds'>> {
  const [add, remove, read, count] = [`add${name}s`, `del${name}s`, `query${name}s`, `${item}Count`]
  return {
    properties: {
      [count]: { field: integer([`${zh}数`, en[0]!.toUpperCase() + en.slice(1)]), access: 'r' },
      [capacity.name]: { field: integer(capacity.label), access: 'r' },
    },
    commands: {
      [add]: work([`下发${zh}`, `Add ${en}`]),
      [remove]: work([`删除${zh}`, `Remove ${en}`]),
      [read]: work([`查询${zh}`, `Read ${en}`], READ),
    },
    holds: [
      {
        kind: 'set',
        item,
        key: 'personId',
        capacity: capacity.name,
        count,
        keeps: { rights: 8, spansADay: 3, closedDays: 366 },
        put: { command: add, list: `${item}s`, max: 200 },
        remove: { command: remove, list: 'personIds', max: 200 },
        readBack: { command: read },
      },
    ],
  }
}
