/** Protocols whose devices only report: why a command to such a device is refused, and offered nowhere. */
import type { Text } from '#base/text.ts'
import { ONE_WAY, PROTOCOL_CHOICES } from '#devices/generated/choices.ts'

/** Null where a device that is connected so can be commanded, or where it is not known how it is connected. */
export function oneWayReason(protocol: string | null): Text | null {
  if (protocol === null || !ONE_WAY.includes(protocol)) return null
  const [, zh, en] = PROTOCOL_CHOICES[protocol as keyof typeof PROTOCOL_CHOICES]
  return [
    `设备以 ${zh} 接入，只上报，不能下发指令`,
    `The device is connected by ${en}, which only reports; it takes no commands`,
  ]
}
