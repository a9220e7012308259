/** Applications and sites: keys, counts, and the refusal to remove one that is still in use. */
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import { translate } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { resetAppSecret } from '#modules/identity/api.ts'
import type { Row, RowOf } from '#model/row.ts'
import { implement } from '#server/parts.ts'
import { isPlatform, type Ctx } from '#server/ctx.ts'
import { moveAll } from '#server/moves/moveAll.ts'
import { application } from './application.noun.ts'
import { applicationReview } from './applicationReview.noun.ts'
import { changesOf, REVIEWED, splitLimits, type Limits } from './review.rules.ts'
import { askReview, lastOpinions, refuseWhileUsed, waitingReviews } from './review.server.ts'
import { checkTemplates, takeFromScenario } from './scenario.server.ts'
import { site } from './site.noun.ts'
import { transferEffects, transferTo } from './transfer.server.ts'

export const STATE = { active: 1, stopped: 2, pending: 3, rejected: 4, closed: 5 } as const

const limitsOf = (row: Row): Partial<Limits> =>
  Object.fromEntries(REVIEWED.flatMap(name => (row[name] === null ? [] : [[name, row[name]]])))

type Application = Pick<RowOf<typeof application>, 'id' | 'sourceId' | 'name' | 'state' | 'appKey'>
async function oneOf(ctx: Ctx, id: unknown): Promise<Application> {
  const [row] = await ctx.sql<Application>(
    sql`select id, source_id as "sourceId", name, state, app_key as "appKey" from applications.application
      where id = ${String(id)} and deleted_at is null`,
  )
  if (!row) throw new Refusal('not_found')
  return row
}

/** Users outside the platform must request; platform staff change it directly. */
const asks = (ctx: Ctx): boolean => !isPlatform(ctx.user)

/** What the edit in progress also requests, passed from the hook before the write to the one after it. */
const asking = new WeakMap<Ctx, ReturnType<typeof splitLimits>>()

/** By the day in the zone of the application, whose last day still counts. */
const TERM = sql`case when t.expires_on < (now() at time zone t.zone)::date then 2
  when t.expires_on < (now() at time zone t.zone)::date + 30 then 1 else 0 end`

export const applicationHalf = implement(application, {
  narrowsToOwn: true,
  narrow: ctx => (ctx.user.apps instanceof Set ? [sql`t.id = any(${[...ctx.user.apps]}::bigint[])`] : []),
  async beforeWrite(ctx, values, before) {
    await takeFromScenario(ctx, values, before)
    await checkTemplates(ctx, values, before)
    if (!before) {
      values.appKey = `ak${randomBytes(10).toString('hex')}`
      values.sourceId ??= ctx.user.sourceId
      values.zone ??= DEFAULT_ZONE
      values.deviceQuota ??= 1000
      values.personQuota ??= 20_000
      if (asks(ctx)) values.state = STATE.pending
      return
    }
    // Before the application is open everything can be changed; afterwards limits must be requested.
    if (asks(ctx) && (before.state === STATE.active || before.state === STATE.stopped))
      asking.set(ctx, splitLimits(values, before))
  },
  async afterWrite(ctx, row, before, values) {
    if (!asks(ctx)) return
    if (!before) return askReview(ctx, row, { kind: 'open', asked: limitsOf(row) })
    const limits = asking.get(ctx)
    if (limits && Object.keys(limits.asked).length) return askReview(ctx, row, { kind: 'change', ...limits })
    if (row.state === STATE.pending && values)
      await ctx.sql(
        sql`update applications.review set asked = ${JSON.stringify(limitsOf(row))}, updated_at = ${ctx.now} where application_id = ${row.id} and state = 0`,
      )
  },
  async onMove(ctx, move, row) {
    if (move === 'submit') return askReview(ctx, row, { kind: 'open', asked: limitsOf(row) })
    if (move === 'stop')
      return void (await ctx.sql(sql`update applications.application set held = ${!asks(ctx)} where id = ${row.id}`))
    if (!asks(ctx))
      return void (await ctx.sql(sql`update applications.application set held = false where id = ${row.id}`))
    if (row.state !== STATE.stopped)
      throw new Refusal('wrong_state', { text: ['请先提交审核', 'Send it for review first'] })
    if (row.held)
      throw new Refusal('wrong_state', {
        text: ['应用由平台停用，请联系平台启用', 'The platform stopped it; only the platform can start it again'],
      })
  },
  found: { term: given => sql`${TERM} = any(${given.split(',').map(Number).filter(Number.isInteger)}::int[])` },
  async compute(ctx, rows) {
    const terms = await ctx.sql<{ id: string; term: number }>(
      sql`select t.id, ${TERM} as term from applications.application t where t.id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    const termOf = new Map(terms.map(row => [row.id, row.term]))
    const ids = rows.map(row => row.id)
    const [waiting, opinions] = [await waitingReviews(ctx, ids), await lastOpinions(ctx, ids)]
    for (const row of rows) {
      row.term = (termOf.get(row.id) ?? 0) as typeof row.term
      const review = waiting.get(row.id)
      row.review = review
        ? [
            translate(['待审核', 'Waiting for review'], ctx.language),
            ...changesOf(review.kind, review.asked, review.had).map(line => translate(line, ctx.language)),
          ].join('\n')
        : row.state === STATE.rejected
          ? (opinions.get(row.id) ?? null)
          : null
    }
  },
  async beforeRemove(ctx, row) {
    if (asks(ctx) && (row.state === STATE.active || row.state === STATE.stopped))
      throw new Refusal('wrong_state', {
        text: ['使用过的应用请用“申请注销”', 'An application that was open is closed by asking: use "Ask to close"'],
      })
    await refuseWhileUsed(ctx, row.id)
    await moveAll(ctx, applicationReview, 'withdraw', sql`t.application_id = ${row.id}`)
  },
  actions: {
    async resetKey(ctx, input) {
      const row = await oneOf(ctx, input.id)
      return resetAppSecret(ctx, { id: row.id, sourceId: row.sourceId, appKey: row.appKey, name: row.name })
    },
    transferEffects: async (ctx, input) => transferEffects(ctx, await oneOf(ctx, input.id)),
    transfer: async (ctx, input) =>
      transferTo(ctx, await oneOf(ctx, input.id), String(input.toId), String(input.reason ?? '')),
    async askClose(ctx, input) {
      const row = await oneOf(ctx, input.id)
      await refuseWhileUsed(ctx, row.id)
      await askReview(ctx, row, { kind: 'close', reason: String(input.reason ?? '') })
      return true
    },
  },
})

export const siteHalf = implement(site)
