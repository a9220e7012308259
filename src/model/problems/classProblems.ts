/** What is missing before a declared class can be used; the registry refuses a class that has any problem. */
import type { Ability, DeviceClass, EventSpec, PageKind } from '../device.ts'
import { lookProperties } from '../look.ts'
import { portraitProblems } from '../portraitCapture.ts'

const OPENING_TTL_S = 30

type Need = readonly [has: (deviceClass: DeviceClass) => boolean, what: string]
const HOLDS_SET: Need = [({ sets }) => sets.length > 0, 'an ability that holds a set']
const someEvent = ({ events }: DeviceClass, is: (event: EventSpec) => boolean): boolean =>
  Object.values(events).some(is)
/** What a kind of page shows, where not every class has it. */
const PAGE_NEEDS: Partial<Record<PageKind, Need>> = {
  authorize: HOLDS_SET,
  person: HOLDS_SET,
  callback: [deviceClass => someEvent(deviceClass, () => true), 'an event'],
  event: [
    deviceClass => someEvent(deviceClass, ({ record }) => record === 'event' || record === 'alarm'),
    "an event of the family 'event' or 'alarm'",
  ],
  union: [
    ({ commands }) => Object.values(commands).some(({ lane }) => lane === 'now'),
    "a command of the lane 'now', which rules can give",
  ],
  log: [
    deviceClass => someEvent(deviceClass, ({ ask, veiled }) => ask !== undefined && veiled !== undefined),
    'an event that asks about something and stores it veiled',
  ],
  operateRecord: [
    deviceClass => someEvent(deviceClass, ({ record }) => record === 'operation'),
    "an event of the family 'operation'",
  ],
  accessControl: [
    ({ documents }) => documents.some(({ keeps }) => keeps !== undefined),
    'an ability that says which settings of its doors the device knows (keeps)',
  ],
  capture: [({ lenses }) => lenses?.capture !== undefined, 'a lens of its own (lenses.capture)'],
  pswOrder: [
    ({ documents }) => documents.some(({ document }) => document === 'tempPins'),
    'an ability that holds temporary PINs',
  ],
  record: [({ lenses }) => lenses?.record !== undefined, 'a lens of its own (lenses.record)'],
}

/** One line for each problem. `protocols` are the keys of the existing protocols. */
export function classProblems(deviceClass: DeviceClass, protocols: readonly string[]): string[] {
  const { pages } = deviceClass
  return [
    ...(pages.includes('equi') ? [] : ["pages: 'equi' is missing; its devices would be shown nowhere"]),
    ...(deviceClass.protocols.length ? [] : ['protocols: none is named']),
    ...deviceClass.protocols
      .filter(key => !protocols.includes(key))
      .map(key => `protocols: '${key}' has no src/protocols/${key}/protocol.ts`),
    ...pages.flatMap(page => {
      const [has, what] = PAGE_NEEDS[page] ?? [() => true, '']
      return has(deviceClass) ? [] : [`pages: '${page}' needs ${what}`]
    }),
    ...(deviceClass.figures === 'passages' && !Object.values(deviceClass.events).some(one => one.record === 'passage')
      ? ["figures: 'passages' needs an event of the family 'passage'"]
      : []),
    ...joinProblems(deviceClass),
    ...lookProblems(deviceClass),
    ...commandProblems(deviceClass),
    ...endProblems(deviceClass),
    ...holdsProblems(deviceClass),
    ...screenProblems(deviceClass),
    ...portraitProblems(deviceClass),
  ]
}

const PARTS = ['components', 'properties', 'commands', 'events'] as const
/** What an ability declares under names that all abilities of a class share, by its place. */
const namesOf = (ability: Ability): (readonly [place: string, name: string, declared: unknown])[] =>
  PARTS.flatMap(part =>
    Object.entries(ability[part] ?? {}).map(([name, value]) => [`${part}.${name}`, name, value] as const),
  )
/** A class has one look for each kind of part, and one command that lets people pass. */
const singlesOf = ({ look, opens }: Ability): (readonly [place: string, name: string])[] => [
  ...(look ? [[`look.${look.per ?? ''}`, 'look'] as const] : []),
  ...(opens ? [['opens', 'opens'] as const] : []),
]

/** Two abilities may share a property, but not a name for different things. */
function joinProblems({ abilities, components, properties, commands, events }: DeviceClass): string[] {
  const first = new Map<string, readonly [ability: string, text: string | undefined]>()
  const problems = abilities.flatMap(ability => [
    ...namesOf(ability).flatMap(([place, name, value]) => {
      const text = JSON.stringify(value)
      const [owner, known] = first.get(place) ?? [ability.name, text]
      first.set(place, [owner, known])
      return known === text ? [] : [`'${name}' comes from both '${owner}' and '${ability.name}'; rename one`]
    }),
    ...singlesOf(ability).flatMap(([place, name]) => {
      const known = first.get(place)
      if (!known) first.set(place, [ability.name, undefined])
      return known ? [`'${name}' comes from both '${known[0]}' and '${ability.name}'; keep one`] : []
    }),
  ])
  const lost = [properties, commands, events].flatMap(part =>
    Object.entries(part).flatMap(([name, { per }]) =>
      per && !components[per] ? [`'${name}' is per '${per}', which no ability declares`] : [],
    ),
  )
  return [...problems, ...lost]
}

