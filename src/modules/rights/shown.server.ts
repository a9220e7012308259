/** The people and devices that the matrix and the bar above it show, by the same filters. */
import sql, { join, type Sql } from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import { GIVEN } from '#model/delivery.ts'
import type { Input } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { personAuth } from './personAuth.noun.ts'
import { stagesOf } from './progress.server.ts'

const STAGES: ReadonlySet<unknown> = new Set(Object.values(personAuth.fields.stage.values).map(([wire]) => wire))
/** The condition that a right is at this stage of its transfer to the device. Refuses what is no stage. */
export function atStage(stage: string): Sql {
  if (!STAGES.has(stage)) throw new Refusal('invalid', { text: ['没有这个进度', 'There is no such progress'] })
  return stage === 'soon' ? sql`staged.soon` : sql`staged.stage = ${stage}`
}

/** The devices that are shown, as a condition on `d`; those of all classes without one. */
export const shownDevices = ({ deviceClass, siteId }: Input): Sql =>
  join(
    [
      sql`true`,
      ...(deviceClass ? [sql`d.device_class = ${String(deviceClass).slice(0, 64)}`] : []),
      ...(isId(siteId) ? [sql`d.site_id = ${siteId}`] : []),
    ],
    ' and ',
  )

/** The people at the stage with one of the devices, a condition on `d`: as a condition on `p`, none without a stage. */
export const peopleAt = (ctx: Ctx, stage: unknown, devices: Sql): Sql[] =>
  typeof stage === 'string' && stage
    ? [
        sql`p.id in (select staged.person_id from ${stagesOf(ctx.ports.classes, ctx.now, { devices })} staged
          where ${atStage(stage)})`,
      ]
    : []

/** The filters by people, as conditions on `p`. */
export function filteredPeople(input: Input, devices: Sql): Sql[] {
  const word = typeof input.personName === 'string' ? input.personName.trim().slice(0, 50) : ''
  const begins = `${word.replace(/[\\%_]/g, '\\$&')}%`
  return [
    ...(word ? [sql`(p.name ilike '%' || ${begins} or p.person_no ilike ${begins})`] : []),
    ...(isId(input.orgId)
      ? [
          sql`p.org_id in (
            with recursive below as (select id from people.organization where id = ${input.orgId}
            union select o.id from people.organization o join below b on o.parent_id = b.id) select id from below)`,
        ]
      : []),
    ...(isId(input.groupId)
      ? [sql`exists (select from access.group_person gp where gp.group_id = ${input.groupId} and gp.person_id = p.id)`]
      : []),
    ...(input.given
      ? [
          sql`exists (select from (${givenRights(sql`gp.person_id = p.id`)}) own
            join devices.device d on d.id = own.device_id where own.given = ${Number(input.given)} and ${devices})`,
        ]
      : []),
  ]
}

/** A statement with a row for each right at a door: `person_id`, `component_id`, `device_id`, and how it was `given`. */
export const givenRights = (condition: Sql = sql`true`): Sql => sql`
  select gp.person_id, gd.component_id, gd.device_id,
    max(case when g.direct_door_id is null then ${GIVEN.group[0]} else 0 end)
      + max(case when g.direct_door_id is null then 0 else ${GIVEN.direct[0]} end) as given
  from access.group_person gp join access.auth_group g on g.id = gp.group_id and g.deleted_at is null
  join access.group_door gd on gd.group_id = g.id where ${condition} group by 1, 2, 3`
