/** What operations may use besides the database; `main/wire.ts` chooses who stands behind each port. */
import type { Text } from '#base/text.ts'
import type { Db } from './sql/db.ts'
import type { LiveMessage } from '#model/live.ts'
import type { Params } from '#model/row.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Dictionary } from '#model/dictionary.ts'
import type { Anchor } from './audit/anchor.ts'
import type { HeldLinks } from './heldLinks.ts'
import type { Sheets } from './sheets/sheets.ts'
import type { Contribution, Handler, Retained } from './parts.ts'

/** A network that outbound calls may reach besides public ones; `ports` null means every port. */
export interface AllowedNetwork {
  address: string
  family: 'ipv4' | 'ipv6'
  prefix: number
  ports: { from: number; to: number } | null
}

export interface Log {
  info(fields: Params, message: string): void
  warn(fields: Params, message: string): void
  error(fields: Params, message: string): void
}

/** Wakes others up. Only a hint: messages may be lost, doubled or late, and every consumer also polls. */
/** A hint between processes, by topic: that there is something to look for. */
export interface Hints {
  live: LiveMessage
}
type HintOf<T> = T extends keyof Hints ? Hints[T] : Params
export interface Bus {
  publish<T extends string>(topic: T, message: HintOf<T>): void
  subscribe<T extends string>(topic: T, handle: (message: HintOf<T>) => void): () => void
}

export interface FileStore {
  /** Stores bytes whole or not at all under `key`, by default a new one, and answers it. */
  put(bytes: Uint8Array, key?: string): Promise<string>
  get(key: string): Promise<Uint8Array | null>
  remove(key: string): Promise<void>
}

/** Anchors of the audit, kept where the database's owner does not reach. */
export interface AnchorBook {
  read(): Promise<Anchor[]>
  append(anchors: readonly Anchor[]): Promise<void>
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

/** Who carries codes to phones. `console` prints them where the product was started. */
export type SmsSettings =
  | { provider: 'console' }
  | {
      provider: 'aliyun' | 'tencent'
      url: string
      keyId: string
      keySecret: string
      signName: string
      template: string
      /** Tencent's SdkAppId; unused by Aliyun. */
      app: string
    }

export const SOCIAL_PROVIDERS = ['WX', 'MINI', 'QQ', 'GITEE', 'OSC'] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]
/** Our account at each provider whose people may sign in here. `url` stands in for the provider's own address. */
export type SocialSettings = Partial<Record<SocialProvider, { appId: string; secret: string; url?: string }>>

/** A brand as the product brings it; what people edited is kept. */
export interface BrandSeed {
  code: string
  name: string
  title: string
  companyName: string
  footer: string
  accent?: string
}

/** What the server must know of an application to let a request into it. */
export interface ApplicationState {
  sourceId: string
  zone: string
  /** As in its noun. */
  state: number
  expired: boolean
  deviceClasses: readonly string[]
}
/** When somebody last said who they are, and the kinds of second factors they have. */
export interface LastProof {
  provedAt: Date
  factors: readonly number[]
}

export interface Ports {
  sms: SmsSettings
  social: SocialSettings
  brands: readonly BrandSeed[]
  menu: readonly MenuSeed[]
  db: Db
  bus: Bus
  links: HeldLinks
  files: FileStore
  anchors: AnchorBook
  vault: Vault
  hashing: Hashing
  sheets: Sheets
  log: Log
  newId(): string
  now(): Date
  node: string
  /** Pictures of passages are kept for so many days. */
  captureDays: number
  /** What the files of one organisation may take together. */
  fileQuotaBytes: number
  /** Null for one that is not there. */
  applicationState(appId: string): Promise<ApplicationState | null>
  /** Null for a session that is not there. */
  lastProof(sessionId: string): Promise<LastProof | null>
  classes: ReadonlyMap<string, DeviceClass>
  /** What modules add to nouns of earlier ones, in the order of the modules. */
  contributions: readonly Contribution[]
  handlers: readonly Handler[]
  /** What is kept for how long. */
  retained: readonly Retained[]
  dictionaries: ReadonlyMap<string, Dictionary>
  publicUrl: string
  /** Where devices connect; `tlsPort` is null where it is not offered. */
  mqtt: { port: number; tlsPort: number | null }
  /** For the first administrator; undefined means: make one up and say it. */
  adminPassword: string | undefined
  /** Aborted when the process begins to stop: long answers end. */
  stopping: AbortSignal
  /** Says a line to whoever started the product. */
  notice(line: string): void
  /** Networks and ports that outbound calls may reach besides public ones. */
  callbackAllow: readonly AllowedNetwork[]
}
