/** What the sync engine delivers to devices, declared by the modules that own it: subjects, many in a set, and documents. */
import { hash } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { HeldDocumentKey, HeldItem, HeldSet } from '#model/device.ts'
import type { Params } from '#model/row.ts'
import type { Ports } from './ports.ts'
import type { Query } from './sql/db.ts'

/** What a device must store about one subject. */
export interface Wanted<C = unknown> {
  /** The number by which devices know the subject; null when there is no such subject. */
  key: string | null
  /** Null when nothing must be stored. The version identifies the content; a device repeats it when it is read back. */
  held: { version: string; content: C } | null
  /** When time alone changes that, RFC 3339; null for never. */
  changesAt: string | null
}
/** A kind of subjects that devices store: people, plates, codes. The module that owns them declares it. */
export interface Subjects<C = unknown> {
  part: 'subjects'
  kind: string
  /** The forms in which devices can store them. */
  items: readonly HeldItem[]
  /** A statement with `id` and `name` of each subject, within the caller's scope. */
  names: Sql
  /** The keys of the subjects that exist, by id. */
  keysOf(query: Query, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The ids of those among the keys that are of this kind. */
  idsOf(query: Query, keys: readonly string[]): Promise<readonly string[]>
  /** For each device, with the set in which it stores them, and each subject, by `pairOf`. Pure in the state of the database. */
  wanted(
    query: Query,
    devices: ReadonlyMap<string, HeldSet>,
    ids: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, Wanted<C>>>
  /** The form that is sent to the device. */
  wire(ports: Ports, deviceId: string, set: HeldSet, content: C): Params
  /** The same with its rights and its version alone, for sets with `putRights`. */
  wireRights?(set: HeldSet, content: C): Params
}
export const subjects = <C>(spec: Omit<Subjects<C>, 'part'>): Subjects => ({ part: 'subjects', ...spec }) as Subjects

/** A kind of documents that devices store, one of each: the module that owns the content declares it. */
export interface Documents {
  part: 'documents'
  document: HeldDocumentKey
  /** What each device must store; devices that must store none are left out. */
  wanted(
    query: Query,
    deviceIds: readonly string[],
    ports: Pick<Ports, 'classes' | 'vault'>,
  ): Promise<ReadonlyMap<string, { version: string; content: unknown; name: string }>>
}
export const documents = (spec: Omit<Documents, 'part'>): Documents => ({ part: 'documents', ...spec })

/** Reads what a command of the sync engine carries at the moment when it is sent: the command stores none of it (decision 0018). */
export interface Carrier {
  part: 'carrier'
  /** The parameters that are sent; null when nothing of them must be sent any more. */
  load(ports: Ports, command: { id: string; deviceId: string; deviceClass: string }): Promise<Params | null>
}
export const carrier = (spec: Omit<Carrier, 'part'>): Carrier => ({ part: 'carrier', ...spec })

export type DeliveredPart = Subjects | Documents | Carrier

/** A version that changes with the content. */
export const versionOf = (content: unknown): string => hash('sha256', JSON.stringify(content), 'base64url').slice(0, 16)
