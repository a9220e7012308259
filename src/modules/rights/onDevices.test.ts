/** A device never allows more than the rules: random data, every class that stores people or cards, checked minute by minute. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HeldSet, Keeps } from '#model/device.ts'
import { accessControlDevice } from '#devices/accessControlDevice.ts'
import { faceEqui } from '#devices/faceEqui.ts'
import { changesAt, effective, type SyncPerson, type SyncRight } from './effective.server.ts'
import { wireItem } from './wire.rules.ts'
import { refusalAt, unkeepable, type DoorRight } from '#simulators/validity.ts'
import { Cards } from '#simulators/abilities/Cards.ts'
import { Doors } from '#simulators/abilities/Doors.ts'
import { Faces } from '#simulators/abilities/Faces.ts'
import { SimDevice } from '#simulators/SimDevice.ts'
import { decide, type KnownPerson, type Right } from '#modules/access/decide.rules.ts'
import { seedOf } from '../../../tests/faults/random.ts'
import { FORTNIGHT, iso, MINUTE, worldOf, type Rules, type World } from '../../../tests/harness/rightsWorld.ts'

const known: KnownPerson = { id: '1', name: '林晓', state: 0, personType: 1, validFrom: null, validTo: null }
const held: Omit<SyncPerson, 'validFrom' | 'validTo'> = {
  id: '1',
  shortNo: '100001',
  name: '林晓',
  state: 0,
  deleted: false,
  personType: 1,
  faceState: 2,
  portraitDigest: 'x',
  portraitFile: 'f',
  cards: ['12345678'],
  plates: [],
  pinDigest: null,
  pinSealed: null,
}

/** Whether a device would open for what it was sent, by its own code. */
type Judge = (item: any, doorNo: number, at: number) => boolean
interface Kind {
  name: string
  holds: Pick<HeldSet, 'item' | 'keeps'>
  doors: number
  judge: Judge
}
const simulated = new SimDevice({
  host: '127.0.0.1',
  port: 9,
  credentials: {
    productKey: 'p',
    deviceName: 'd',
    deviceSecret: 's',
    clientId: 'c',
    username: 'u',
    password: 'p',
  } as never,
})
const doors = new Doors(simulated, 4)
const [faces, cards] = [new Faces(simulated, doors), new Cards(simulated, doors, accessControlDevice.sets[0]!)]
const rightsOf = (keeps: Keeps, item: any): DoorRight[] => (keeps.rights > 1 ? item.rights : [item])
const small = (keeps: Keeps): Kind => ({
  name: `one that keeps ${JSON.stringify(keeps)}`,
  holds: { item: 'card', keeps },
  doors: 3,
  judge: (item, doorNo, at) => refusalAt(rightsOf(keeps, item), doorNo, at, item.zone) === null,
})
const KINDS: Kind[] = [
  {
    name: 'a face terminal',
    holds: faceEqui.sets[0]!,
    doors: 1,
    judge: (item, no, at) => faces.refusal(item, no, at) === null,
  },
  {
    name: 'a door controller',
    holds: accessControlDevice.sets[0]!,
    doors: 4,
    judge: (item, no, at) => cards.refusal(item, no, at) === null,
  },
  small({ rights: 1, spansADay: 3, closedDays: 1 }),
  small({ rights: 1, spansADay: 1, closedDays: 0 }),
  small({ rights: 2, spansADay: 1, closedDays: 0 }),
]

type KnownRight = SyncRight & { right: Right }
const knownRights = ({ groups }: Rules): KnownRight[] =>
  groups.flatMap(group =>
    group.doors.map((doorNo): KnownRight => {
      const { validFrom, validTo, plan } = group
      const right: Right = { groupId: '1', groupName: 'x', validFrom, validTo, plan: plan && { name: 'p', ...plan } }
      return { doorNo, validFrom, validTo, week: plan?.week ?? null, exceptions: plan?.exceptions ?? null, right }
    }),
  )

/** What was last sent to a device, and the rules at that time. */
interface Sent {
  person: Rules['person']
  rights: KnownRight[]
  item: unknown
  whole: boolean
  version: string
  until: string | null
}
function sentAt(kind: Kind, { zone }: World, person: Rules['person'], rights: KnownRight[], at: number): Sent {
  const whom = { ...held, ...person }
  const answer = effective(kind.holds, whom, rights, iso(at), zone)
  const rules = { person, rights, until: changesAt(kind.holds, whom, rights, iso(at), zone) }
  if (!answer.desired) return { ...rules, item: null, whole: true, version: '' }
  const item = JSON.parse(JSON.stringify(wireItem(kind.holds, answer.desired, {})))
  if (kind.doors !== 3) expect(unkeepable(rightsOf(kind.holds.keeps, item), kind.holds.keeps.rights)).toBeNull()
  return { ...rules, item, whole: answer.whole, version: answer.desired.version }
}

