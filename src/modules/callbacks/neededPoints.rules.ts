/** What a callback needs of who saves it: to read what it carries. */
import type { Announcement } from '#model/announcement.ts'
import type { DeviceClass } from '#model/device.ts'
import type { NeededPoints } from '#modules/identity/account/neededPoints.rules.ts'

interface Known {
  announcements: ReadonlyMap<string, Announcement>
  classes: ReadonlyMap<string, DeviceClass>
}

/** For events of these kinds at a class of devices; a test carries an example. */
export const neededPoints = (
  { announcements, classes }: Known,
  deviceClass: string,
  keys: readonly string[],
): NeededPoints =>
  keys.flatMap(key => {
    const needs = announcements.get(key)?.needs ?? []
    return typeof needs === 'function' ? needs(classes.get(deviceClass)) : needs
  })
