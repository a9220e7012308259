/** Protocols that know less than the class of a device: which commands they carry, and what their devices store. */
import type { Text } from '#base/text.ts'
import type { DeviceClass, HeldItem, HeldSet } from '#model/device.ts'
import { HOLDS, KNOWS, PROTOCOL_CHOICES } from '#devices/generated/choices.ts'

/** `protocol` is null where it is not known how the device is connected: then all that its class has counts. */
const knows = (protocol: string | null, command: string): boolean =>
  (protocol === null ? undefined : KNOWS[protocol])?.includes(command) ?? true

const nameOf = (protocol: string): Text => {
  const [, zh, en] = PROTOCOL_CHOICES[protocol as keyof typeof PROTOCOL_CHOICES]
  return [zh, en]
}

/** Why a device that is connected so takes no commands at all; null where it takes some. */
export function onlyReports(protocol: string | null): Text | null {
  if (protocol === null || KNOWS[protocol]?.length !== 0) return null
  const [zh, en] = nameOf(protocol)
  return [
    `设备以 ${zh} 接入，只上报，不能下发指令`,
    `The device is connected by ${en}, which only reports; it takes no commands`,
  ]
}

/** Why this command cannot be given to a device that is connected so; null where it can. */
export function notCarried(protocol: string | null, command: string): Text | null {
  if (protocol === null || knows(protocol, command)) return null
  const [zh, en] = nameOf(protocol)
  return (
    onlyReports(protocol) ?? [
      `设备以 ${zh} 接入，没有这个指令`,
      `The device is connected by ${en}, which has no such command`,
    ]
  )
}

/** A class without what a protocol cannot deliver, and with what its devices store: a camera that only opens has no list of ours. */
export const heldOver = (deviceClass: DeviceClass, protocol: string | null): DeviceClass => {
  const delivered = ({ put }: { put: { command: string } }): boolean => notCarried(protocol, put.command) === null
  return {
    ...deviceClass,
    sets: deviceClass.sets.filter(delivered).map(set => storedOver(set, protocol)),
    documents: deviceClass.documents.filter(delivered),
  }
}

/** A set of a class that its devices are never sent where they are connected so. */
export interface Unsent {
  deviceClass: string
  protocol: string
  item: HeldItem
  /** No set of the class is sent: the device stores no list and asks about each passage. */
  alone: boolean
}
export const unsentSets = (classes: Iterable<DeviceClass>): Unsent[] =>
  [...classes].flatMap(one =>
    Object.keys(KNOWS).flatMap(protocol => {
      const { sets } = heldOver(one, protocol)
      return one.sets
        .filter(set => one.protocols.includes(protocol) && !sets.some(({ item }) => item === set.item))
        .map(({ item }) => ({ deviceClass: one.key, protocol, item, alone: sets.length === 0 }))
    }),
  )

function storedOver(set: HeldSet, protocol: string | null): HeldSet {
  const less = protocol === null ? undefined : HOLDS[protocol]?.sets[set.item]
  if (!less) return set
  const { keeps, most } = less
  const part = <P extends { max: number }>(one: P): P => ({ ...one, max: Math.min(one.max, most) })
  return {
    ...{ ...set, keeps, put: part(set.put), remove: part(set.remove) },
    ...(set.putRights ? { putRights: part(set.putRights) } : {}),
  }
}

/** Whether its devices keep one record of a person, whatever they are recognised by. */
export const hasOneRecord = (protocol: string | null): boolean =>
  protocol !== null && HOLDS[protocol]?.oneRecord === true
