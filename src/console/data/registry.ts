/** Modules and device classes, set by `main` after sign-in, because the engines import none of them. */
import { use, type ComponentType } from 'react'
import type { ClassHead, DeviceClass } from '#model/device.ts'
import type { LinkageKinds } from '#model/linkage.ts'
import type { Lens, Noun } from '#model/noun.ts'
import type { Params } from '#model/row.ts'
import type { RuleFormProps } from '#console/app/RuleFormProps.ts'

export interface ConsoleRegistry {
  nouns: ReadonlyMap<string, Noun>
  lenses: ReadonlyMap<string, Lens>
  /** The base data of every class; the rest is loaded with the first page that needs it. */
  classIndex: readonly ClassHead[]
  /** Those that were brought. */
  classes: ReadonlyMap<string, DeviceClass>
  /** Brings every class; the same promise each time. */
  allClasses(): Promise<ReadonlyMap<string, DeviceClass>>
  /** Hand-written pages by file name. */
  pages: Readonly<Record<string, () => Promise<Params>>>
  /** Brings what modules add to linkage rules; the same promise each time. */
  linkageKinds(): Promise<LinkageKinds>
  /** Forms of those that have one of their own, by file name. */
  ruleForms: Readonly<Record<string, ComponentType<RuleFormProps>>>
  /** What modules add to the top bar of every page. */
  trays: readonly (() => Promise<{ default: ComponentType }>)[]
  /**
   * Brings a noun with all it refers to, and a lens of it, and the class of the page; without a name every noun and class. To be
   * awaited before `nounOf`.
   */
  prepare(noun?: string, lens?: string, deviceClass?: string): Promise<void>
  /** Brings what is chosen in the forms and dialogs of a noun besides; the same promise each time. */
  forDialogs(noun: string): Promise<unknown>
  /** Brings the classes whose words these rows of a noun are shown in. */
  prepareRows(noun: string, rows: readonly Readonly<Params>[]): Promise<void>
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

/** What the form or dialog of a noun chooses from; the component suspends until it is loaded. */
export const useDialogDefinitions = (noun: string): unknown => use(registry().forDialogs(noun))

/** Every device class; the component suspends until they are loaded. */
export const useClasses = (): ReadonlyMap<string, DeviceClass> => use(registry().allClasses())

/** What starts linkage rules, what they look at and what they do; the component suspends until it is loaded. */
export const useLinkageKinds = (): LinkageKinds => use(registry().linkageKinds())
