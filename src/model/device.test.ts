/** Joining abilities: conflicts must not be silent, and what a class lacks is named. */
import { describe, expect, test } from 'vitest'
import { picture } from '#devices/fields/picture.ts'
import { classProblems } from './problems/classProblems.ts'
import { defineDeviceClass, type Ability, type ClassSpec, type Command, type HeldSet } from './device.ts'
import { flag, integer, text } from './field.ts'

const make = (abilities: readonly Ability[], more: Partial<ClassSpec> = {}) =>
  defineDeviceClass('trial', {
    label: ['试', 'Trial'],
    icon: 'box',
    category: 'access',
    abilities,
    protocols: ['alink'],
    pages: ['equi'],
    ...more,
  })
const joined = (abilities: readonly Ability[]): string[] => classProblems(make(abilities), ['alink'])
const SERIAL = text(['序列号', 'Serial number'], { required: true })
const level: Ability = { name: 'level', properties: { level: { field: integer(['液位', 'Level']), access: 'r' } } }
const part = { port: { label: ['口', 'Port'], min: 1, max: 4, param: 'portNo', list: 'ports' } } as const

describe('one name', () => {
  test('for different things is refused, whatever they are of', () => {
    const perPort: Ability = {
      name: 'ports',
      components: part,
      properties: { level: { field: integer(['液位', 'Level']), access: 'r', per: 'port' } },
    }
    expect(joined([level, perPort])).toEqual(["'level' comes from both 'level' and 'ports'; rename one"])
  })
  test('for the same thing is that thing', () => {
    expect(Object.keys(make([level, { ...level, name: 'again' }]).properties)).toEqual(['level'])
    expect(joined([level, { ...level, name: 'again' }])).toEqual([])
  })
  test('a second look of the same part and a second way to let through are refused', () => {
    const look: Ability['look'] = { label: ['状', 'State'], states: [], legend: [] }
    expect(
      joined([
        { name: 'a', look },
        { name: 'b', look },
      ]),
    ).toContain("'look' comes from both 'a' and 'b'; keep one")
    expect(
      joined([
        { ...level, name: 'a', opens: 'go', commands: { go: command() } },
        { name: 'b', opens: 'pass' },
      ]),
    ).toEqual(["'opens' comes from both 'a' and 'b'; keep one"])
  })
  test('is of a part that an ability declares', () => {
    const lost: Ability = { name: 'lost', properties: { level: { ...level.properties!.level!, per: 'port' } } }
    expect(joined([lost])).toEqual(["'level' is per 'port', which no ability declares"])
    expect(joined([lost, { name: 'ports', components: part }])).toEqual([])
  })
})

const command = (more: Partial<Command> = {}): Command => ({
  label: ['走', 'Go'],
  input: {},
  ttlS: 10,
  offline: 'refuse',
  risk: 'opens',
  lane: 'now',
  ...more,
})
/** Its command or its event lacks a parameter. */
const portraits = (input: Command['input'], answer: Command['input']): Ability => ({
  ...{ name: 'portraits', commands: { shoot: command({ risk: 'none', input }) } },
  events: { shot: { label: ['已拍', 'Shot'], level: 'info', record: 'event', fields: answer } },
  portraits: {
    ...{ command: 'shoot', waitS: 'seconds', event: 'shot', reference: 'no' },
    ...{ taken: 'ok', photo: 'photo', reason: 'why' },
  },
})
const set = (item: HeldSet['item'], capacity: string, count: string): HeldSet => ({
  ...{ kind: 'set', item, capacity, count, key: 'no', keeps: { rights: 1, spansADay: 3, closedDays: 366 } },
  ...{ put: { command: 'put', list: 'list', max: 9 }, remove: { command: 'remove', list: 'list', max: 9 } },
  readBack: { command: 'read' },
})
const holding = (holds: readonly HeldSet[]): Pick<Ability, 'holds' | 'commands' | 'properties'> => ({
  holds,
  commands: Object.fromEntries(['put', 'remove', 'read'].map(name => [name, command({ risk: 'none', lane: 'work' })])),
  properties: Object.fromEntries(
    holds
      .flatMap(({ capacity, count }) => [capacity, count])
      .map(name => [name, { field: integer(['数', 'Number']), access: 'r' as const }]),
  ),
})
const WORD = text(['词', 'Word'])
const ASKS = { no: WORD, seconds: integer(['秒', 'Seconds']) }
const ANSWERS = { no: WORD, ok: flag(['成', 'Done']), photo: picture(['照片', 'Photo']), why: WORD }
const never = { property: 'door', is: true, because: ['不', 'No'] } as const

