/** One person in the form sent to a device; with `rights` where it stores several, or one right spread out where it stores one. */
import type { HeldSet } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import type { Desired } from './effective.server.ts'
import { wayOf, type Opened } from './ways.rules.ts'

/** The rights of one person alone, who is on the device already. */
export const wireRights = (
  { keeps }: Pick<HeldSet, 'keeps'>,
  { personId, zone, rights, version }: Desired,
): Params => ({ personId, zone, ...(keeps.rights > 1 ? { rights } : rights[0]), digest: version })

export function wireItem({ item, keeps }: Pick<HeldSet, 'item' | 'keeps'>, desired: Desired, opened: Opened): Params {
  const { personId, name, zone, rights, version } = desired
  return {
    personId,
    name,
    zone,
    ...(keeps.rights > 1 ? { rights } : rights[0]),
    ...wayOf(item).sent(desired, opened),
    digest: version,
  }
}
