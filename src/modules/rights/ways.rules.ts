/** The ways in which devices recognise people, one for each form of set: what of a person is stored for it, and what they lack. */
import type { HeldItem } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import type { Desired, SyncPerson } from './effective.server.ts'

/** What a device is sent that is not read before it is sent. */
export interface Opened {
  photoUrl?: string
}
interface Way {
  lacks(person: SyncPerson): boolean
  /**
   * What is said of a person who lacks it, where the device recognises nobody otherwise. Null where it also asks the platform:
   * nothing is missing then.
   */
  why: 'noPortrait' | 'noCard' | null
  /** Its part of what must be stored. */
  stored(person: SyncPerson): Partial<Desired>
  /** The same as it is sent. */
  sent(desired: Desired, opened: Opened): Params
}

export const WAYS: Readonly<Record<HeldItem, Way>> = {
  person: {
    lacks: ({ faceState, portraitDigest }) => faceState !== 2 || !portraitDigest,
    why: 'noPortrait',
    stored: ({ portraitDigest }) => ({ portraitDigest }),
    sent: ({ portraitDigest }, { photoUrl }) => ({ photoUrl: photoUrl ?? null, photoDigest: portraitDigest }),
  },
  card: {
    lacks: ({ cards }) => cards.length === 0,
    why: 'noCard',
    stored: ({ cards }) => ({ cards: [...cards].sort() }),
    sent: ({ cards }) => ({ cards }),
  },
  plate: {
    lacks: ({ plates }) => plates.length === 0,
    why: null,
    stored: ({ plates }) => ({ plates: [...plates].sort() }),
    sent: ({ plates }) => ({ plates }),
  },
}
export const ITEMS = Object.keys(WAYS) as readonly HeldItem[]
