/** The data centre: figures and lists, only for users who may read what they count; each is the total of the list that it opens. */
import { dayOf, startOfDay } from '#base/zonedTime.ts'
import { choice } from '#model/field.ts'
import type { Params } from '#model/row.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { endpoint } from '#server/parts.ts'
import { narrowToOrganisation, ORGANISATION } from './below.server.ts'
import { narrowToRegion, REGION, regionOf } from './region.server.ts'
import { OVERVIEW_BLOCKS } from './overviewBlocks.server.ts'

const DAY_MS = 86_400_000

export const overview = endpoint({
  method: 'GET',
  path: '/api/insight/overview',
  access: 'login',
  scope: 'application',
  across: true,
  input: {
    sourceId: ORGANISATION,
    region: REGION,
    days: choice(['时间范围', 'Period'], {
      today: [1, '今日', 'Today'],
      week: [7, '近 7 天', '7 days'],
      month: [30, '近 30 天', '30 days'],
    }),
  },
  summary: [
    '数据中心的数字、曲线和列表，限调用者范围，可限一个机构（含下级）、地区（有站点在该地区的应用）或应用；无权查看的部分为 null',
    'Figures, curves and lists of the data centre, in the scope of the caller, or of an organisation with those below it, of the applications with a site in a region, or of one application; a block that the caller may not read is null',
  ],
  async run(ctx, input) {
    if (input.sourceId) await narrowToOrganisation(ctx, String(input.sourceId))
    const region = regionOf(input.region)
    if (region) await narrowToRegion(ctx, region)
    const days = Number(input.days ?? 1)
    const today = startOfDay(dayOf(ctx.now, ctx.zone), ctx.zone)
    // Noon, because days do not always have 24 hours.
    const back = (count: number): Date =>
      startOfDay(dayOf(today.getTime() - (count - 0.5) * DAY_MS, ctx.zone), ctx.zone)
    const span = { days, from: back(days - 1), before: back(2 * days - 1), zone: ctx.zone }
    const blocks: Params = {}
    for (const [name, { needs, read }] of Object.entries(OVERVIEW_BLOCKS)) {
      const may = needs.every(group => group.some(noun => mayRead(ctx.user, noun)))
      blocks[name] = may ? await read(ctx, span) : null
    }
    return { asOf: ctx.now.toISOString(), days, from: span.from, before: span.before, ...blocks }
  },
})
