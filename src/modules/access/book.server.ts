/** Reads the data for a decision: the person, the rights at a door, the door's mode. */
import sql from 'sql-template-tag'
import { statedPerson } from '#modules/devices/facts/statedPerson.rules.ts'
import type { Query } from '#server/sql/db.ts'
import type { KnownPerson, Right } from './decide.rules.ts'
import type { Exception, Span } from './timePlan.rules.ts'

interface RightRow {
  person_id: string
  group_id: string
  group_name: string | null
  valid_from: string | null
  valid_to: string | null
  plan_name: string | null
  week: Span[] | null
  exceptions: Exception[] | null
  door_no: number
  plan_id: string | null
}
export interface DoorRight extends Right {
  doorNo: number
  planId: string | null
}

/** Every right of these people on the doors of one device. */
export async function rightsOn(
  query: Query,
  deviceId: string,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, DoorRight[]>> {
  const rows = await query<RightRow>(sql`
    select gp.person_id, g.id as group_id, nullif(g.name, '') as group_name, gp.valid_from, gp.valid_to,
    t.id as plan_id, t.name as plan_name, t.week, t.exceptions, c.no as door_no
    from access.group_door gd join devices.component c on c.id = gd.component_id
    join access.auth_group g on g.id = gd.group_id and g.deleted_at is null
    join access.group_person gp on gp.group_id = g.id left join access.time_plan t on t.id = g.time_plan_id
    where gd.device_id = ${deviceId} and gp.person_id = any(${personIds}::bigint[]) order by g.priority desc, g.id`)
  const rights = new Map<string, DoorRight[]>()
  for (const row of rows) {
    const right: DoorRight = {
      groupId: row.group_id,
      groupName: row.group_name,
      validFrom: row.valid_from,
      validTo: row.valid_to,
      doorNo: row.door_no,
      planId: row.plan_id,
      plan: row.plan_name ? { name: row.plan_name, week: row.week ?? [], exceptions: row.exceptions ?? [] } : null,
    }
    rights.set(row.person_id, [...(rights.get(row.person_id) ?? []), right])
  }
  return rights
}

interface PersonRow {
  id: string
  name: string
  state: number
  person_type: number
  valid_from: string | null
  valid_to: string | null
}
const known = (row: PersonRow | undefined): KnownPerson | null =>
  row
    ? {
        id: row.id,
        name: row.name,
        state: row.state,
        personType: row.person_type,
        validFrom: row.valid_from,
        validTo: row.valid_to,
      }
    : null

/** Finds the person by short number, card or plate, as reported by a device. */
export async function identify(
  query: Query,
  appId: string,
  stated: { personId?: unknown; cardNo?: unknown; plateNo?: unknown },
): Promise<KnownPerson | null> {
  const { shortNo, cardNo, plateNo } = statedPerson(stated)
  if (!shortNo && !cardNo && !plateNo) return null
  const rows =
    await query<PersonRow>(sql`select p.id, p.name, p.state, p.person_type, p.valid_from, p.valid_to from people.person p
    where p.app_id = ${appId} and p.deleted_at is null
    and (p.short_no = ${shortNo}
    or p.id = (select person_id from people.card where app_id = ${appId} and card_no = ${cardNo})
    or p.id = (select person_id from people.plate where app_id = ${appId} and plate_no = ${plateNo}))
    order by p.short_no = ${shortNo} desc nulls last,
      p.id = (select person_id from people.card where app_id = ${appId} and card_no = ${cardNo}) desc nulls last limit 1`)
  return known(rows[0])
}
