/** One person in the form sent to a device; with `rights` where it stores several, or one right spread out where it stores one. */
import type { HeldSet } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import type { Desired } from './effective.server.ts'

/** The rights of one person alone, who is on the device already. */
export const wireRights = (
  { keeps }: Pick<HeldSet, 'keeps'>,
  { personId, zone, rights, version }: Desired,
): Params => ({ personId, zone, ...(keeps.rights > 1 ? { rights } : rights[0]), digest: version })

export function wireItem(
  { item, keeps }: Pick<HeldSet, 'item' | 'keeps'>,
  { personId, name, zone, rights, cards, portraitDigest, version }: Desired,
  photoUrl: string | null,
): Params {
  return {
    personId,
    name,
    zone,
    ...(keeps.rights > 1 ? { rights } : rights[0]),
    ...(item === 'person' ? { photoUrl, photoDigest: portraitDigest } : { cards }),
    digest: version,
  }
}
