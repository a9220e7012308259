/** What rights add to groups and people: the progress of delivery; and it follows each change of a group. */
import sql from 'sql-template-tag'
import { authGroup } from '#modules/access/access.noun.ts'
import { person } from '#modules/people/person.noun.ts'
import { worstStage, type Stage } from '#model/delivery.ts'
import type { Ctx } from '#server/ctx.ts'
import { contributes, handler } from '#server/parts.ts'
import {
  beginGroup,
  retryDeliveries,
  setFollowers,
  touchGroup,
  touchMembers,
  touchSubjects,
  type Group,
} from '#modules/sync/api.ts'
import { PERSON } from './person.server.ts'
import { progressOf, stagesOf, type Progress } from './progress.server.ts'
import { differencesOf } from './steps.server.ts'

/** The data of access about a changed group. */
interface About {
  group: Group
  groupId: string
  personIds: readonly string[]
  deviceIds: readonly string[]
}

export const groupDelivery = contributes(authGroup, {
  async compute(ctx, rows) {
    for (const row of rows)
      row.delivery = deliveryWords(ctx, await progressOf(ctx.sql, ctx.ports.classes, ctx.now, { groupId: row.id }))
  },
  on: {
    async began(ctx, about) {
      await beginGroup(ctx.sql, (about as unknown as About).group)
    },
    async changed(ctx, about) {
      await touchGroup(ctx.sql, (about as unknown as About).groupId)
    },
    async doors(ctx, about) {
      const { group, deviceIds } = about as unknown as About
      await setFollowers(ctx.sql, ctx.ports.classes, group, deviceIds)
    },
    async joined(ctx, about) {
      const { groupId, personIds } = about as unknown as About
      await touchMembers(ctx.sql, groupId, PERSON, personIds, false)
    },
    async left(ctx, about) {
      const { groupId, personIds } = about as unknown as About
      await touchMembers(ctx.sql, groupId, PERSON, personIds, true)
    },
    retry: (ctx, about) => retryDeliveries(ctx, { groupId: (about as unknown as About).groupId }),
  },
})

/** The progress of a group's delivery, in the caller's language. */
function deliveryWords(ctx: Ctx, progress: Progress): string {
  const english = ctx.language === 'en'
  const parts = [
    [progress.failed, '失败', 'failed'],
    [progress.sending, '下发中', 'on their way'],
    [progress.waiting, '待上线', 'wait for devices'],
    [progress.missing, '缺照片或卡号', 'without portrait or card'],
    [progress.clockOff, '设备时钟偏差', 'device clock off'],
  ] as const
  const open = parts.filter(([n]) => n > 0).map(([n, zh, en]) => (english ? `${n} ${en}` : `${zh} ${n}`))
  const { total } = progress
  return open.length ? open.join(' · ') : total ? (english ? `all ${total} confirmed` : `全部 ${total} 项已确认`) : '—'
}

const SYNC = person.fields.sync.values

interface Rights {
  id: string
  groups: string | null
  direct: number
  doors: number
  stages: Stage[] | null
  /** A device may still hold them where they have no right any more. */
  removing: boolean
}

export const personRights = contributes(person, {
  async compute(ctx, rows) {
    const personIds = rows.map(row => row.id)
    const { classes } = ctx.ports
    const found = await ctx.sql<Rights>(sql`
      with given as (
        select gp.person_id, g.name, g.direct_door_id, gd.component_id, gd.device_id from access.group_person gp
        join access.auth_group g on g.id = gp.group_id and g.deleted_at is null
        left join access.group_door gd on gd.group_id = g.id where gp.person_id = any(${personIds}::bigint[])
      ), staged as (
        select person_id, array_agg(distinct stage) as stages from ${stagesOf(classes, ctx.now, { personIds })} s group by 1
      ), different as (
        select distinct device_id, subject_id from ${differencesOf(classes, ctx.now, { personIds })} d
      )
      select p.id, staged.stages,
        (select string_agg(distinct o.name, ${ctx.language === 'en' ? ', ' : '、'}) from given o
          where o.person_id = p.id and o.direct_door_id is null) as groups,
        (select count(distinct o.direct_door_id)::int from given o where o.person_id = p.id) as direct,
        (select count(distinct o.component_id)::int from given o where o.person_id = p.id) as doors,
        exists (select from different d where d.subject_id = p.id and (p.state <> 0 or p.person_type = 5
          or not exists (select from given o where o.person_id = p.id and o.device_id = d.device_id))) as removing
      from people.person p left join staged on staged.person_id = p.id where p.id = any(${personIds}::bigint[])`)
    for (const row of rows) {
      const rights = found.find(one => one.id === row.id)
      if (!rights) continue
      const { groups, direct, doors, stages, removing } = rights
      const stage = worstStage([...(stages ?? []), ...(removing ? (['removing'] as const) : [])])
      Object.assign(row, { groupNames: groups, directCount: direct, doorCount: doors, sync: SYNC[stage ?? 'none'][0] })
    }
  },
})

/** People who changed or were removed: the devices that store them check them again. */
export const personChanged = handler({
  name: 'rights.person',
  on: ['person.changed', 'person.gone'],
  run: (ports, event) =>
    ports.db.tx({ role: 'engine' }, async query => {
      const { personId } = event.payload as { personId: string }
      const [person] = await query<{ barred: boolean }>(
        sql`select deleted_at is not null or state <> 0 or person_type = 5
          or coalesce(valid_to < now(), false) as barred
          from people.person where id = ${personId} for share`,
      )
      // A person who may no longer pass is a revocation, which has priority.
      await touchSubjects(query, PERSON, [personId], person?.barred ?? true)
    }),
})
