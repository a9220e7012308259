/** Whom a rule may notify. */
import { invalidFields } from '#model/error.ts'
import { judgeNamedAccounts } from '#modules/identity/api.ts'
import { recipientsOf } from '#modules/notices/api.ts'
import type { Ctx } from '#server/ctx.ts'
import { NOTIFY, type LinkageAction } from './linkage.rules.ts'
import { noticeIn } from './readPlatformAct.rules.ts'

/** Whom the action notifies. */
export const recipientsIn = ({ identifier, params }: LinkageAction): readonly string[] =>
  identifier === NOTIFY ? (noticeIn(params)?.accountIds ?? []) : []

/** Refuses to notify accounts that the caller may not name, or that may not see the device. What was notified before stays. */
export async function judgeRecipients(
  ctx: Ctx,
  device: { id: string; name: string },
  accountIds: readonly string[],
  notified: readonly string[],
): Promise<void> {
  await judgeNamedAccounts(ctx, 'actions', accountIds, notified)
  const found = await ctx.ports.db.tx({ role: 'engine' }, query => recipientsOf(query, device.id, accountIds))
  if (found.length === new Set(accountIds).size) return
  throw invalidFields([
    {
      field: 'actions',
      text: [
        `通知的账号中有的已锁定，或不能查看“${device.name}”`,
        `An account to notify is locked or may not see “${device.name}”`,
      ],
    },
  ])
}
