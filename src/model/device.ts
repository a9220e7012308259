/** Device classes and abilities: a class is a label, some abilities and its pages; an ability is plain data. */
import type { Unit } from '#base/figureTexts.ts'
import type { Text } from '#base/text.ts'
import type { AdvertScreen } from './AdvertScreen.ts'
import type { Category } from './category.ts'
import type { Choices, Field, Fields } from './field.ts'
import type { Fault } from './faults.ts'
import type { EventFamily, ReadingFamily } from './families.ts'
import type { Look } from './look.ts'
import type { PortraitCapture } from './portraitCapture.ts'

export const PAGE_KINDS = [
  'equi',
  'equiSum',
  'authorize',
  'person',
  'discern',
  'callback',
  'union',
  'event',
  'log',
  'operateRecord',
  'record',
  'accessControl',
  'capture',
  'pswOrder',
] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** A numbered part of a device: a door, a reader, a port. State, commands and permission are per part. */
export interface Component {
  label: Text
  min: number
  /** `model`: the specification of the device model says how many (`spec[<kind>Count]`). */
  max: number | 'model'
  /** The parameter that identifies the part in this class's messages, for example `doorNo`. */
  param: string
  /** The property that carries the state of all parts at once as a list of `{no, …}`, for example `doors`. */
  list: string
}
export interface Property {
  field: Field
  unit?: Unit
  access: 'r' | 'rw'
  per?: string
  /** The consequence of setting it by mistake, where setting it again does not undo that. */
  risk?: Risk
  /** Setting it to `to` is refused while another property has a value, as with commands. */
  never?: readonly ({ to: unknown } & NeverRule)[]
  /** What a person must confirm before it is set to `to`. */
  confirm?: readonly { to: unknown; text: Text }[]
  /** Counts movements, of which a model is rated for a number. Only of the device as a whole. */
  wears?: true
  /** Its values are kept as a curve. */
  record?: ReadingFamily
}
/** Why something is refused in a state: the first property that has its value decides. */
export interface NeverRule {
  property: string
  is: unknown
  because: Text
  /** People with the permission to force can override it; the device is then sent `force`. */
  force?: true
  /** Of a command: only when it is given with this parameter. */
  with?: { param: string; is: unknown }
}
export type Risk = 'none' | 'opens' | 'moves' | 'spends' | 'erases'
export interface Command {
  label: Text
  input: Fields
  /** What the device's answer says besides success; pictures in it are stored as those of events. */
  output?: Fields
  per?: string
  /** Time to live in seconds: after it, the command must never act. */
  ttlS: number
  offline: 'refuse' | 'queue'
  /** The consequence of a mistake; it decides whether a reason, a confirmation and a safety check are required. */
  risk: Risk
  /** `now` is never queued behind sync work. */
  lane: 'now' | 'work'
  /** Refused while a property of the part has one of these values: never raise a bollard under a car. */
  never?: readonly NeverRule[]
  /** What a person must confirm before it is sent. */
  confirm?: Text
  /** The parameter in which the user types the serial number of the device, as a second confirmation: any other refuses it. */
  typed?: string
  /** It prevents harm: among the actions of a rule it comes first, without delay, and waits for no other. */
  safety?: true
  /** It changes nothing that the device reports: a rule may give it to the device that started the rule. */
  inert?: true
  /** Shown on the card of the part although it has no risk, as commands for maintenance have none. */
  atHand?: true
  /** Takes that command back: of the two, the one is shown that its proof does not rule out. */
  undoes?: string
  /**
   * Its text must fit on a board: these properties report its rows and its characters a row, two bytes each in GBK. A board
   * that has not reported them takes any text.
   */
  fits?: { param: string; rows: string; cols: string; unless?: { param: string; is: unknown } }
  /** The state that proves it: the command is done when the device reports it. `text` says what the command waits for. */
  proof?: { property: string; is: unknown; text: Text }
}
/** What an answer may say to people. */
export type AnswerText = 'display' | 'voice'
export interface EventSpec {
  label: Text
  /** `urgent`: somebody must come at once. */
  level: 'info' | 'alert' | 'fault' | 'urgent'
  fields: Fields
  per?: string
  record: EventFamily
  /** Of a capture: what was seen. */
  seen?: number
  /** Cleared by the same event with `on: false`. */
  ends?: true
  /** The device waits for a decision of the platform. */
  ask?: {
    withinMs: number
    whenSilent: Text
    /** What the answer says besides allow and reason: a text to show, one to say. */
    answers: readonly AnswerText[]
    /**
     * A device that can decide locally sets the flag `param` and reports what it did (`ok`, `reason`): no answer is sent,
     * and it is judged again. Where it let pass what our rules refuse, the event `objection` is stored as well.
     */
    decided?: { param: string; objection: string }
  }
  /** Parameters that prove something: decided about as they came, and stored only in part. */
  veiled?: readonly string[]
}
/** How much of a person's rights a device can store; where rules need more, what is valid now is sent, and the rest when due. */
export interface Keeps {
  /** Number of rights per person; with 1, one period and one week apply to every door. */
  rights: number
  /** Time spans of the week on one day, joined and split at midnight. */
  spansADay: number
  /** Days on which a right is closed, whatever its week says. */
  closedDays: number
}
/** The forms in which devices hold things, with their dictionary; a module declares which subjects have a form. */
export const HELD = {
  dictionary: ['sync_obj', '同步对象', 'Sync object'],
  items: {
    person: ['person', '人员', 'Person'],
    card: ['card', '卡', 'Card'],
    plate: ['plate', '车牌', 'Plate'],
    pin: ['pin', '密码', 'PIN'],
    face: ['face', '库内人脸', 'Face of a library'],
  },
  documents: {
    programme: ['programme', '节目', 'Programme'],
    parameters: ['parameters', '参数', 'Parameters'],
    doorHours: ['doorHours', '时段', 'Hours'],
    doorParam: ['doorParam', '门参数', 'Door parameters'],
    codeKeys: ['codeKeys', '验码公钥', 'Keys of codes'],
    tempPins: ['tempPins', '临时密码', 'Temporary PINs'],
    arming: ['arming', '布控', 'Arming'],
  },
} as const satisfies { dictionary: readonly [string, string, string]; items: Choices; documents: Choices }
export type HeldItem = keyof typeof HELD.items
export type HeldDocumentKey = keyof typeof HELD.documents

