/** What operations may use besides the database; `main/wire.ts` chooses who stands behind each port. */
import type { Text } from '#base/text.ts'
import type { Db } from './sql/db.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Sheets } from './sheets/sheets.ts'

/** A network that outbound calls may reach besides public ones; `ports` null means every port. */
export interface AllowedNetwork {
  address: string
  family: 'ipv4' | 'ipv6'
  prefix: number
  ports: { from: number; to: number } | null
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** Wakes others up. Only a hint: messages may be lost, doubled or late, and every consumer also polls. */
export interface Bus {
  publish(topic: string, message: Record<string, unknown>): void
  subscribe(topic: string, handle: (message: Record<string, unknown>) => void): () => void
}

export interface FileStore {
  /** Stores bytes under a new random key and answers it. */
  put(bytes: Uint8Array): Promise<string>
  get(key: string): Promise<Uint8Array | null>
  remove(key: string): Promise<void>
}

/** Encrypts what the database must not hold in the clear; `place` (table|column|row) is bound to the ciphertext. */
export interface Vault {
  seal(plain: string | Uint8Array, place: string): Buffer
  open(sealed: Uint8Array, place: string): Buffer
  /** A keyed digest under which a value can be found again without being stored. */
  blindIndex(value: string, purpose: string): Buffer
  /** Key material of this installation for one purpose; the same at every start. */
  derive(purpose: string, bytes: number): Buffer
}

/** CPU-heavy work, done away from the event loop. */
export interface Hashing {
  hashPassword(password: string): Promise<string>
  verifyPassword(hash: string, password: string): Promise<boolean>
}

/** A row of the menu as the definitions give it; what people edited is kept. */
export interface MenuSeed {
  key: string
  parentKey: string | null
  name: Text
  path: string | null
  icon: string | null
  /** '0' left · '1' button · '2' top */
  type: '0' | '1' | '2'
  permission: string | null
  sort: number
}

export interface Ports {
  menu: readonly MenuSeed[]
  db: Db
  bus: Bus
  files: FileStore
  vault: Vault
  hashing: Hashing
  sheets: Sheets
  log: Log
  newId(): string
  now(): Date
  node: string
  classes: ReadonlyMap<string, DeviceClass>
  publicUrl: string
  /** For the first administrator; undefined means: make one up and say it. */
  adminPassword: string | undefined
  /** Aborted when the process begins to stop: long answers end. */
  stopping: AbortSignal
  /** Says a line to whoever started the product. */
  notice(line: string): void
  /** Networks and ports that outbound calls may reach besides public ones. */
  callbackAllow: readonly AllowedNetwork[]
}
