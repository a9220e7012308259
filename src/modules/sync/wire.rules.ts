/** One person as a device is told about them; `rights` where it keeps several, one right spread out where it keeps one. */
import type { Holds } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import type { Desired } from './effective.server.ts'

export function wireItem(
  { item, keeps }: Pick<Holds, 'item' | 'keeps'>,
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
