/** The state of each person at each door: what should be there, by the same function that is sent, and what the device confirmed. */
import sql from 'sql-template-tag'
import { heldOver } from '#devices/fields/carried.ts'
import { worstOf, type DeliveryCell, type DeliveryKey } from '#model/delivery.ts'
import type { DeviceClass, HeldItem, HeldSet } from '#model/device.ts'
import { pairOf } from '#modules/sync/subject.rules.ts'
import type { Query } from '#server/sql/db.ts'
import { desiredFor, PERSON } from './person.server.ts'
import type { Answer, Why } from './effective.server.ts'
import { isClockOff, deliveryStateOf, type Known } from './cells.rules.ts'
import { differencesOf } from './steps.server.ts'

export interface CellDoor {
  id: string
  no: number
  deviceId: string
}
interface DeviceRow {
  id: string
  device_class: string
  /** By which it was connected last. */
  protocol: string | null
  online: boolean
  clock_offset: number | null
}

/** One cell for each person and door, in the order of people, then doors. */
export async function cellsOf(
  query: Query,
  classes: ReadonlyMap<string, DeviceClass>,
  doors: readonly CellDoor[],
  personIds: readonly string[],
  now: Date,
): Promise<DeliveryCell[]> {
  const deviceIds = [...new Set(doors.map(door => door.deviceId))]
  const devices = new Map(
    (
      await query<DeviceRow>(
        sql`select d.id, d.device_class, s.protocol, coalesce(s.online, false) as online,
          case when jsonb_typeof(sh.vals->'clockOffset') = 'number'
            then (sh.vals->>'clockOffset')::float8 end as clock_offset
        from devices.device d left join devices.session s on s.device_id = d.id
        left join devices.shadow sh on sh.device_id = d.id and sh.component = ''
        where d.id = any(${deviceIds}::bigint[])`,
      )
    ).map(row => [row.id, row]),
  )
  const answers = await answersOf(query, classes, devices, personIds, now)
  const known = await knownOf(query, classes, deviceIds, personIds, now)
  return personIds.flatMap(personId =>
    doors.map((door): DeliveryCell => {
      const device = devices.get(door.deviceId)
      const pair = pairOf(door.deviceId, personId)
      const own = answers.get(pair) ?? []
      const states = withoutLacking(own).map(({ item, answer, asks }) => ({
        item: own.length > 1 ? item : null,
        ...deliveryStateOf(answer, door.no, known.get(`${item} ${pair}`), {
          online: device?.online ?? false,
          clockOff: isClockOff(device?.clock_offset ?? null),
          now: now.toISOString(),
          asks,
        }),
      }))
      // A device that stores several things about a person is as far as the last of them, which is named.
      const worst = worstOf(states.map(one => one.state))
      return {
        subjectKind: PERSON,
        subjectId: personId,
        component: door.id,
        ...(states.find(one => one.state === worst) ?? {
          state: 'notKept' as DeliveryKey,
          ...{ reason: null, item: null },
        }),
        until: own[0] ? untilOf(own[0].answer, door.no) : null,
      }
    }),
  )
}

interface OfSet {
  item: HeldItem
  answer: Answer
  /** It is never sent to this device, which asks. */
  asks: boolean
}
const LACKS: ReadonlySet<Why> = new Set<Why>(['noPortrait', 'noCard', 'noOther'])
/** Of whoever can be recognised in one way, the others are not missed. */
function withoutLacking(sets: readonly OfSet[]): readonly OfSet[] {
  const kept = sets.filter(({ answer: { answer } }) => answer.desired !== null || !LACKS.has(answer.why))
  return kept.length ? kept : sets
}

/** What each set of each device must store of each person, by `pairOf`; no entry for devices without sets. */
async function answersOf(
  query: Query,
  classes: ReadonlyMap<string, DeviceClass>,
  devices: ReadonlyMap<string, DeviceRow>,
  personIds: readonly string[],
  now: Date,
): Promise<Map<string, OfSet[]>> {
  const byItem = new Map<HeldItem, Map<string, HeldSet>>()
  /** The sets that a device is never sent. */
  const asking = new Set<string>()
  for (const { id, device_class: key, protocol } of devices.values()) {
    const known = classes.get(key)
    const sent = known && heldOver(known, protocol).sets
    for (const whole of known?.sets ?? []) {
      const own = sent?.find(({ item }) => item === whole.item)
      if (!own) asking.add(pairOf(id, whole.item))
      const set = own ?? whole
      byItem.set(set.item, (byItem.get(set.item) ?? new Map<string, HeldSet>()).set(id, set))
    }
  }
  const answers = new Map<string, OfSet[]>()
  for (const [item, sets] of byItem)
    for (const [pair, answer] of await desiredFor(query, sets, personIds, now)) {
      const asks = asking.has(pairOf(pair.slice(0, pair.indexOf('|')), item))
      answers.set(pair, [...(answers.get(pair) ?? []), { item, answer, asks }])
    }
  return answers
}

function untilOf({ person, rights }: Answer, doorNo: number): string | null {
  const ends = rights.filter(right => right.doorNo === doorNo).map(right => right.validTo)
  const last = ends.includes(null) ? null : (ends.sort().at(-1) ?? null)
  const own = person?.validTo ?? null
  return own && last ? (own < last ? own : last) : (own ?? last)
}

/** What is in flight, failed, or not processed yet, by item and `pairOf`; no entry means that nothing is open. */
async function knownOf(
  query: Query,
  classes: ReadonlyMap<string, DeviceClass>,
  deviceIds: readonly string[],
  personIds: readonly string[],
  now: Date,
): Promise<Map<string, Known>> {
  const rows = await query<{
    device_id: string
    item: string
    subject_id: string
    in_flight: boolean
    kind: string | null
  }>(sql`
    select device_id, item, subject_id, in_flight, kind from ${differencesOf(classes, now, { deviceIds, personIds })} different`)
  const known = new Map<string, Known>()
  for (const row of rows) {
    const key = `${row.item} ${pairOf(row.device_id, row.subject_id)}`
    const entry = known.get(key) ?? { flying: false, kind: null }
    known.set(key, { flying: entry.flying || row.in_flight, kind: row.kind ?? entry.kind })
  }
  return known
}
