/** The props of every page, generated or hand-written. */
import type { DeviceClass } from '#model/device.ts'
import type { Lens, Noun } from '#model/noun.ts'

export type PageProps = {
  /** Of the route; all requests carry it by themselves. */
  appId?: string | undefined
  /** On pages of a device class. */
  deviceClass?: DeviceClass | undefined
  /** The lens of the same name, where there is one, and its noun. */
  lens?: Lens | undefined
  noun?: Noun | undefined
  /** All path parameters. */
  params: Readonly<Record<string, string>>
}
