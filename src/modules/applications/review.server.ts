/** Reviews: a request waits for the platform's answer, and takes effect in the same transaction as the answer. */
import sql from 'sql-template-tag'
import { translate, type Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { heldIn } from '#server/crud/contributions.ts'
import { requirePlatform } from '#server/auth/requirePlatform.ts'
import type { Ctx } from '#server/ctx.ts'
import type { MoveOf, Row } from '#model/row.ts'
import { moveAll } from '#server/moves/moveAll.ts'
import { implement } from '#server/parts.ts'
import { application } from './application.noun.ts'
import { applicationReview } from './applicationReview.noun.ts'
import { changesOf, type Limits } from './review.rules.ts'

const KIND = { open: 1, change: 2, close: 3 } as const
const PENDING = 0

interface Asking {
  kind: keyof typeof KIND
  asked?: Partial<Limits>
  had?: Partial<Limits>
  reason?: string | null
}

/** Submits one request to the platform. Refuses while another one is pending. */
export async function askReview(ctx: Ctx, app: Row, asking: Asking): Promise<void> {
  const [open] = await ctx.sql<{ kind: number }>(
    sql`select kind from applications.review where application_id = ${app.id} and state = ${PENDING}`,
  )
  if (open)
    throw new Refusal('wrong_state', {
      text: ['已有申请待审核，请等待结果或先撤回', 'A request is waiting already; wait for its answer or withdraw it'],
    })
  const id = ctx.newId()
  await ctx.sql(sql`insert into applications.review (id, source_id, application_id, kind, asked, had, reason,
    applicant_id, created_by, updated_by)
    values (${id}, ${app.sourceId}, ${app.id}, ${KIND[asking.kind]}, ${JSON.stringify(asking.asked ?? {})}, ${JSON.stringify(asking.had ?? {})}, ${asking.reason ?? null}, ${ctx.user.userId}, ${ctx.user.userId}, ${ctx.user.userId})`)
  await ctx.audit({
    action: `ask.${asking.kind}`,
    object: application.key,
    objectId: app.id,
    objectName: String(app.name),
    changes: { reviewId: id, ...asking.asked },
    reason: asking.reason ?? null,
  })
}

/** The pending requests of these applications; while one is pending, an edit changes the request. */
export async function waitingReviews(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, { kind: number; asked: Partial<Limits>; had: Partial<Limits> }>> {
  const rows = await ctx.sql<{ application_id: string; kind: number; asked: Partial<Limits>; had: Partial<Limits> }>(
    sql`select application_id, kind, asked, had from applications.review where application_id = any(${[...ids]}::bigint[]) and state = ${PENDING}`,
  )
  return new Map(rows.map(row => [row.application_id, row]))
}

/** The latest answers, for applications that are not open. */
export async function lastOpinions(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.sql<{ application_id: string; opinion: string | null }>(
    sql`select distinct on (application_id) application_id, opinion from applications.review
      where application_id = any(${[...ids]}::bigint[]) and state = 2 order by application_id, id desc`,
  )
  return new Map(rows.flatMap(row => (row.opinion ? [[row.application_id, row.opinion] as const] : [])))
}

const platformOnly = (ctx: Ctx): void => {
  requirePlatform(ctx.user)
}

const goneMeanwhile = (): Refusal =>
  new Refusal('wrong_state', {
    text: ['应用的状态已变，该申请不再有效', 'The application has changed; the request no longer applies'],
  })

/** Applies what was requested. */
async function takeEffect(ctx: Ctx, review: Row): Promise<void> {
  const id = String(review.applicationId)
  if (review.kind === KIND.open) {
    if (!(await moveApplication(ctx, 'approve', id))) throw goneMeanwhile()
    return
  }
  if (review.kind === KIND.change) {
    const asked = review.asked as Partial<Limits>
    const rows = await ctx.sql(
      sql`update applications.application set
        device_classes = coalesce(${asked.deviceClasses ? JSON.stringify(asked.deviceClasses) : null}::jsonb, device_classes),
        device_quota = coalesce(${asked.deviceQuota ?? null}::int, device_quota), person_quota = coalesce(${asked.personQuota ?? null}::int, person_quota),
        expires_on = case when ${'expiresOn' in asked} then ${asked.expiresOn ?? null}::date else expires_on end,
        rev = rev + 1, updated_at = ${ctx.now}, updated_by = ${ctx.user.userId}
        where id = ${id} and deleted_at is null returning 1`,
    )
    if (!rows.length) throw goneMeanwhile()
    return
  }
  await refuseWhileUsed(ctx, id)
  await moveApplication(ctx, 'close', id)
}

/** The application follows the answer. True where it could. */
const moveApplication = async (ctx: Ctx, move: MoveOf<typeof application>, id: string): Promise<boolean> =>
  (await moveAll(ctx, application, move, sql`t.id = ${id}`)).length > 0

/** Refuses to remove an application that is still in use. */
export async function refuseWhileUsed(ctx: Ctx, id: string): Promise<void> {
  const { count, texts } = await heldIn(ctx, application, id)
  if (count > 0)
    throw new Refusal('in_use', {
      text: [
        `应用内还有${texts.map(([zh]) => zh).join('、')}，不能删除`,
        `It still has ${texts.map(([, en]) => en).join(' and ')}; cannot be deleted`,
      ],
    })
}

/** Writes the answer to the request; the state itself is written by the move. */
async function answer(ctx: Ctx, review: Row, opinion: string | null): Promise<void> {
  await ctx.sql(
    sql`update applications.review set opinion = ${opinion}, reviewer_id = ${ctx.user.userId}, reviewed_at = ${ctx.now} where id = ${review.id}`,
  )
}

async function approve(ctx: Ctx, review: Row, opinion: string | null): Promise<void> {
  platformOnly(ctx)
  await takeEffect(ctx, review)
  await answer(ctx, review, opinion)
}

/** An application that waited to be opened is not; a change or a closure that is not wanted leaves it as it is. */
async function notOpened(ctx: Ctx, review: Row, move: 'reject' | 'withdraw'): Promise<void> {
  if (review.kind === KIND.open) await moveApplication(ctx, move, String(review.applicationId))
}

export const applicationReviewHalf = implement(applicationReview, {
  narrowsToOwn: true,
  narrow: ctx => (ctx.user.apps instanceof Set ? [sql`t.application_id = any(${[...ctx.user.apps]}::bigint[])`] : []),
  async compute(ctx, rows) {
    const names = await ctx.sql<{ id: string; name: string }>(
      sql`select id, name from applications.application where id = any(${rows.map(row => row.applicationId)}::bigint[])`,
    )
    for (const row of rows) {
      row.applicationName = names.find(app => app.id === row.applicationId)?.name ?? null
      row.changes = changesOf(row.kind, row.asked as Partial<Limits>, row.had as Partial<Limits>)
        .map((line: Text) => translate(line, ctx.language))
        .join('\n')
    }
  },
  async onMove(ctx, move, review, input) {
    const opinion = String(input.reason ?? '').trim() || null
    if (move === 'approve') return approve(ctx, review, opinion)
    if (move === 'withdraw') return notOpened(ctx, review, 'withdraw')
    platformOnly(ctx)
    await notOpened(ctx, review, 'reject')
    await answer(ctx, review, opinion)
  },
})
