/** The home page of an application: today's figures, problems, limits, and the setup steps of a new one. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { limitedIn } from '#server/auth/places.ts'
import type { Ctx } from '#server/ctx.ts'
import { endpoint } from '#server/parts.ts'
import { HOME_BLOCKS, homeDays } from './homeBlocks.server.ts'

/** Blocks about the application as a whole, not shown to an account that is limited to places in it. */
const WHOLE = new Set(['sync', 'callbacks', 'keys'])

/** The condition for each setup step, and the noun whose permission is needed to see it. */
const STEPS = {
  site: 'site',
  device: 'deviceBind',
  person: 'person',
  right: 'authGroup',
  passage: 'passRecord',
  integration: 'callback',
} as const

/** The setup steps that the caller may see, each with whether it is done; null once all of them are. */
async function setUp(ctx: Ctx): Promise<unknown> {
  const app = ctx.appId
  const [done] = await ctx.sql<Record<keyof typeof STEPS, boolean>>(
    sql`select exists (select from applications.site where app_id = ${app}) as site,
      exists (select from devices.device where app_id = ${app} and deleted_at is null) as device,
      exists (select from people.person where app_id = ${app} and deleted_at is null) as person,
      exists (select from access.group_person gp join access.group_door gd on gd.group_id = gp.group_id
        join access.auth_group g on g.id = gp.group_id and g.deleted_at is null
        where g.app_id = ${app}) as "right",
      exists (select from devices.passage where app_id = ${app}) as passage,
      exists (select from callbacks.callback where app_id = ${app})
        or exists (select from identity.api_key where app_id = ${app} and state = 1 and not main) as integration`,
  )
  const steps = Object.entries(STEPS)
    .filter(([, noun]) => mayRead(ctx.user, noun))
    .map(([key]) => ({ key, done: done![key as keyof typeof STEPS] }))
  return steps.every(step => step.done) ? null : steps
}

export const applicationHome = endpoint({
  method: 'GET',
  path: '/api/insight/application',
  access: 'login',
  places: true,
  scope: 'application',
  summary: [
    '应用首页：今日与昨日同一时刻的数字、异常、期限与额度、密钥和开通步骤；无权查看的部分为 null',
    'The home of an application: figures of today and of yesterday at this time, what is wrong, term and limits, keys and the steps of setting up; a block that the caller may not read is null',
  ],
  async run(ctx) {
    if (ctx.appId === null) throw new Refusal('app_required')
    const days = homeDays(ctx)
    const blocks: Params = {}
    for (const [name, { needs, read }] of Object.entries(HOME_BLOCKS)) {
      const beyond = WHOLE.has(name) && limitedIn(ctx.user, ctx.appId)
      const may = !beyond && needs.every(group => group.some(noun => mayRead(ctx.user, noun)))
      blocks[name] = may ? await read(ctx, days) : null
    }
    return {
      asOf: ctx.now.toISOString(),
      today: days.today.toISOString(),
      ...blocks,
      steps: limitedIn(ctx.user, ctx.appId) ? null : await setUp(ctx),
    }
  },
})
