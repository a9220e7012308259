/** Where the console shows what an ability declares: one table from property of an ability to tabs. */
import type { Ability, DeviceClass } from '#model/device.ts'
import type { Field } from '#model/field.ts'
import { ASKED_KINDS } from './command/CommandTray.tsx'
import { guides } from './connect/guides.ts'
import { EVENT_KINDS } from './eventWords.ts'
import { COUNTED } from './sum/hourly.ts'
import { SET_KINDS } from './command/setKinds.ts'
import { DRAWN_GLYPHS } from './StateGlyph.tsx'
import { STATED_KINDS } from './statedValue.tsx'

export type DeviceTab = 'live' | 'people' | 'events' | 'commands' | 'sync' | 'repairs' | 'log'
export interface AbilityPart {
  /** The tabs of a device's drawer that show it, for a class. */
  tabs: readonly DeviceTab[] | ((deviceClass: DeviceClass) => readonly DeviceTab[])
  /** What the console cannot show or ask of a class, each with its name. */
  unsupported(deviceClass: DeviceClass): readonly string[]
}

type Named = readonly (readonly [name: string, field: Field])[]
/** Fields of kinds that are not supported. */
const beyond = (fields: Named, kinds: readonly Field['kind'][]): string[] =>
  fields.flatMap(([name, { kind }]) => (kinds.includes(kind) ? [] : [`${name}: ${kind}`]))

/** Every property of an ability; a missing one does not compile. */
export const ABILITY_PARTS: Readonly<Record<Exclude<keyof Ability, 'name'>, AbilityPart>> = {
  components: { tabs: ['live'], unsupported: () => [] },
  properties: {
    tabs: ['live'],
    unsupported: ({ properties }) => {
      const all = Object.entries(properties)
      const fields = (of: typeof all): Named => of.map(([name, { field }]) => [name, field])
      return [
        ...beyond(fields(all), STATED_KINDS),
        ...beyond(fields(all.filter(([, { access }]) => access === 'rw')), SET_KINDS),
      ]
    },
  },
  commands: {
    tabs: ['live', 'commands'],
    unsupported: ({ commands }) =>
      Object.entries(commands)
        .filter(([, { lane }]) => lane === 'now')
        .flatMap(([name, { input }]) => beyond(Object.entries(input), ASKED_KINDS).map(one => `${name}.${one}`)),
  },
  events: {
    tabs: ['events'],
    unsupported: ({ events }) =>
      Object.entries(events).flatMap(([name, { fields }]) =>
        beyond(Object.entries(fields), EVENT_KINDS).map(one => `${name}.${one}`),
      ),
  },
  holds: {
    tabs: ({ sets }) => (sets.length ? ['people', 'sync'] : ['sync']),
    // An item without a label does not compile.
    unsupported: () => [],
  },
  look: {
    tabs: ['live'],
    unsupported: ({ looks }) =>
      Object.values(looks).flatMap(({ states, legend }) =>
        [...states, ...legend].map(({ glyph }) => glyph).filter(glyph => !DRAWN_GLYPHS.includes(glyph)),
      ),
  },
  // The tray asks for an end where the command has a parameter for it.
  mustEnd: { tabs: ['live'], unsupported: () => [] },
  // The page of a scanned label has a single button, so such a command may have no parameters to enter.
  opens: {
    tabs: ['live'],
    unsupported: ({ opens, commands }) =>
      Object.entries(commands[opens ?? '']?.input ?? {}).flatMap(([name, { required }]) => (required ? [name] : [])),
  },
  // What screens showed is in the drawer of an advert.
  screen: { tabs: [], unsupported: () => [] },
  // Taken where the portrait of a person is chosen.
  portraits: { tabs: [], unsupported: () => [] },
  // Named on the page of its label only.
  faults: { tabs: [], unsupported: () => [] },
  figures: { tabs: [], unsupported: ({ figures }) => (figures in COUNTED ? [] : [figures]) },
}

/** The protocols without instructions for connecting a device. */
export const unguidedProtocols = ({ protocols }: DeviceClass): readonly string[] =>
  protocols.filter(key => !guides.get(key)?.examples.length)

/** The tabs needed by the class, besides repairs and the log, which every class has. */
export const tabsOf = (deviceClass: DeviceClass): ReadonlySet<DeviceTab> =>
  new Set<DeviceTab>([
    'repairs',
    'log',
    ...Object.entries(ABILITY_PARTS).flatMap(([kind, { tabs }]) =>
      !deviceClass.abilities.some(ability => ability[kind as keyof Ability] !== undefined)
        ? []
        : typeof tabs === 'function'
          ? tabs(deviceClass)
          : tabs,
    ),
  ])
