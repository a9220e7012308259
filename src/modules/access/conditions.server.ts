/** What the conditions of linkage rules find in groups and time plans. */
import sql from 'sql-template-tag'
import { looks } from '#server/linkageParts.ts'
import { groupCondition, planCondition } from './access.linkage.ts'
import { isOpen, type Exception, type Span } from './timePlan.rules.ts'

export const groupOfPerson = looks({
  of: groupCondition.key,
  async look(_ports, query, { groupId }, { fields, personId, appId }) {
    const [group] = await query<{ name: string; held: boolean }>(
      sql`select g.name, exists (select from access.group_person p
          where p.group_id = g.id and p.person_id = ${personId}::bigint) as held
        from access.auth_group g where g.id = ${String(groupId)} and g.app_id = ${appId}
          and g.deleted_at is null and g.direct_door_id is null`,
    )
    const name = group?.name
    if (personId === null)
      return {
        ...{ held: false, name },
        saw: fields ? ['不是已登记的人员', 'Not a registered person'] : ['没有触发事件', 'There was no event'],
      }
    return group?.held
      ? { held: true, name, saw: ['在权限组内', 'In the group'] }
      : { held: false, name, saw: ['不在权限组内', 'Not in the group'] }
  },
})

export const withinPlan = looks({
  of: planCondition.key,
  async look(_ports, query, { planId }, { at, zone, appId }) {
    const [plan] = await query<{ name: string; week: Span[]; exceptions: Exception[] }>(
      sql`select name, week, exceptions from access.time_plan
        where id = ${String(planId)} and app_id = ${appId}`,
    )
    if (!plan) return { held: false, saw: ['时间计划已删除', 'The time plan was deleted'] }
    return isOpen(plan, at, zone)
      ? { held: true, name: plan.name, saw: ['在计划内', 'Within the plan'] }
      : { held: false, name: plan.name, saw: ['不在计划内', 'Outside the plan'] }
  },
})
