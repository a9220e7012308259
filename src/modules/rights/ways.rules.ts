/** The ways in which devices recognise people, one for each form of set: what of a person is stored for it, and what they lack. */
import type { HeldItem } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import type { Desired, SyncPerson } from './effective.server.ts'

/** What a device is sent that is not read before it is sent. */
export interface Opened {
  photoUrl?: string
  pin?: string
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
  /** What belongs to it and is no part of its version, because the same is sealed differently each time. */
  sealed?(person: SyncPerson): Partial<Desired>
  /** The same as it is sent. */
  sent(desired: Desired, opened: Opened): Params
}

/** The forms in which a device stores people with rights at its doors; a face of a library gives none. */
export type WayItem = Exclude<HeldItem, 'face'>
export const WAYS: Readonly<Record<WayItem, Way>> = {
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
  pin: {
    lacks: ({ pinDigest }) => pinDigest === null,
    why: null,
    stored: ({ pinDigest }) => ({ pinDigest }),
    sealed: ({ pinSealed }) => ({ pinSealed }),
    sent: (_, { pin }) => ({ pin }),
  },
}
export const ITEMS = Object.keys(WAYS) as readonly WayItem[]
export const isWay = (item: HeldItem): item is WayItem => Object.hasOwn(WAYS, item)
/** Throws for what a device does not store because of a right. */
export function wayOf(item: HeldItem): Way {
  if (!isWay(item)) throw new Error(`'${item}' gives no right at a door`)
  return WAYS[item]
}
