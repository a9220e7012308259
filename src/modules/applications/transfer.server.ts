/** Moves an application to another organisation: refused with reasons, its consequences counted before, done in one transaction. */
import sql from 'sql-template-tag'
import { counted, figure } from '#base/counted.ts'
import { translate, type Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { RowOf } from '#model/row.ts'
import { follow, heldIn } from '#server/crud/contributions.ts'
import { requirePlatform } from '#server/auth/requirePlatform.ts'
import type { Ctx } from '#server/ctx.ts'
import { worker } from '#server/parts.ts'
import { handOverIdentity, losersOf } from '#modules/identity/api.ts'
import { application } from './application.noun.ts'

type Application = Pick<RowOf<typeof application>, 'id' | 'sourceId' | 'name'>

const ENGINE = { role: 'engine' } as const
const SUPPLIER = 3
const NORMAL = 1
/** While what was under way at the transfer, or is undone within ten minutes, may still be written for the owner of before. */
const AGAIN_MIN = 12
const EVERY_MS = 30_000

const refuse = (...text: Text): Refusal => invalidFields([{ field: 'toId', text }])

async function judgeTarget(ctx: Ctx, app: Application, toId: string): Promise<string> {
  if (toId === app.sourceId) throw refuse('应用已属于该机构', 'The application is that of this organisation already')
  const [to] = await ctx.sql<{ name: string; kind: number; state: number | null }>(
    sql`select o.name, o.kind, a.state from identity.organisation o
      left join organisation.agency a on a.id = o.id where o.id = ${toId}`,
  )
  if (!to) throw refuse('机构不存在', 'The organisation does not exist')
  if (to.kind === SUPPLIER) throw refuse('供应商不能拥有应用', 'A supplier cannot own an application')
  if (to.state !== null && to.state !== NORMAL)
    throw refuse(`${to.name}已冻结或到期，请先恢复`, `${to.name} is frozen or its contract has ended; restore it first`)
  return to.name
}

/** Whom it concerns, in whole sentences; `heldIn` counts what later modules keep of it. */
export async function transferEffects(ctx: Ctx, app: Application): Promise<{ count: number; text: string }[]> {
  requirePlatform(ctx.user)
  const held = await heldIn(ctx, application, app.id)
  const { accounts, keys } = await losersOf(ctx, app.id)
  const callbacks = await follow(ctx, application, 'countCallbacks', { id: app.id })
  const lines: { count: number; text: Text }[] = [
    {
      count: held.count,
      text: [
        `${held.texts.map(([zh]) => zh).join('、')}及全部记录归新机构，原机构不再可见`,
        `${held.texts.map(([, en]) => en).join(', ')} and all records go with it; the organisation of before no longer sees them`,
      ],
    },
    {
      count: accounts,
      text: [`${figure(accounts)} 个账号不能再进入`, `${counted(accounts, 'account')} can no longer enter`],
    },
    {
      count: keys,
      text: [
        `${figure(keys)} 个接入密钥失效，由新机构更换后使用`,
        `${counted(keys, 'API key')} stop working until the new organisation gives them new secrets`,
      ],
    },
    {
      count: callbacks,
      text: [
        `${figure(callbacks)} 个回调停用，核对地址后启用`,
        `${counted(callbacks, 'callback')} are switched off until their addresses are checked`,
      ],
    },
  ]
  return lines
    .filter(({ count }) => count > 0)
    .map(({ count, text }) => ({ count, text: translate(text, ctx.language) }))
}

export async function transferTo(ctx: Ctx, app: Application, toId: string, reason: string): Promise<true> {
  requirePlatform(ctx.user)
  // Of two transfers at the same time, and of a review, the second waits here.
  await ctx.sql(sql`select 1 from applications.application where id = ${app.id} for update`)
  const name = await judgeTarget(ctx, app, toId)
  const [open] = await ctx.sql(sql`select 1 from applications.review where application_id = ${app.id} and state = 0`)
  if (open)
    throw new Refusal('wrong_state', {
      text: ['应用有待审核的申请，请先处理', 'A request about the application is waiting; answer it first'],
    })
  await follow(ctx, application, 'transferring', { id: app.id, toId })
  const effects = await transferEffects(ctx, app)
  await ctx.sql(sql`select applications.hand_over(${app.id}, ${toId})`)
  await handOverIdentity(ctx, app.id, toId)
  await follow(ctx, application, 'transferred', { id: app.id, toId })
  await ctx.audit({
    action: 'transfer',
    object: application.key,
    objectId: app.id,
    objectName: app.name,
    changes: { sourceId: [app.sourceId, toId], name, effects: effects.map(({ text }) => text) },
    reason,
  })
  return true
}

/** Facts that were on their way during a transfer, and removals undone after it, get the new owner. */
export const transferred = worker({
  name: 'application.transferred',
  where: 'worker',
  async run(ports) {
    const apps = await ports.db.query<{ id: string }>(
      ENGINE,
      sql`select id from applications.application
        where transferred_at > now() - make_interval(mins => ${AGAIN_MIN}) order by id`,
    )
    for (const { id } of apps) await ports.db.query(ENGINE, sql`select applications.stamp(${id})`)
    return EVERY_MS
  },
})
