/** The fields and states of devices that linkage rules may look at. */
import type { DeviceClass } from '#model/device.ts'
import { choice, type Field } from '#model/field.ts'

/** Fields that every passage has, whatever its class calls them. */
const OF_PASSAGES: Readonly<Record<string, Field>> = {
  result: choice(['结果', 'Result'], { passed: [1, '放行', 'Passed'], refused: [0, '拒绝', 'Refused'] }),
  direction: choice(['方向', 'Direction'], { in: [1, '进', 'In'], out: [2, '出', 'Out'] }),
}
/** The fields of an event that a condition may name. */
export function eventFields(
  deviceClass: DeviceClass | undefined,
  event: string | null | undefined,
): Readonly<Record<string, Field>> {
  const spec = deviceClass?.events[event ?? '']
  if (!spec) return {}
  return { ...spec.fields, ...(spec.record === 'passage' ? OF_PASSAGES : {}) }
}

/** The property of a class that a rule names. */
export const propertyOf = (deviceClass: DeviceClass | undefined, name: unknown) =>
  typeof name === 'string' && name && deviceClass && Object.hasOwn(deviceClass.properties, name)
    ? deviceClass.properties[name]
    : undefined