/** Many things that must be stored on the device, one by one: people, cards, plates. */
export interface HeldSet {
  kind: 'set'
  item: HeldItem
  /** The name, in each list, of the number by which the device knows an item. */
  key: string
  /** The property that reports how many fit: its own, as no other set shares it. */
  capacity: string
  count: string
  keeps: Keeps
  put: { command: string; list: string; max: number }
  /** Sent in place of `put` where only the rights of items changed that the device was sent before. */
  putRights?: { command: string; list: string; max: number }
  remove: { command: string; list: string; max: number }
  /** Its answer names `items` by their key, with our `digest` where the device keeps it: without one, only missing and extra keys are found. */
  readBack: { command: string }
}
/** One thing that must be stored on the device as a whole, in one version: a programme, parameters. */
export interface HeldDocument {
  kind: 'document'
  document: HeldDocumentKey
  /** The fields of its content that the device knows, where not every device knows all. */
  keeps?: readonly string[]
  /** The command that replaces it, and the parameters that carry its content and its version. */
  put: { command: string; content: string; version: string }
  /** The command that reports the version that is stored, in the field `version` of its answer. */
  readBack: { command: string; version: string }
}
/** What a device stores and the platform decides. Nothing else links a class to the sync engine. */
export type Holds = HeldSet | HeldDocument
export interface Ability {
  name: string
  components?: Record<string, Component>
  properties?: Record<string, Property>
  commands?: Record<string, Command>
  events?: Record<string, EventSpec>
  holds?: readonly Holds[]
  /** How the state of its part is displayed. */
  look?: Look
  /** States that let everybody pass for as long as they last: a request for one must give its end. */
  mustEnd?: readonly { property: string; is: unknown }[]
  /** The command that lets one person pass. */
  opens?: string
  /** Kinds of faults that people may report, besides those of any device. */
  faults?: readonly Fault[]
  screen?: AdvertScreen
  portraits?: PortraitCapture
  /** What the overview of its devices counts; if several abilities name one, the first in `FIGURES` is used. */
  figures?: Figure
}
/** What an overview counts by hour: passages and refusals, captures and alarms, or events and alarms. */
const FIGURES = ['passages', 'captures', 'events'] as const
export type Figure = (typeof FIGURES)[number]
export interface ClassSpec {
  label: Text
  /** Name of a lucide icon in `console/kit/iconSet.ts`. */
  icon: string
  category: Category
  abilities: readonly Ability[]
  protocols: readonly string[]
  pages: readonly PageKind[]
  /** Kinds of pages that show another lens for this class than the one of their name: a record is not the same everywhere. */
  lenses?: Readonly<Partial<Record<PageKind, string>>>
}
/** The key of the lens that a page of this kind shows for a class. */
export const lensKeyOf = ({ lenses }: Pick<ClassSpec, 'lenses'>, kind: PageKind): string => lenses?.[kind] ?? kind
/** The part of a class that is known before the class is loaded. */
export type ClassHead = Pick<ClassSpec, 'label' | 'pages' | 'lenses'> & { key: string }
export interface DeviceClass extends ClassSpec {
  key: string
  components: Record<string, Component>
  properties: Record<string, Property>
  commands: Record<string, Command>
  events: Record<string, EventSpec>
  /** What answers to its commands may say, whichever command it was. */
  outputs: Fields
  /** The names of properties whose values are kept as curves. */
  readings: readonly string[]
  /** By what they hold, each once. */
  sets: readonly HeldSet[]
  documents: readonly HeldDocument[]
  /** By kind of part; '' is the device as a whole. */
  looks: Readonly<Record<string, Look>>
  mustEnd: readonly { property: string; is: unknown }[]
  /** The command that lets one person pass, if there is one. */
  opens: string | null
  /** Kinds of faults that its abilities bring. */
  faults: readonly Fault[]
  screen: AdvertScreen | null
  portraits: PortraitCapture | null
  figures: Figure
}

