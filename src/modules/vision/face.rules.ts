/** A face of a library in the form in which a device is sent it. */
import type { Params } from '#model/row.ts'

export interface Face {
  id: string
  /** The number by which devices know the person. */
  personId: string
  name: string
  /** The numbers of the libraries that the cameras of the device compare with. */
  libIds: number[]
  portraitDigest: string
  version: string
}

export const wireFace = ({ personId, name, libIds, portraitDigest, version }: Face, photoUrl: string): Params => ({
  ...{ personId, name, libIds, photoUrl, photoDigest: portraitDigest },
  digest: version,
})
