/** What access adds to the conditions of linkage rules: the groups of the person, and time plans. */
import { ref } from '#model/field.ts'
import { defineCondition } from '#model/linkage.ts'
import { readingAny } from '#modules/identity/account/neededPoints.rules.ts'

export const groupCondition = defineCondition('group', {
  wire: 2,
  label: ['人员的权限组', "The person's group"],
  of: 'person',
  fields: { groupId: ref(['权限组', 'Permission group'], 'authGroup', { required: true }) },
  needs: [readingAny('authGroup')],
  problem: ({ groupId }) => (groupId ? null : ['请选择权限组', 'Choose a permission group']),
  words: (_condition, { name }) =>
    name ? [`人员在“${name}”中`, `The person is in “${name}”`] : ['人员在指定权限组中', 'The person is in one group'],
})

export const planCondition = defineCondition('plan', {
  wire: 4,
  label: ['时间计划', 'Time plan'],
  fields: { planId: ref(['时间计划', 'Time plan'], 'timePlan', { required: true }) },
  needs: [readingAny('timePlan')],
  problem: ({ planId }) => (planId ? null : ['请选择时间计划', 'Choose a time plan']),
  words: (_condition, { name }) =>
    name ? [`在时间计划“${name}”内`, `Within the time plan “${name}”`] : ['在时间计划内', 'Within the time plan'],
})
