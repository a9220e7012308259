/** Rules that do not act, because who last saved them has lost what they need. */
import sql from 'sql-template-tag'
import { heldBackRows } from '#modules/identity/api.ts'
import type { NeededPoints } from '#modules/identity/account/neededPoints.rules.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'
import { neededPoints } from './neededPoints.rules.ts'
import { RULE_COLUMNS, startOf, type Rule } from './startRule.server.ts'

export const pointsOfRule = (
  { classes, linkage }: Pick<Ports, 'classes' | 'linkage'>,
  rule: Omit<Rule, 'zone'>,
): NeededPoints =>
  neededPoints(linkage, {
    ...startOf(classes, rule),
    ...{ triggerKind: rule.trigger_kind, conditions: rule.conditions, actions: rule.actions },
  })

/** Why, by the id of the rule; nothing for rules that act. */
export async function heldBackRules(ctx: Ctx, rows: readonly { id: string }[]): Promise<ReadonlyMap<string, string>> {
  const rules = await ctx.sql<Omit<Rule, 'zone'>>(
    sql`select ${RULE_COLUMNS} from linkage.rule l where l.id = any(${rows.map(row => row.id)}::bigint[])`,
  )
  return heldBackRows(
    ctx,
    rules.map(rule => ({
      ...{ id: rule.id, userId: rule.updated_by, appId: rule.app_id, sourceId: rule.source_id },
      needed: pointsOfRule(ctx.ports, rule),
    })),
  )
}
