/** What the demo knows of one customer: the application, what stands where, who comes and when, and how busy it is. */
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
  style?: HairStyle
  /** Pixels of the portrait's width; 0 is no portrait. */
  portrait: number
  /** Days until the right to come ends; negative is over already. */
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
  /** 1 watches who comes in, 2 who goes out, 0 both. */
  direction: 0 | 1 | 2
  deviceClass: SimClass
  behaves?: Partial<SimOptions>
  /** How often people pass here, against the others. */
  weight: number
  home?: string
  /** Lost its mains some hours ago and stays away. */
  gone?: true
  /** A loop in the ground opens it for cars that leave. */
  exit?: true
  /** Where the smoke detector is that frees its doors. */
  fire?: string
}

export interface GroupPlan {
  name: string
  remark: string
  /** Doors by the device's name. */
  devices: readonly string[]
  /** One of the place's time plans; always without. */
  timePlan?: string
}
export interface LinkagePlan {
  name: string
  deviceClass: SimClass
  trigger: string
  triggerEvent: string
  conditions: object
  actions: readonly { device: string; component?: string; identifier: string }[]
  silentS: number
}

export interface PlacePlan {
  /** The name of its progress; never changed. */
  key: string
  application: {
    name: string
    industry: number
    deviceClasses: readonly SimClass[]
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
  /** Paths, parents first. */
  orgs: readonly string[]
  timePlans: readonly { name: string; week: readonly Span[] }[]
  groups: readonly GroupPlan[]
  devices: readonly DevicePlan[]
  cast: readonly Cast[]
  linkages: readonly LinkagePlan[]
  callbacks: readonly { name: string; deviceClass: SimClass; events: readonly string[] }[]
  /** Passages in a minute by hour of the place, on working days and on others. */
  perMinute: { working: readonly number[]; free: readonly number[] }
  /** The share of those who leave, by hour. */
  outward(hour: number): number
}

/** Why somebody may not come at that instant: former tenants never, others outside of the hours of their group. */
export function reasonAt({ groups, timePlans }: PlacePlan, person: Cast, at: number): Refusal | null {
  if ((person.validDays ?? 0) < 0) return 'expired'
  const { timePlan } = groups.find(({ name }) => name === person.group)!
  const week = timePlans.find(({ name }) => name === timePlan)?.week ?? null
  return refusalOf({ validFrom: null, validTo: null, week }, at)
}
/** Most people know their hours. */
export const TRIES_ANYWAY = 0.03
