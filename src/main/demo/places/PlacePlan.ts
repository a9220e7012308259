/** The plan of one customer: its application, devices, people with their hours, and how busy it is. */
import type { PIN_KINDS } from '#modules/codes/pinOrder.noun.ts'
import type { HairStyle } from '#simulators/bust.ts'
import type { SimClass, SimOptions } from '#simulators/simulate.ts'
import { refusalOf, type Refusal, type Span } from '#simulators/validity.ts'

export const PERSON_TYPE = { employee: 1, resident: 2, student: 3, visitor: 4, blocked: 5 } as const

export interface Cast {
  name: string
  personNo: string
  /** Path of organisations below the application. */
  org: string
  /** Devices with the same word are passed more often. */
  home: string | null
  type: number
  gender: 1 | 2
  age: number
  phone: string
  card: string | null
  plate?: string
  /** What they type at keypads. */
  pin?: string
  style?: HairStyle
  /** Width of the portrait in pixels; 0 means none. */
  portrait: number
  /** Days until the person's validity ends; negative if it has expired. */
  validDays?: number
  paused?: true
  group: string
}

export interface DevicePlan {
  sn: string
  name: string
  model: string
  site: string
  position: string
  /** 1 watches people who enter, 2 people who leave, 0 both. */
  direction: 0 | 1 | 2
  deviceClass: SimClass
  behaves?: Partial<SimOptions>
  /** How often people pass here, relative to the others. */
  weight: number
  home?: string
  /** It lost power some hours ago and stays offline. */
  gone?: true
  /** A loop in the ground opens it for cars that leave. */
  exit?: true
  /** The name of the gateway behind which it is; a gateway comes before its devices. */
  behind?: string
  /** The place of the smoke detector that releases its doors. */
  fire?: string
}

export interface GroupPlan {
  name: string
  remark: string
  /** Doors by the device's name. */
  devices: readonly string[]
  /** One of the customer's time plans; without one, always. */
  timePlan?: string
}
/** A location of a site; parents come first. */
export interface LocationPlan {
  site: string
  /** Path of names below the site. */
  path: string
  kind: 1 | 2 | 3 | 4 | 5 | 6 | 7
  /** The devices there, by name. */
  devices?: readonly string[]
}
export interface LinkagePlan {
  name: string
  deviceClass: SimClass
  /** The device that starts it; without one, every device of the class, or a time. */
  at?: string
  triggerKind?: number
  triggerEvent?: string
  trigger?: Readonly<Record<string, string | number | boolean>>
  /** The site whose sun a time follows. */
  site?: string
  conditions?: readonly object[]
  actions: readonly { device: string; component?: string; identifier: string; params?: object }[]
  silentS: number
}

export interface ProgrammePlan {
  name: string
  lines: readonly { text: string; color: number; mode: number; seconds?: number }[]
  voice?: string
  priority: number
  /** One of the customer's time plans; without one, always. */
  timePlan?: string
  /** 1: shown without connection, after so many seconds. */
  use?: 1
  offlineAfterS?: number
}

/** A step calls the account that builds the place: plans name no accounts. */
export interface EscalationPlan {
  name: string
  /** 1 alert, 2 fault, 3 urgent. */
  level: 1 | 2 | 3
  deviceClasses: readonly SimClass[]
  steps: readonly { afterS: number; by: 'console' | 'sms' }[]
  repeatS?: number
}
/** How a customer set its devices up: only the full demo has it. */
export interface SettingsPlan {
  doors: readonly {
    device: string
    relayMs: number
    openTimeoutSec: number
    /** One of the customer's time plans, in which the doors stand open. */
    openPlan?: string
    /** Of face terminals only. */
    antiPassback?: boolean
  }[]
  words: readonly { word: string; remark?: string }[]
  escalations: readonly EscalationPlan[]
  /** Codes issued to people by name, valid for so many hours, at every door that they may pass. */
  codes?: readonly { person: string; purpose: string; hours: number; mostUses?: number }[]
  pins?: readonly PinPlan[]
}

/** A temporary PIN of somebody at the doors of one device. */
export interface PinPlan {
  device: string
  kind: keyof typeof PIN_KINDS
  purpose: string
  hours: number
  mostUses?: number
  /** Of those by weekdays. */
  timePlan?: string
  /** One of the customer's people; or a visitor, with a phone. */
  holder: string
  phone?: string
  /** Nobody has approved it yet. */
  asked?: true
  /** Why it was revoked. */
  revoked?: string
  /** When it was made, with its end; 0 is today. */
  daysAgo?: number
}

/** A library of faces, and the cameras of recorders that compare with it. */
export interface LibraryPlan {
  name: string
  /** 1 ordinary, 2 watched */
  kind: 1 | 2
  urgent?: true
  /** People by name, and an organisation with all below it. */
  persons?: readonly string[]
  org?: string
  arms: readonly { device: string; channel: number; threshold: number }[]
}

export interface PlacePlan {
  /** The key of its progress, which must never change. */
  key: string
  application: {
    name: string
    industry: number
    /** The name of its scenario. */
    scenario: string
    /** Beyond those of its devices and rules. */
    deviceClasses?: readonly SimClass[]
    address: string
    position: { lng: number; lat: number }
    contact: string
    remark: string
  }
  sites: readonly {
    name: string
    code: string
    type: number
    address: string
    position: { lng: number; lat: number }
    manager: string
    status: number
  }[]
  locations: readonly LocationPlan[]
  /** Paths, parents first. */
  orgs: readonly string[]
  timePlans: readonly { name: string; week: readonly Span[] }[]
  groups: readonly GroupPlan[]
  devices: readonly DevicePlan[]
  cast: readonly Cast[]
  linkages: readonly LinkagePlan[]
  /** What its displays show. */
  programmes?: readonly ProgrammePlan[]
  settings?: SettingsPlan
  libraries?: readonly LibraryPlan[]
  callbacks: readonly { name: string; deviceClass: SimClass; events: readonly string[] }[]
  /** Passages per minute by hour of the day, on working days and on others. */
  perMinute: { working: readonly number[]; free: readonly number[] }
  /** The share of people who leave, by hour. */
  outward(hour: number): number
}

/** Why a person may not pass at that instant: former tenants never, others outside of the hours of their group. */
export function reasonAt({ groups, timePlans }: PlacePlan, person: Cast, at: number): Refusal | null {
  if ((person.validDays ?? 0) < 0) return 'expired'
  const { timePlan } = groups.find(({ name }) => name === person.group)!
  const week = timePlans.find(({ name }) => name === timePlan)?.week ?? null
  return refusalOf({ validFrom: null, validTo: null, week }, at)
}
/** The share of people who try outside their hours. */
export const TRIES_ANYWAY = 0.03

/** Cars pass there, not people. */
export const mayDrive = ({ deviceClass, behaves }: DevicePlan): boolean =>
  deviceClass === 'brakeDevice' && !behaves?.forPeople
