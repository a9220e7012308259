/**
 * Two weeks with the whole product: random rights, people who change them, and time that passes. After each change the
 * simulated terminals are asked what they would do: never more than the rules allow, and exactly what each cell of the
 * matrix shows.
 */
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import sharp from 'sharp'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeliveryCell, DeliveryKey } from '#model/delivery.ts'
import { accessControlDevice } from '#devices/accessControlDevice.ts'
import { Cards } from '#simulators/abilities/Cards.ts'
import { Doors } from '#simulators/abilities/Doors.ts'
import { Faces } from '#simulators/abilities/Faces.ts'
import { SimDevice } from '#simulators/SimDevice.ts'
import type { Query } from '#server/sql/db.ts'
import { random as seededRandom, seedOf } from '../../../tests/faults/random.ts'
import { connectDevice } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { postFile } from '../../../tests/harness/sheet.ts'
import { judge } from './decide.server.ts'
import { countProgress, readProgress } from '#modules/rights/progress.server.ts'
import { countStale } from '#modules/rights/tally.server.ts'

const ENGINE = { role: 'engine' } as const
const [MINUTE, DAY] = [60_000, 86_400_000]
const seed = seedOf()
const random = seededRandom(seed)
const below = (n: number): number => Math.floor(random() * n)
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!

/** How far the product's clock is ahead of the real one, in milliseconds. */
let aheadMs = 0
const nowMs = (): number => Date.now() + aheadMs
const iso = (at: number): string => new Date(at).toISOString()

let platform: TestPlatform
interface Sim {
  id: string
  deviceClass: string
  count: number
  device: SimDevice
  /** What it stores about a person: its digest, and whether a door would open at an instant. */
  digest(shortNo: string): string | undefined
  opens(shortNo: string, doorNo: number, at: number): boolean
}
const sims: Sim[] = []
const people: { id: string; shortNo: string }[] = []
const [groups, plans]: [{ id: string }[], { id: string }[]] = [[], []]
let doorIds: string[] = []

async function simulate(deviceClass: 'faceEqui' | 'accessControlDevice', count: number): Promise<Sim> {
  const { server, appId, models, gateway } = platform
  const credentials = await connectDevice(server, appId, models[deviceClass]!, `FN-${deviceClass}`)
  const device = new SimDevice({ host: '127.0.0.1', port: gateway.port, credentials })
  const doors = device.use(new Doors(device, count))
  const held = { device, deviceClass, count, id: credentials.id }
  device.start()
  if (deviceClass === 'faceEqui') {
    const faces = device.use(new Faces(device, doors))
    const of = (shortNo: string) => faces.held.get(shortNo)
    return {
      ...held,
      digest: shortNo => of(shortNo)?.digest,
      opens: (shortNo, no, at) => of(shortNo) !== undefined && faces.refusal(of(shortNo)!, no, at) === null,
    }
  }
  const cards = device.use(new Cards(device, doors, accessControlDevice.sets[0]!))
  const of = (shortNo: string) => cards.held.get(shortNo)
  return {
    ...held,
    digest: shortNo => of(shortNo)?.digest,
    opens: (shortNo, no, at) => of(shortNo) !== undefined && cards.refusal(of(shortNo)!, no, at) === null,
  }
}