function ask(kind: Kind, world: World, instants: Iterable<number>): void {
  const { zone, start } = world
  const allowed = ({ person, rights }: Sent, no: number, at: number): boolean =>
    decide(
      { ...known, ...person },
      rights.filter(right => right.doorNo === no).map(right => right.right),
      0,
      iso(at),
      zone,
    ).allow
  const passes = ({ item }: Sent, no: number, at: number): boolean => item !== null && kind.judge(item, no, at)
  let now = sentAt(kind, world, world.person, knownRights(world), start)
  // Contents that were never updated, as on devices that stay offline: the first one, and those replaced by each change.
  const left = [now]
  const changes = [...world.changes]
  const follow = (at: number): void => {
    for (let n = 0; ; n += 1) {
      if (n > 2000) throw new Error('changes without end')
      const [change, due] = [changes[0], now.until === null ? Infinity : Date.parse(now.until)]
      if (change && change.at <= at && change.at <= due) {
        left.push(now)
        changes.shift()
        now = sentAt(kind, world, change.person, knownRights(change), change.at)
      } else if (due <= at) now = sentAt(kind, world, now.person, now.rights, due)
      else return
    }
  }
  for (const at of instants) {
    follow(at)
    const where = `${iso(at)} ${zone}`
    if (at % (15 * MINUTE) === 0)
      expect(sentAt(kind, world, now.person, now.rights, at).version, `it changed unseen: ${where}`).toBe(now.version)
    let [may, pass] = [0, 0]
    for (let no = 1; no <= kind.doors; no += 1) {
      const [allow, opens] = [allowed(now, no, at), passes(now, no, at)]
      if (allow) may += 1
      if (opens) pass += 1
      if (opens && !allow) expect.fail(`door ${no} opens at ${where} for what is up to date`)
      // These begin and end on quarters of an hour: in between, few moments are enough.
      for (const sent of at % MINUTE === 0 && at % (5 * MINUTE) !== 0 ? [] : left)
        if (sent !== now && passes(sent, no, at) && !allowed(sent, no, at))
          expect.fail(`door ${no} opens at ${where} for what came before and was never followed`)
      if (now.whole && allow && !opens) expect.fail(`door ${no} stays shut at ${where} though everything is kept`)
      if (kind.doors === 1 && allow && !opens)
        expect.fail(`the one door stays shut at ${where} though what holds now is kept`)
    }
    if (may > 0 && pass === 0 && kind.holds.keeps.closedDays > 0)
      expect.fail(`no door opens at ${where}, where ${may} may`)
  }
}

/** Quarters of an hour, at which everything begins and ends, and the minute and the millisecond before. */
const someInstants = (world: World, quarters: readonly number[]): number[] => {
  const edges = [world, ...world.changes]
    .flatMap(({ person, groups }) => [person, ...groups])
    .flatMap(({ validFrom, validTo }) => [validFrom, validTo])
    .flatMap(at => (at === null ? [] : [Date.parse(at)]))
    .concat(world.changes.map(change => change.at))
    .filter(at => at >= world.start && at < world.start + FORTNIGHT)
  return [...edges, ...quarters.map(n => world.start + n * 15 * MINUTE)]
    .flatMap(at => [at - MINUTE, at - 1, at, at + 1])
    .filter(at => at >= world.start)
    .sort((a, b) => a - b)
}

/** Random each time; `SEED` repeats a run. */
const seed = seedOf()
describe.each(KINDS)(`$name (seed ${seed})`, kind => {
  test('opens only for those the rules allow, and for all of them where the terminal holds everyone', () => {
    const world = worldOf(kind.doors)
    const quarters = fc.array(fc.integer({ min: 1, max: 14 * 96 }), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(world, quarters, (one, some) => ask(kind, one, someInstants(one, some))),
      { numRuns: 25, seed, endOnFailure: true },
    )
  })
  // Combinations that no class has yet are checked above.
  test.runIf(kind.doors !== 3)(
    'minute by minute',
    () => {
      const everyMinute = function* (start: number): Generator<number> {
        for (let at = start; at < start + FORTNIGHT; at += MINUTE) yield at
      }
      for (const world of fc.sample(worldOf(kind.doors), { numRuns: kind.doors === 1 ? 3 : 2, seed }))
        ask(kind, world, everyMinute(world.start))
    },
    120_000,
  )
  test('the order of rights means nothing', () => {
    fc.assert(
      fc.property(worldOf(kind.doors), fc.integer({ min: 0, max: 14 * 96 }), (world, n) => {
        const rights = world.groups.flatMap(group =>
          group.doors.map((doorNo): SyncRight => ({
            doorNo,
            validFrom: group.validFrom,
            validTo: group.validTo,
            week: group.plan?.week ?? null,
            exceptions: group.plan?.exceptions ?? null,
          })),
        )
        const versions = [rights, rights.toReversed(), [...rights, ...rights]].map(
          given =>
            effective(kind.holds, { ...held, ...world.person }, given, iso(world.start + n * 15 * MINUTE), world.zone)
              .desired?.version,
        )
        expect(new Set(versions).size).toBe(1)
      }),
      { numRuns: 40, seed, endOnFailure: true },
    )
  })
})
