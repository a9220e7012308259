/** All exchanges of the reference: those of all devices, with the first class, and those of each class. */
import type { DeviceClass } from '#model/device.ts'
import { classExchanges } from './classExchanges.ts'
import { commonExchanges } from './commonExchanges.ts'
import type { Exchange } from './exchange.ts'
import { isWay } from '#modules/rights/ways.rules.ts'
import { listExchange, packageExchange, refusedExchange } from './listExchanges.ts'

export const listsOf = (deviceClass: DeviceClass): Exchange[] => [
  // What a device stores of libraries is given by no right, as an exchange has it.
  ...deviceClass.sets
    .flatMap(set => (isWay(set.item) ? [{ ...set, item: set.item }] : []))
    .flatMap(set => [listExchange(deviceClass, set), refusedExchange(deviceClass, set)]),
  ...[packageExchange(deviceClass)].filter(one => one !== undefined),
]

export function allExchanges(classes: readonly DeviceClass[]): Exchange[] {
  const [first] = classes
  return [
    ...(first ? commonExchanges(first) : []),
    ...classes.flatMap(one => [...classExchanges(one), ...listsOf(one)]),
  ]
}