const clock = (quarter: number): string =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`
/** Up to two spans on some weekdays, which do not touch, and exceptions that are closed or have hours of their own. */
const planValues = () => ({
  week: [1, 2, 3, 4, 5, 6, 7].flatMap(weekday =>
    [0, 48].flatMap(half => {
      const [from, length] = [half + below(20), 4 + below(20)]
      return random() < 0.7 ? [{ weekday, from: clock(from), to: clock(from + length) }] : []
    }),
  ),
  exceptions: Array.from({ length: below(3) }, (_, at) => {
    const day = iso(nowMs() + (2 * below(7) + at) * DAY).slice(0, 10)
    const from = below(40)
    return random() < 0.5
      ? { day, closed: true }
      : { day, closed: false, from: clock(from), to: clock(from + 4 + below(40)) }
  }).filter((one, at, all) => all.findIndex(other => other.day === one.day) === at),
})
const period = () => ({
  validFrom: random() < 0.5 ? null : iso(nowMs() + (below(20) - 10) * 6 * 60 * MINUTE),
  validTo: random() < 0.4 ? null : iso(nowMs() + (1 + below(40)) * 6 * 60 * MINUTE),
})
const ordered = ({ validFrom, validTo }: ReturnType<typeof period>) =>
  validFrom && validTo && validFrom >= validTo ? { validFrom: null, validTo } : { validFrom, validTo }
const someDoors = (): string[] => doorIds.filter(() => random() < 0.4)

/** Changes of rights by people, each through the API. */
const ACTS: (() => Promise<unknown>)[] = [
  () =>
    platform.ask('POST', `/api/person/authGroup/${pick(groups).id}/addPeople`, {
      personIds: people.filter(() => random() < 0.4).map(one => one.id),
      ...ordered(period()),
    }),
  () => platform.ask('POST', `/api/person/authGroup/${pick(groups).id}/removePeople`, { personIds: [pick(people).id] }),
  () => platform.ask('PUT', '/api/person/timePlan', { id: pick(plans).id, ...planValues() }),
  () => platform.ask('PUT', '/api/person/authGroup', { id: pick(groups).id, doorIds: someDoors() }),
  () =>
    platform.ask('PUT', '/api/person/authGroup', {
      id: pick(groups).id,
      timePlanId: random() < 0.2 ? null : pick(plans).id,
    }),
  () => platform.ask('PUT', '/api/person/person', { id: pick(people).id, ...ordered(period()) }),
]

beforeAll(async () => {
  platform = await startPlatform({ now: () => new Date(nowMs()) })
  const { server, ask, appId } = platform
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  Object.assign(server.ports, { publicUrl: `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}` })
  sims.push(await simulate('faceEqui', 1), await simulate('accessControlDevice', 4))
  doorIds = (await ask<{ id: string }[]>('GET', '/api/person/authGroup/doors')).map(door => door.id)
  const portrait = await sharp({ create: { width: 300, height: 360, channels: 3, background: '#c8aa96' } })
    .jpeg()
    .toBuffer()
  for (let n = 0; n < 8; n += 1) {
    const url = `/api/admin/sys-file/upload?kind=portrait&appId=${appId}`
    const { id } = (await postFile<{ id: string }>(server, url, 'p.jpg', portrait)).body.data
    people.push(
      await ask('POST', '/api/person/person', {
        name: `人员${n}`,
        personType: 1,
        consent: true,
        // Some people have no portrait, some have no card.
        portrait: n === 0 ? [] : [id],
        cards: n === 1 ? [] : [`7700000${n}`],
      }),
    )
  }
  for (let n = 0; n < 3; n += 1)
    plans.push(await ask('POST', '/api/person/timePlan', { name: `计划${n}`, ...planValues() }))
  for (let n = 0; n < 4; n += 1)
    groups.push(
      await ask('POST', '/api/person/authGroup', { name: `组${n}`, timePlanId: pick(plans).id, doorIds: someDoors() }),
    )
})
afterAll(async () => {
  for (const { device } of sims) await device.stop()
  await platform?.close()
})

/** The database has its own clock, so alarms that are due by the product's clock are triggered here. Alarms that were not set are not. */
const ring = (): Promise<unknown> =>
  platform.server.ports.db.query(
    ENGINE,
    sql`with due as materialized (
        select device_id from sync.device where wake_at between now() and ${new Date(nowMs())}
        order by device_id for update)
      update sync.device s set wake_at = now() from due where s.device_id = due.device_id`,
  )

/** Waits until no command is in flight, due or unprocessed. */
async function settled(): Promise<void> {
  await until(
    async () => {
      await ring()
      const [row] = await platform.server.ports.db.query<{ busy: boolean }>(
        ENGINE,
        sql`select exists (select from sync.flight) or exists (select from sync.exception where next_at is not null)
          or exists (select from sync.due where at <= ${new Date(nowMs())})
          or exists (select from engine.outbox where type in ('command.finished', 'person.changed', 'person.gone'))
          or exists (select from sync.follow f join sync.group_head h on h.group_id = f.group_id and h.seq > f.put_seq)
          as busy`,
      )
      return !row!.busy
    },
    `everything is on the devices (seed ${seed})`,
    15_000,
  )
}

/** Advances the clock without letting a session end. */
async function pass(ms: number): Promise<void> {
  aheadMs += ms
  await platform.server.ports.db.query(
    ENGINE,
    sql`update identity.session set access_until = now() + interval '100 days'`,
  )
}

/** What each state of a cell says about the device at this moment. */
const PROMISES: Partial<Record<DeliveryKey, (on: { held: boolean; opens: boolean; allow: boolean }) => boolean>> = {
  confirmed: on => on.held && on.opens === on.allow,
  partly: on => on.held,
  notYet: on => on.held && !on.opens && !on.allow,
  notKept: on => !on.opens,
  over: on => !on.opens && !on.allow,
  none: on => !on.opens && !on.allow,
  noPortrait: on => !on.held,
  noCard: on => !on.held,
}

/** Compares each cell with what the device would do; returns the differences. */
async function compare(): Promise<string[]> {
  const wrong: string[] = []
  for (const sim of sims) {
    const { doors, cells } = await platform.ask(
      'GET',
      `/api/person/auth/matrix?deviceClass=${sim.deviceClass}&size=100`,
    )
    for (const person of people)
      for (const door of doors as { id: string; no: number }[]) {
        const cell = (cells as DeliveryCell[]).find(one => one.subjectId === person.id && one.component === door.id)
        const at = nowMs()
        const { allow } = await judge(platform.server.ports, {
          appId: platform.appId,
          deviceId: sim.id,
          component: `door:${door.no}`,
          at: iso(at),
          params: { personId: person.shortNo },
        } as never)
        const on = {
          held: sim.digest(person.shortNo) !== undefined,
          opens: sim.opens(person.shortNo, door.no, at),
          allow,
        }
        const state = cell?.state ?? 'none'
        const where = `${sim.deviceClass} door ${door.no} ${person.shortNo} at ${iso(at)}: ${state} ${JSON.stringify(on)}`
        if (on.opens && !allow) wrong.push(`opens what is refused: ${where}`)
        if (!PROMISES[state]?.(on)) wrong.push(`the cell is wrong: ${where}`)
      }
  }
  return wrong
}
/** The tally of rights, counted by the product's clock, says what a count says. */
async function tallyIsLevel(where: string): Promise<void> {
  const { db, classes } = platform.server.ports
  const query = ((statement: Sql) => db.query(ENGINE, statement)) as Query
  await until(async () => {
    await countStale(platform.server.ports, sims.length)
    return isDeepStrictEqual(await readProgress(query, classes), await countProgress(query, classes, new Date(nowMs())))
  }, `the tally of rights is level, ${where}`)
}
const digests = (): string => sims.flatMap(sim => people.map(one => sim.digest(one.shortNo) ?? '-')).join()

test(`at every moment devices follow the matrix, and never exceed the rules (seed ${seed})`, async () => {
  for (let round = 0; round < 8; round += 1) {
    for (let n = below(4) + (round === 0 ? 8 : 0); n >= 0; n -= 1) await pick(ACTS)()
    await settled()
    expect(await compare(), `seed ${seed}, round ${round}, after acts`).toEqual([])
    await tallyIsLevel(`seed ${seed}, round ${round}, after acts`)
    await pass((720 + below(2 * 1440)) * MINUTE)
    await settled()
    expect(await compare(), `seed ${seed}, round ${round}, after time`).toEqual([])
    await tallyIsLevel(`seed ${seed}, round ${round}, after time`)
  }
  // One right that is not random: when time alone changes it, it is replaced without any action.
  const always = await platform.ask('POST', '/api/person/authGroup', { name: '限期', doorIds })
  const guest = people[2]!
  await platform.ask('POST', `/api/person/authGroup/${always.id}/addPeople`, { personIds: [guest.id] })
  const validTo = iso(nowMs() + 60 * MINUTE)
  await platform.ask('PUT', '/api/person/person', { id: guest.id, validFrom: iso(nowMs() - MINUTE), validTo })
  await settled()
  const before = digests()
  expect(sims[0]!.opens(guest.shortNo, 1, nowMs()), `seed ${seed}`).toBe(true)
  await pass(90 * MINUTE)
  await settled()
  expect(digests(), `seed ${seed}`).not.toBe(before)
  expect(await compare(), `seed ${seed}, after the last right ended`).toEqual([])
}, 90_000)