const readingsOf = ({ properties = {} }: Ability): string[] =>
  Object.entries(properties).flatMap(([name, { record }]) => (record === 'reading' ? [name] : []))
const outputsOf = ({ commands = {} }: Ability): Fields[] =>
  Object.values(commands).flatMap(({ output }) => (output ? [output] : []))

type Part = 'components' | 'properties' | 'commands' | 'events'
/** Devices send these names: `constructor` must not be found on the prototype. */
const joined = <P extends Part>({ abilities }: ClassSpec, part: P): DeviceClass[P] =>
  Object.assign(Object.create(null), ...abilities.map(ability => ability[part])) as DeviceClass[P]

/** Joins the abilities of a class; that they fit together is checked by `classProblems`, not in each browser. */
export function defineDeviceClass(key: string, spec: ClassSpec): DeviceClass {
  const held = spec.abilities.flatMap(ability => ability.holds ?? [])
  return {
    key,
    ...spec,
    components: joined(spec, 'components'),
    properties: joined(spec, 'properties'),
    commands: joined(spec, 'commands'),
    events: joined(spec, 'events'),
    readings: spec.abilities.flatMap(readingsOf),
    outputs: Object.assign({}, ...spec.abilities.flatMap(outputsOf)) as Fields,
    sets: held.filter(one => one.kind === 'set'),
    documents: held.filter(one => one.kind === 'document'),
    looks: Object.fromEntries(spec.abilities.flatMap(({ look }) => (look ? [[look.per ?? '', look]] : []))),
    mustEnd: spec.abilities.flatMap(ability => ability.mustEnd ?? []),
    opens: spec.abilities.find(ability => ability.opens)?.opens ?? null,
    faults: spec.abilities.flatMap(ability => ability.faults ?? []),
    screen: spec.abilities.find(ability => ability.screen)?.screen ?? null,
    portraits: spec.abilities.find(ability => ability.portraits)?.portraits ?? null,
    figures: FIGURES.find(figure => spec.abilities.some(ability => ability.figures === figure)) ?? 'events',
  }
}