describe('what a class lacks', () => {
  test.each<[string, ReturnType<typeof make>]>([
    ["pages: 'equi' is missing; its devices would be shown nowhere", make([level], { pages: [] })],
    ['protocols: none is named', make([level], { protocols: [] })],
    ["protocols: 'modbus' has no src/protocols/modbus/protocol.ts", make([level], { protocols: ['modbus'] })],
    ["pages: 'person' needs an ability that holds a set", make([level], { pages: ['equi', 'person'] })],
    ["pages: 'callback' needs an event", make([level], { pages: ['equi', 'callback'] })],
    ["pages: 'event' needs an event of the family 'event' or 'alarm'", make([level], { pages: ['equi', 'event'] })],
    [
      "pages: 'union' needs a command of the lane 'now', which rules can give",
      make([level], { pages: ['equi', 'union'] }),
    ],
    [
      "pages: 'log' needs an event that asks about something and stores it veiled",
      make([level], { pages: ['equi', 'log'] }),
    ],
    [
      "pages: 'operateRecord' needs an event of the family 'operation'",
      make([level], { pages: ['equi', 'operateRecord'] }),
    ],
    ["pages: 'record' needs a lens of its own (lenses.record)", make([level], { pages: ['equi', 'record'] })],
    ["figures: 'passages' needs an event of the family 'passage'", make([{ ...level, figures: 'passages' }])],
    ["opens: 'go' is no command of the risk 'opens'", make([{ ...level, opens: 'go' }])],
    [
      "leak: it ends, and has no flag 'on' that says so",
      make([
        {
          ...level,
          events: { leak: { label: ['漏', 'Leak'], level: 'alert', record: 'alarm', fields: {}, ends: true } },
        },
      ]),
    ],
    [
      'go: it sets a state that must end, and has no instant that says when',
      make([
        {
          ...{ ...level, mustEnd: [{ property: 'level', is: 1 }] },
          commands: { go: command({ input: { level: integer(['液位', 'Level']) } }) },
        },
      ]),
    ],
    [
      "holds card: 'capacity' is that of another set",
      make([{ ...level, ...holding([set('person', 'capacity', 'people'), set('card', 'capacity', 'cards')]) }]),
    ],
    ["mustEnd: 'mode' is not stated", make([{ ...level, mustEnd: [{ property: 'mode', is: 1 }] }])],
    [
      "go: it reads 'door', which is not stated of the same part",
      make([{ ...level, commands: { go: command({ never: [never] }) } }]),
    ],
    [
      'go: what erases must say what is confirmed before it (confirm)',
      make([{ ...level, commands: { go: command({ risk: 'erases', typed: 'sn', input: { sn: SERIAL } }) } }]),
    ],
    [
      'go: what erases or spends, and only that, asks for the serial number in a required parameter (typed)',
      make([{ ...level, commands: { go: command({ risk: 'erases', confirm: ['确认', 'Sure'] }) } }]),
    ],
    [
      'go: what erases or spends, and only that, asks for the serial number in a required parameter (typed)',
      make([{ ...level, commands: { go: command({ risk: 'spends', confirm: ['确认', 'Sure'] }) } }]),
    ],
    [
      'go: what opens must be refused offline and end within 30 s',
      make([{ ...level, commands: { go: command({ ttlS: 60 }) } }]),
    ],
    [
      "go: it undoes 'come', which is no command of the same part with a proof",
      make([{ ...level, commands: { go: command({ undoes: 'come' }), come: command({}) } }]),
    ],
    [
      'go: what may be forced asks nothing else',
      make([
        {
          name: 'door',
          properties: { door: { field: flag(['门', 'Door']), access: 'r' } },
          commands: { go: command({ never: [{ ...never, force: true }], input: { n: integer(['数', 'Number']) } }) },
        },
      ]),
    ],
    ["portraits: 'shoot' has no integer 'seconds'", make([portraits({ no: WORD }, ANSWERS)])],
    ["portraits: 'shot' has no picture 'photo'", make([portraits(ASKS, { ...ANSWERS, photo: WORD })])],
    ["portraits: 'shot' has no flag 'ok'", make([portraits(ASKS, { ...ANSWERS, ok: WORD })])],
    [
      "look: it reads 'level', which is not stated",
      make([
        {
          name: 'look',
          look: {
            label: ['状', 'State'],
            states: [{ when: {}, glyph: 'plain', tone: 'quiet', word: 'level', facts: [] }],
            legend: [],
          },
        },
      ]),
    ],
    [
      'look: its last state must always hold (`when: {}`)',
      make([
        {
          ...level,
          look: {
            label: ['状', 'State'],
            states: [{ when: { level: 1 }, glyph: 'plain', tone: 'quiet', word: 'level', facts: [] }],
            legend: [],
          },
        },
      ]),
    ],
  ])('%s', (problem, deviceClass) => {
    expect(classProblems(deviceClass, ['alink'])).toEqual([problem])
  })
  test('nothing', () => {
    for (const complete of [level, portraits(ASKS, ANSWERS)])
      expect(classProblems(make([complete]), ['alink'])).toEqual([])
  })
})
