/** States that let everybody pass: who asks for one says when it ends, whatever asks (`mustEnd` of an ability). */
import type { Text } from '#base/text.ts'
import type { Command, DeviceClass } from '#model/device.ts'
import { invalidFields } from '#model/error.ts'
import type { Input, Params } from '#model/row.ts'

/** An end so far ahead that nobody remembers it is none. */
const LONGEST_DAYS = 31
export const LONGEST_S = LONGEST_DAYS * 86_400

/** Such a state among these values, and the value to which it returns: the first choice is the normal one. */
export function heldIn(
  { mustEnd, properties }: Pick<DeviceClass, 'mustEnd' | 'properties'>,
  values: Readonly<Input>,
): { property: string; is: unknown; normal: unknown } | null {
  const found = mustEnd.find(one => values[one.property] === one.is)
  if (!found) return null
  const field = properties[found.property]!.field
  return { ...found, normal: field.kind === 'choice' ? Object.values(field.values)[0]![0] : null }
}

/** The parameter of a command that says when the state ends. */
export const endOf = ({ input }: Pick<Command, 'input'>): string | null =>
  Object.entries(input).find(([, field]) => field.kind === 'instant')?.[0] ?? null

/** When the state that the values begin ends, or null where they begin none. Refuses one without an end, as an error at `field`. */
export function judgeEnd(
  deviceClass: Pick<DeviceClass, 'mustEnd' | 'properties'>,
  values: Readonly<Params>,
  { field, until, now }: { field: string; until: unknown; now: () => Date },
): string | null {
  const held = heldIn(deviceClass, values)
  if (!held) return null
  const wrong = (text: Text) => invalidFields([{ field, text }])
  if (typeof until !== 'string') throw wrong(['请选择到期时间', 'Choose when it ends'])
  const aheadS = (Date.parse(until) - now().getTime()) / 1000
  if (!(aheadS > 0)) throw wrong(['到期时间已过', 'It ends in the past'])
  if (aheadS > LONGEST_S) throw wrong([`最长 ${LONGEST_DAYS} 天`, `It must end within ${LONGEST_DAYS} days`])
  return new Date(until).toISOString()
}
