/** What would let a refused person pass the same door in future: the first rule that still refuses, and how to change that. */
import sql from 'sql-template-tag'
import { cardOf } from '#base/identity.ts'
import type { RefusalReason } from '#devices/abilities/passage.ts'
import { CODE_KINDS } from '#modules/codes/code.noun.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { limitedIn } from '#server/auth/places.ts'
import type { Ctx } from '#server/ctx.ts'
import { ADVICE, type Mend } from './mend.ts'

interface Refused {
  person_id: string | null
  device_id: string
  component: string
  /** As it was read. */
  card_no: string | null
  plate_no: string | null
  reason: string | null
  app_id: string | null
  time: string
  decision: { codeKind?: number | null; steps: readonly { rule: string; verdict: string }[] } | null
}
interface Right {
  groupId: string
  /** Null for a direct right. */
  groupName: string | null
  doorId: string
  from: string | null
  until: string | null
  planId: string | null
  planName: string | null
}

const BLOCKED = 5

/** The groups with the door and the direct rights at it, each with the person's right in it, if there is one. */
const groupsOf = (ctx: Ctx, row: Refused, personId: string): Promise<(Right & { member: boolean })[]> =>
  ctx.sql<Right & { member: boolean }>(
    sql`select g.id as "groupId", nullif(g.name, '') as "groupName", c.id as "doorId", gp.person_id is not null as member,
      gp.valid_from as "from", gp.valid_to as until, t.id as "planId", t.name as "planName"
      from devices.component c join access.group_door gd on gd.component_id = c.id
      join access.auth_group g on g.id = gd.group_id and g.deleted_at is null
      left join access.time_plan t on t.id = g.time_plan_id
      left join access.group_person gp on gp.group_id = g.id and gp.person_id = ${personId}
      where c.device_id = ${row.device_id} and c.kind || ':' || c.no = ${row.component} 
        and (g.direct_door_id is null or gp.person_id is not null) order by g.name limit 50`,
  )

/** The person of the passage; for a card or a plate registered since, its holder. */
async function personNow(ctx: Ctx, row: Refused): Promise<string | null> {
  if (row.person_id !== null || (row.card_no === null && row.plate_no === null)) return row.person_id
  const [holder] = await ctx.sql<{ id: string }>(
    sql`select p.id from (select person_id from people.card where card_no = ${cardOf(row.card_no)} and app_id = ${row.app_id}
        union all select person_id from people.plate where plate_no = ${row.plate_no} and app_id = ${row.app_id}) own
      join people.person p on p.id = own.person_id and p.deleted_at is null limit 1`,
  )
  return holder?.id ?? null
}

/** A refusal by the code itself, whatever the reason is called: a code may have begun too late as a person may. */
const refusedByCode = ({ decision }: Refused): boolean =>
  decision?.steps.some(({ rule, verdict }) => rule === 'code' && verdict === 'refuse') ?? false

const adviceOf = (row: Refused): (typeof ADVICE)[RefusalReason] => {
  const advice = ADVICE[row.reason as RefusalReason] ?? 'person'
  return advice === 'person' && refusedByCode(row) ? 'code' : advice
}

/** A used or ended code stays what it is: the holder gets another one, unless that was done already. */
async function mendOfCode(ctx: Ctx, row: Refused): Promise<Mend | null> {
  if (row.decision?.codeKind === CODE_KINDS.personal[0]) return { kind: 'atDoor', of: 'personalCode' }
  // Whoever is limited to places reads no codes, which belong to no place.
  if (!mayRead(ctx.user, 'passCode') || limitedIn(ctx.user, row.app_id)) return null
  const replaced =
    row.person_id !== null &&
    (await ctx.sql(
      sql`select 1 from codes.code where person_id = ${row.person_id} and app_id = ${row.app_id}
        and kind = ${CODE_KINDS.issued[0]} and revoked_at is null and valid_to > ${ctx.now}
        and (valid_from is null or valid_from <= ${ctx.now}) and (most_uses is null or used < most_uses)
        and (door_ids is null or door_ids && array(select id from devices.component
          where device_id = ${row.device_id} and kind || ':' || no = ${row.component})) limit 1`,
    ))
  return replaced && replaced.length > 0 ? null : { kind: 'newCode', personId: row.person_id }
}

/** Null when the person would no longer be refused, or the caller may not read the data for it. */
export async function mendOf(ctx: Ctx, row: Refused): Promise<Mend | null> {
  const advice = adviceOf(row)
  if (advice !== 'person' && advice !== 'door' && advice !== 'code') return { kind: 'atDoor', of: advice }
  if (advice === 'code') return mendOfCode(ctx, row)
  if (!mayRead(ctx.user, 'person')) return null
  const personId = await personNow(ctx, row)
  if (personId === null) return { kind: 'register', cardNo: row.card_no, plateNo: row.plate_no }
  const [person] = await ctx.sql<{
    person_type: number
    state: number
    valid_from: string | null
    valid_to: string | null
  }>(
    sql`select person_type, state, valid_from, valid_to from people.person
      where id = ${personId} and deleted_at is null`,
  )
  if (!person) return { kind: 'register', cardNo: row.card_no, plateNo: row.plate_no }
  if (person.person_type === BLOCKED) return { kind: 'blocked', personId }
  if (person.state !== 0) return { kind: 'paused', personId }
  if (person.valid_from && new Date(person.valid_from) > ctx.now)
    return { kind: 'startPerson', personId, from: person.valid_from }
  if (person.valid_to && new Date(person.valid_to) < ctx.now)
    return { kind: 'extendPerson', personId, until: person.valid_to }
  if (advice === 'door') return { kind: 'door' }
  return mayRead(ctx.user, 'authGroup') ? mendOfRights(ctx, personId, await groupsOf(ctx, row, personId)) : null
}

function mendOfRights(ctx: Ctx, personId: string, groups: readonly (Right & { member: boolean })[]): Mend | null {
  const own = groups.filter(group => group.member)
  if (own.length === 0)
    return {
      kind: 'join',
      personId,
      groups: groups.flatMap(({ groupId, groupName }) =>
        groupName === null ? [] : [{ id: groupId, name: groupName }],
      ),
    }
  const begins = ({ from }: Right): boolean => from !== null && new Date(from) > ctx.now
  const current = own.filter(right => !begins(right) && (right.until === null || new Date(right.until) >= ctx.now))
  if (current.length === 0) {
    // One that begins later is meant to be used; one that has ended is extended where there is no such right.
    const { groupId, groupName, doorId, planId, from, until } = own.find(begins) ?? own[0]!
    const kind = own.some(begins) ? 'startRight' : 'extendRight'
    return { kind, personId, groupId: groupName === null ? null : groupId, groupName, doorId, planId, from, until }
  }
  const planned = current.find(({ planId }) => planId !== null)
  return planned && current.every(({ planId }) => planId !== null)
    ? { kind: 'hours', groupName: planned.groupName, planId: planned.planId!, planName: planned.planName! }
    : null
}
