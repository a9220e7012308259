/** Which part of the console shows what an ability declares: the one table from kind of ability to part. */
import type { Ability, DeviceClass } from '#model/device.ts'
import type { Field } from '#model/field.ts'
import { ASKED_KINDS } from './command/CommandTray.tsx'
import { SNIPPETS } from './connect/connectSnippets.ts'
import { EVENT_KINDS } from './eventWords.ts'
import { COUNTED } from './sum/hourly.ts'
import { HELD_ITEMS } from './drawer/PeopleTab.tsx'
import { SET_KINDS } from './command/SetProperties.tsx'
import { DRAWN_GLYPHS } from './StateGlyph.tsx'
import { STATED_KINDS } from './statedValue.tsx'

export type DeviceTab = 'live' | 'people' | 'events' | 'commands' | 'sync' | 'log'
export interface AbilityPart {
  /** The tabs of a device's drawer on which it stands. */
  tabs: readonly DeviceTab[]
  /** What of the class it can neither show nor ask, each named. */
  unsupported(deviceClass: DeviceClass): readonly string[]
}

type Named = readonly (readonly [name: string, field: Field])[]
/** Fields of kinds that a part does not know. */
const beyond = (fields: Named, kinds: readonly Field['kind'][]): string[] =>
  fields.flatMap(([name, { kind }]) => (kinds.includes(kind) ? [] : [`${name}: ${kind}`]))

/** Every kind of thing that an ability declares; one that is missing here does not compile. */
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
    tabs: ['people', 'sync'],
    unsupported: ({ holds }) => holds.map(({ item }) => item).filter(item => !HELD_ITEMS.includes(item)),
  },
  look: {
    tabs: ['live'],
    unsupported: ({ looks }) =>
      Object.values(looks).flatMap(({ states, legend }) =>
        [...states, ...legend].map(({ glyph }) => glyph).filter(glyph => !DRAWN_GLYPHS.includes(glyph)),
      ),
  },
  // The tray asks for an end where the command has an instant to say it by.
  mustEnd: { tabs: ['live'], unsupported: () => [] },
  // Whoever scans a label presses one button: nothing can be asked there.
  opens: {
    tabs: ['live'],
    unsupported: ({ opens, commands }) =>
      Object.entries(commands[opens ?? '']?.input ?? {}).flatMap(([name, { required }]) => (required ? [name] : [])),
  },
  figures: { tabs: [], unsupported: ({ figures }) => (figures in COUNTED ? [] : [figures]) },
}

/** The protocols that a person is shown no way to connect by. */
export const unguidedProtocols = ({ protocols }: DeviceClass): readonly string[] =>
  protocols.filter(key => !SNIPPETS[key]?.length)

/** The tabs that something of the class stands on; its log is there in any case. */
export const tabsOf = ({ abilities }: DeviceClass): ReadonlySet<DeviceTab> =>
  new Set<DeviceTab>([
    'log',
    ...Object.entries(ABILITY_PARTS).flatMap(([kind, { tabs }]) =>
      abilities.some(ability => ability[kind as keyof Ability] !== undefined) ? tabs : [],
    ),
  ])
