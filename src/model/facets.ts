/** Facets: what any field may say besides its kind. */
import type { Text } from '#base/text.ts'

export type Who = 'user' | 'system' | 'device'

/** How a filter may use a field. Each word stands for one comparison that keeps its index under row security. */
export type Find = 'equal' | 'prefix' | 'contains' | 'range' | 'among'

/** What a dialog is opened for. */
export type Mode = 'add' | 'edit' | 'view'

export interface Facets {
  required?: true
  /** A stored row always has a value, written by a person, a default or the system. What is required is so besides. */
  notNull?: true
  /** Required, unless the row is new and that other field is given, which fills it. */
  filledBy?: string
  /** Within the noun's scope; the table carries the matching unique index. */
  unique?: true
  find?: Find
  sort?: true
  /** Who writes it; what the system or a device writes never stands in a form. Default: user. */
  by?: Who
  /** Written once, when the row is added. */
  frozen?: true
  mask?: 'idCard' | 'phone' | 'words'
  personal?: true // the audit keeps that it changed, not its values
  help?: Text
  /** Takes the whole row of a form: 24 of its 24 columns instead of 12. */
  wide?: true
  /** Not in the dialog of these modes. */
  hiddenIn?: readonly Mode[]
  /** Shown but not to be changed in these modes; what may never change is `frozen`. */
  disabledIn?: readonly Mode[]
  /** Has no column: the noun's server half fills it for reading and uses it when writing. */
  virtual?: true
  /** Of a virtual field: where it is found, by its key inside a column of JSON. */
  within?: { column: string; key: string }
}
