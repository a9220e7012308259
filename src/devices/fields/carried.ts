/** Protocols that know less than the class of a device: which commands they carry. */
import type { Text } from '#base/text.ts'
import type { DeviceClass, HeldItem } from '#model/device.ts'
import { KNOWS, PROTOCOL_CHOICES } from '#devices/generated/choices.ts'

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

/** A class without what a protocol cannot deliver: a camera that only opens stores no list of ours. */
export const heldOver = (deviceClass: DeviceClass, protocol: string | null): DeviceClass => {
  const delivered = ({ put }: { put: { command: string } }): boolean => notCarried(protocol, put.command) === null
  return {
    ...deviceClass,
    sets: deviceClass.sets.filter(delivered),
    documents: deviceClass.documents.filter(delivered),
  }
}

/** A set of a class that its devices are never sent where they are connected so. */
export interface Unsent {
  deviceClass: string
  protocol: string
  item: HeldItem
  /** They are sent no other set either: they store nobody, and ask. */
  alone: boolean
}
export const unsentSets = (classes: Iterable<DeviceClass>): Unsent[] =>
  [...classes].flatMap(one =>
    Object.keys(KNOWS).flatMap(protocol => {
      const { sets } = heldOver(one, protocol)
      return one.sets
        .filter(set => one.protocols.includes(protocol) && !sets.includes(set))
        .map(({ item }) => ({ deviceClass: one.key, protocol, item, alone: sets.length === 0 }))
    }),
  )
