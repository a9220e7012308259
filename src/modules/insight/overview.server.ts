/** The data centre: figures and lists, only for users who may read what they count; each is the total of the list that it opens. */
import { dayOf, startOfDay } from '#base/time.ts'
import type { Params } from '#model/row.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { endpoint } from '#server/parts.ts'
import { OVERVIEW_BLOCKS } from './overviewBlocks.server.ts'

const DAY_MS = 86_400_000

export const overview = endpoint({
  method: 'GET',
  path: '/api/insight/overview',
  access: 'login',
  scope: 'application',
  summary: [
    '数据中心的数字、曲线和列表，限调用者范围；无权查看的部分为 null',
    'Figures, curves and lists of the data centre, in the scope of the caller; a block that the caller may not read is null',
  ],
  async run(ctx) {
    const today = startOfDay(dayOf(ctx.now, ctx.zone), ctx.zone)
    const days = { today, yesterday: startOfDay(dayOf(today.getTime() - DAY_MS / 2, ctx.zone), ctx.zone) }
    const blocks: Params = {}
    for (const [name, { needs, read }] of Object.entries(OVERVIEW_BLOCKS)) {
      const may = needs.every(group => group.some(noun => mayRead(ctx.user, noun)))
      blocks[name] = may ? await read(ctx, days) : null
    }
    return { asOf: ctx.now.toISOString(), today: today.toISOString(), ...blocks }
  },
})
