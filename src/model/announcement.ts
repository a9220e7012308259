/** An event that callbacks carry to a customer's systems, declared by the module whose event it is. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from './device.ts'
import type { Fields } from './field.ts'
import type { Params } from './row.ts'

export interface Announcement {
  /** The event of the outbox. */
  announces: string
  /** Its name in `events` of a callback, and in `portico.<key>.v1`. */
  key: string
  label: Text
  /** It is about a device, and goes to the endpoints of its class; others go to every endpoint that asks for them. */
  devices?: true
  /** Its data, as the names on the wire. */
  fields: Fields
  /** Points to read it; of each entry any suffices. */
  needs: readonly (readonly string[])[] | ((deviceClass: DeviceClass | undefined) => readonly (readonly string[])[])
  /** Data of one, for the test of an endpoint and the reference. */
  sample: Readonly<Params>
  /** Whether an event of the outbox may be one, where several share it. */
  carries?(payload: Readonly<Params>): boolean
}
export const defineAnnouncement = (key: string, spec: Omit<Announcement, 'key'>): Announcement => ({ key, ...spec })

/** The announcements among these values, by key. Throws where two have the same, or carry all of one event of the outbox. */
export function announcementsIn(values: readonly unknown[]): ReadonlyMap<string, Announcement> {
  const found = new Map<string, Announcement>()
  for (const value of values) {
    if (typeof value !== 'object' || value === null || !('announces' in value)) continue
    const one = value as Announcement
    if (found.has(one.key)) throw new Error(`two modules announce ${one.key}: choose another key`)
    const same = [...found.values()].find(other => other.announces === one.announces)
    if (same && !(one.carries && same.carries))
      throw new Error(`${same.key} and ${one.key} are both announced by ${one.announces}: each says which it carries`)
    found.set(one.key, one)
  }
  return found
}
