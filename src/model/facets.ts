/** Facets: what any field may declare besides its kind. */
import type { IdentityKind } from '#base/identity.ts'
import type { Pattern } from '#base/rules.ts'
import type { Text } from '#base/text.ts'

export type Who = 'user' | 'system' | 'device'

/**
 * How a filter may use a field. Each value is one comparison that can use its index under row security. `tail`: equal, or of
 * exactly four characters the last four.
 */
export type Find = 'equal' | 'tail' | 'prefix' | 'contains' | 'range' | 'among'

/** What a dialog is opened for. */
export type Mode = 'add' | 'edit' | 'view'

export interface Facets {
  required?: true
  /** A stored row always has a value, from a person, a default or the system. Required fields are not null in any case. */
  notNull?: true
  /** Required, except on a new row whose field of this name is given, from which it is filled. */
  filledBy?: string
  /** Unique within the noun's scope; the table has the matching unique index. */
  unique?: true
  find?: Find
  /** It is found only among the rows of one value of this field, because no index leads to it. */
  findWith?: string
  sort?: true
  /** Who writes it; what the system or a device writes is never part of a form. Default: user. */
  by?: Who
  /** Written once, when the row is added. */
  frozen?: true
  mask?: 'idCard' | 'phone' | 'words'
  personal?: true // the audit keeps that it changed, not its values
  help?: Text
  /** What it means that there is no value, shown in its place: 全天, 不限. */
  none?: Text
  /** Rarely filled in: forms show it under 更多, opened by its value or its error. */
  rare?: true
  /** Of use to support only: details show it behind 技术细节, to be copied. */
  technical?: true
  /** Takes a whole row of a form: 24 of its 24 columns instead of 12. */
  wide?: true
  /** Has no meaning while another field has one of these values: forms neither show nor send it. */
  notWith?: Readonly<Record<string, readonly number[]>>
  /** Left out of the dialog in these modes. */
  hiddenIn?: readonly Mode[]
  /** Shown but read-only in these modes; a value that can never change is `frozen`. */
  disabledIn?: readonly Mode[]
  /** Has no column: the noun's server half fills it on reading and uses it on writing. */
  virtual?: true
  /** For a virtual field: its key inside a column of JSON. */
  within?: { column: string; key: string }
}

/** Facets of texts that identify something. */
export interface IdentifyingText {
  /** Unique, found and compared in the one form of such identities, which is stored beside the text in `x_key`. */
  identity?: IdentityKind
  /** Another pattern while a choice field of the same row has one of these values. */
  patternWith?: Readonly<Record<string, Readonly<Record<number, Pattern>>>>
}

/** Facets of texts that displays show or say. */
export interface DisplayedText {
  /** Only characters that GBK has, as boards of displays store them; judged on the server, which has the table. */
  gbk?: true
  /** Shown or said to the public: refused with a word that the application or the platform forbids. */
  screened?: true
}

/** Facets of lists. */
export interface Repeated {
  /** An item may be repeated for several values of its field `over` at once, such as one span for every day of a week. */
  repeat?: { over: string; sets: readonly (readonly [values: readonly number[], zh: string, en: string])[] }
}