/** What ends must be able to say so: an event by its flag `on`, a state that lets everybody pass by an instant of its command. */
const endProblems = ({ events, commands, mustEnd }: DeviceClass): string[] => [
  ...Object.entries(events).flatMap(([name, { ends, fields }]) =>
    ends && fields.on?.kind !== 'flag' ? [`${name}: it ends, and has no flag 'on' that says so`] : [],
  ),
  ...Object.entries(commands).flatMap(([name, { input }]) =>
    mustEnd.some(({ property }) => input[property]) && !Object.values(input).some(field => field.kind === 'instant')
      ? [`${name}: it sets a state that must end, and has no instant that says when`]
      : [],
  ),
]

/** A property read for a part must be reported for that part. */
const unread = ({ properties }: DeviceClass, names: readonly string[], per: string | undefined): string[] =>
  names.filter(name => properties[name] === undefined || properties[name].per !== per)

const lookProblems = (deviceClass: DeviceClass): string[] =>
  Object.values(deviceClass.looks).flatMap(look => [
    ...unread(deviceClass, lookProperties(look), look.per).map(name => `look: it reads '${name}', which is not stated`),
    ...(Object.keys(look.states.at(-1)?.when ?? { none: true }).length
      ? ['look: its last state must always hold (`when: {}`)']
      : []),
  ])

function commandProblems(deviceClass: DeviceClass): string[] {
  const { commands, opens, mustEnd, properties } = deviceClass
  return [
    ...(opens !== null && commands[opens]?.risk !== 'opens'
      ? [`opens: '${opens}' is no command of the risk 'opens'`]
      : []),
    ...mustEnd.filter(one => !properties[one.property]).map(one => `mustEnd: '${one.property}' is not stated`),
    ...Object.entries(commands).flatMap(
      ([name, { never = [], proof, per, risk, offline, ttlS, input, fits, confirm, typed, undoes }]) => [
        ...(fits ? unread(deviceClass, [fits.rows, fits.cols], per) : []).map(
          property => `${name}: it reads '${property}', which is not stated`,
        ),
        ...(fits && input[fits.param]?.kind !== 'text' ? [`${name}: '${fits.param}' is no text that could fit`] : []),
        ...unread(deviceClass, [...never.map(rule => rule.property), ...(proof ? [proof.property] : [])], per).map(
          property => `${name}: it reads '${property}', which is not stated of the same part`,
        ),
        // A command that opens or moves something must never act late.
        ...((risk === 'opens' || risk === 'moves') && (offline !== 'refuse' || ttlS > OPENING_TTL_S)
          ? [`${name}: what ${risk} must be refused offline and end within ${OPENING_TTL_S} s`]
          : []),
        ...((risk === 'erases' || risk === 'spends') && confirm === undefined
          ? [`${name}: what ${risk} must say what is confirmed before it (confirm)`]
          : []),
        ...((risk === 'erases' || risk === 'spends') !== (typed !== undefined) || (typed && !input[typed]?.required)
          ? [
              `${name}: what erases or spends, and only that, asks for the serial number in a required parameter (typed)`,
            ]
          : []),
        ...(undoes && !(commands[undoes]?.proof && commands[undoes].per === per)
          ? [`${name}: it undoes '${undoes}', which is no command of the same part with a proof`]
          : []),
        ...never.flatMap(rule =>
          rule.with && !input[rule.with.param] ? [`${name}: '${rule.with.param}' is no parameter of it`] : [],
        ),
        ...(never.some(rule => rule.force) && Object.keys(input).length
          ? [`${name}: what may be forced asks nothing else`]
          : []),
      ],
    ),
  ]
}

/** Sets are full one by one: what fits of one says nothing of another. */
const sharedRoom = (sets: DeviceClass['sets']): string[] => {
  const named = sets.flatMap(({ item, capacity, count }) => [capacity, count].map(name => ({ item, name })))
  return named
    .filter(({ name }, at) => named.findIndex(one => one.name === name) !== at)
    .map(({ item, name }) => `holds ${item}: '${name}' is that of another set`)
}

const holdsProblems = (deviceClass: DeviceClass): string[] => {
  const { sets, documents, commands } = deviceClass
  const names = [...sets.map(({ item }) => item), ...documents.map(({ document }) => document)]
  const used = [
    ...sets.flatMap(({ item, put, remove, readBack }) =>
      [put, remove, readBack].map(({ command }) => [item, command] as const),
    ),
    ...documents.flatMap(({ document, put, readBack }) =>
      [put, readBack].map(({ command }) => [document, command] as const),
    ),
  ]
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map(name => `holds ${name}: two abilities hold it`),
    ...sets.flatMap(({ item, capacity, count }) =>
      unread(deviceClass, [capacity, count], undefined).map(name => `holds ${item}: '${name}' is not stated`),
    ),
    ...sharedRoom(sets),
    ...used
      .filter(([, command]) => commands[command]?.lane !== 'work')
      .map(([name, command]) => `holds ${name}: '${command}' is no command of the lane 'work'`),
  ]
}

const screenProblems = (deviceClass: DeviceClass): string[] => {
  const { screen, commands } = deviceClass
  if (!screen) return []
  return [
    ...unread(deviceClass, [screen.held, screen.plays], undefined).map(name => `screen: '${name}' is not stated`),
    ...(commands[screen.command]?.lane === 'work'
      ? []
      : [`screen: '${screen.command}' is no command of the lane 'work'`]),
  ]
}
