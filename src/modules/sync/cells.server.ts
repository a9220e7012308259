/** The state of each person at each door: what should be there, by the same function that is sent, and what the device confirmed. */
import sql from 'sql-template-tag'
import type { DeliveryCell, DeliveryKey } from '#model/delivery.ts'
import type { DeviceClass, Holds } from '#model/device.ts'
import type { Query } from '#server/sql/db.ts'
import { desiredFor, pairOf, type Answer } from './next.server.ts'
import { isClockOff, deliveryStateOf, type Known } from './cells.rules.ts'

export interface CellDoor {
  id: string
  no: number
  deviceId: string
}
interface DeviceRow {
  id: string
  device_class: string
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
        sql`select d.id, d.device_class, coalesce(s.online, false) as online,
          case when jsonb_typeof(sh.vals->'clockOffset') = 'number'
            then (sh.vals->>'clockOffset')::float8 end as clock_offset
        from devices.device d left join devices.session s on s.device_id = d.id
        left join devices.shadow sh on sh.device_id = d.id and sh.component = ''
        where d.id = any(${deviceIds}::bigint[])`,
      )
    ).map(row => [row.id, row]),
  )
  const holds = new Map<string, Holds>()
  for (const row of devices.values()) {
    const own = classes.get(row.device_class)?.holds[0]
    if (own) holds.set(row.id, own)
  }
  const answers = await desiredFor(query, holds, personIds, now)
  const known = await knownOf(query, deviceIds, personIds, now)
  return personIds.flatMap(personId =>
    doors.map((door): DeliveryCell => {
      const device = devices.get(door.deviceId)
      const pair = pairOf(door.deviceId, personId)
      const answer = answers.get(pair)
      const stands = answer
        ? deliveryStateOf(answer, door.no, known.get(pair), {
            online: device?.online ?? false,
            clockOff: isClockOff(device?.clock_offset ?? null),
            now: now.toISOString(),
          })
        : { state: 'notKept' as DeliveryKey, reason: null }
      return {
        subjectKind: 'person',
        subjectId: personId,
        component: door.id,
        ...stands,
        until: answer ? untilOf(answer, door.no) : null,
      }
    }),
  )
}

function untilOf({ person, rights }: Answer, doorNo: number): string | null {
  const ends = rights.filter(right => right.doorNo === doorNo).map(right => right.validTo)
  const last = ends.includes(null) ? null : (ends.sort().at(-1) ?? null)
  const own = person?.validTo ?? null
  return own && last ? (own < last ? own : last) : (own ?? last)
}

/** Pairs that are in flight, failed, or not processed yet, by `pairOf`; no entry means that nothing is open. */
async function knownOf(
  query: Query,
  deviceIds: readonly string[],
  personIds: readonly string[],
  now: Date,
): Promise<Map<string, Known>> {
  const rows = await query<{ device_id: string; person_id: string; what: 'flight' | 'open'; kind: string | null }>(sql`
    select device_id, person_id, 'flight' as what, null as kind from sync.flight
    where device_id = any(${deviceIds}::bigint[]) and person_id = any(${personIds}::bigint[])
    union all select device_id, person_id, 'open', kind from sync.exception
    where device_id = any(${deviceIds}::bigint[]) and person_id = any(${personIds}::bigint[])
    union all select device_id, person_id, 'open', null from sync.due
    where at <= ${now} and device_id = any(${deviceIds}::bigint[]) and person_id = any(${personIds}::bigint[])
    union all select f.device_id, m.person_id, 'open', null from sync.member m
    join sync.follow f on f.group_id = m.group_id
      where m.person_id = any(${personIds}::bigint[]) and f.device_id = any(${deviceIds}::bigint[])
      and m.seq > case when m.gone then greatest(f.gone_seq, f.put_seq) else f.put_seq end`)
  const known = new Map<string, Known>()
  for (const row of rows) {
    const entry = known.get(pairOf(row.device_id, row.person_id)) ?? { flying: false, kind: null }
    known.set(pairOf(row.device_id, row.person_id), {
      flying: entry.flying || row.what === 'flight',
      kind: row.kind ?? entry.kind,
    })
  }
  return known
}
