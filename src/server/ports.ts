/** What operations may use besides the database; `main/wire.ts` chooses the implementation of each port. */
import type { Text } from '#base/text.ts'
import type { Db } from './sql/db.ts'
import type { LiveMessage } from '#model/live.ts'
import type { Noun } from '#model/noun.ts'
import type { Announcement } from '#model/announcement.ts'
import type { LinkageKinds } from '#model/linkage.ts'
import type { Protocol } from '#model/protocol.ts'
import type { Params } from '#model/row.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Dictionary } from '#model/dictionary.ts'
import type { Anchor } from './audit/anchor.ts'
import type { HeldLinks } from './heldLinks.ts'
import type { Sheets } from './sheets/sheets.ts'
import type { Carrier, Documents, Subjects } from './delivered.ts'
import type { NoticeSecret } from './askNotice.ts'
import type { Contents } from './announcedParts.ts'
import type { Acts, Causes, Looks } from './linkageParts.ts'
import type { LiveReaders } from './liveReaders.ts'
import type { Contribution, Handler, Retained, Schedule } from './parts.ts'
import type { StoredTexts, TextScreen } from './textScreen.ts'

/** Whose tiles the maps show. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`; it may contain a key, so browsers are never sent it. */
  address: string
  /** What the provider requires to stand on the map. */
  attribution: string
  /** The coordinates of the tiles; rows have WGS-84. */
  datum: 'wgs84' | 'gcj02'
}

/** A network that outbound calls may reach in addition to public addresses; `ports` null means every port. */
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

/** Only hints: messages may be lost, duplicated or late, and every consumer also polls. */
/** A hint between processes, by topic: something may have changed there. */
export interface Hints {
  live: LiveMessage
}
type HintOf<T> = T extends keyof Hints ? Hints[T] : Params
export interface Bus {
  publish<T extends string>(topic: T, message: HintOf<T>): void
  subscribe<T extends string>(topic: T, handle: (message: HintOf<T>) => void): () => void
}

export interface FileStore {
  /** Stores bytes completely or not at all under `key`, by default a new one, and returns the key. */
  put(bytes: Uint8Array, key?: string): Promise<string>
  get(key: string): Promise<Uint8Array | null>
  remove(key: string): Promise<void>
}

/** Anchors of the audit, kept where the owner of the database has no access. */
export interface AnchorBook {
  read(): Promise<Anchor[]>
  append(anchors: readonly Anchor[]): Promise<void>
}

/**
 * Encrypts what must not be in the database in plain text; `place` (table
 * column
 * row) is bound to the ciphertext.
 */
export interface Vault {
  seal(plain: string | Uint8Array, place: string): Buffer
  open(sealed: Uint8Array, place: string): Buffer
  /** A keyed digest by which a value can be found without being stored. */
  blindIndex(value: string, purpose: string): Buffer
  /** Key material of this installation for one purpose; the same at every start. */
  derive(purpose: string, bytes: number): Buffer
}

/** CPU-intensive work, done outside the event loop. */
export interface Hashing {
  hashPassword(password: string): Promise<string>
  verifyPassword(hash: string, password: string): Promise<boolean>
}

/** A menu row from the definitions; changes by people are kept. */
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
  /** Not for accounts that are limited to places. */
  beyondPlaces?: true
  /** Only for applications that have one of these device classes. */
  classes?: readonly string[]
}

/** The service that sends codes and notices to phones. `console` prints them in the terminal of the product. */
export type SmsSettings =
  | { provider: 'console' }
  | {
      provider: 'aliyun' | 'tencent'
      url: string
      keyId: string
      keySecret: string
      signName: string
      /** For codes. */
      template: string
      /** For notices; empty where none are sent. */
      noticeTemplate: string
      /** Tencent's SdkAppId; not used by Aliyun. */
      app: string
    }

export const SOCIAL_PROVIDERS = ['WX', 'MINI', 'QQ', 'GITEE', 'OSC'] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]
/** Our account at each provider whose users may sign in here. `url` replaces the provider's own address. */
export type SocialSettings = Partial<Record<SocialProvider, { appId: string; secret: string; url?: string }>>

/** A brand delivered with the product; changes by people are kept. */
export interface BrandSeed {
  code: string
  name: string
  title: string
  companyName: string
  footer: string
  accent?: string
}

/** What the server must know of an application to accept requests for it. */
export interface ApplicationState {
  sourceId: string
  zone: string
  /** A wire value of the noun's state. */
  state: number
  expired: boolean
  deviceClasses: readonly string[]
}
/** When the session last proved its identity, and the kinds of second factors of the user. */
export interface LastProof {
  provedAt: Date
  factors: readonly number[]
}

export interface Ports {
  sms: SmsSettings
  social: SocialSettings
  brands: readonly BrandSeed[]
  menu: readonly MenuSeed[]
  /** The points of verbs that nouns declare open to accounts limited to places. */
  placesPoints: ReadonlySet<string>
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
  /** Retention of pictures of passages, in days. */
  captureDays: number
  /** The quota for all files of one organisation, in bytes. */
  fileQuotaBytes: number
  /** Null for an unknown application. */
  applicationState(appId: string): Promise<ApplicationState | null>
  /** Null for an unknown session. */
  lastProof(sessionId: string): Promise<LastProof | null>
  classes: ReadonlyMap<string, DeviceClass>
  nouns: ReadonlyMap<string, Noun>
  /** What modules add to nouns of earlier ones, in the order of the modules. */
  contributions: readonly Contribution[]
  handlers: readonly Handler[]
  /** What devices store, by kind. */
  subjects: ReadonlyMap<string, Subjects>
  documents: ReadonlyMap<string, Documents>
  carrier: Carrier
  /** Triggers, conditions and acts of linkage rules, and their halves by key. */
  linkage: LinkageKinds & {
    causes: ReadonlyMap<string, Causes>
    looks: ReadonlyMap<string, Looks>
    halves: ReadonlyMap<string, Acts>
  }
  /** What callbacks can carry, and its halves by the type of the event. */
  announcements: ReadonlyMap<string, Announcement>
  contents: ReadonlyMap<string, Contents>
  /** What notices by SMS say that is not stored with them, by their origin. */
  noticeSecrets: ReadonlyMap<string, NoticeSecret>
  /** Who gets live messages, by type. */
  liveReaders: ReadonlyMap<string, readonly LiveReaders[]>
  /** What judges texts for the public. */
  textScreens: readonly TextScreen[]
  storedTexts: readonly StoredTexts[]
  /** What is kept for how long. */
  retained: readonly Retained[]
  schedules: readonly Schedule[]
  dictionaries: ReadonlyMap<string, Dictionary>
  publicUrl: string
  protocols: ReadonlyMap<string, Protocol>
  /** Where devices connect, by protocol; `tlsPort` is null where TLS is not offered. */
  deviceAddresses: Readonly<Record<string, { port: number; tlsPort: number | null }>>
  /** For the first administrator; undefined means that one is generated and printed. */
  adminPassword: string | undefined
  /** Aborted when the process begins to stop, so that long answers end. */
  stopping: AbortSignal
  /** Prints a line in the terminal of the product. */
  notice(line: string): void
  /** Networks and ports that outbound calls may reach in addition to public addresses. */
  callbackAllow: readonly AllowedNetwork[]
  /** Null where maps draw coasts instead of tiles. */
  mapTiles: MapTiles | null
}
