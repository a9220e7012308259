/** What the product consists of, handed over by `main` after sign-in: the engines themselves know no module and no device. */
import type { ClassOutline, DeviceClass } from '#model/device.ts'
import type { Lens, Noun } from '#model/noun.ts'

export interface ConsoleRegistry {
  nouns: ReadonlyMap<string, Noun>
  lenses: ReadonlyMap<string, Lens>
  /** Every class; what it is made of is in `classes`. */
  classIndex: readonly ClassOutline[]
  /** Whole, once a page that needs them was prepared. */
  classes: ReadonlyMap<string, DeviceClass>
  /** Hand-written pages by file name. */
  pages: Readonly<Record<string, () => Promise<Record<string, unknown>>>>
  /**
   * Brings a noun with all it refers to, and a lens of it; without a name every noun. The classes come with a page of one,
   * and with nouns that hold their keys. To be awaited before `nounOf`.
   */
  prepare(noun?: string, lens?: string, deviceClass?: string): Promise<void>
}

let held: ConsoleRegistry | undefined
export const setRegistry = (registry: ConsoleRegistry): void => {
  held = registry
}
export const registry = (): ConsoleRegistry => {
  if (!held) throw new Error('the registry is handed over before the first page')
  return held
}
export const nounOf = (key: string): Noun | undefined => held?.nouns.get(key)
