/** Messages from the contact page: written by visitors with a captcha, handled by staff. */
import sql from 'sql-template-tag'
import { maskPhone } from '#base/mask.ts'
import { text } from '#model/field.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { isRandomStr, useCaptcha } from '#modules/identity/api.ts'
import { requirePlatform } from '#server/auth/requirePlatform.ts'
import { isPlatform, type Ctx } from '#server/ctx.ts'
import { toState } from '#server/moves/toState.ts'
import { limitList } from '#server/limitList.ts'
import { endpoint, implement } from '#server/parts.ts'
import { leaveMessage } from './leaveMessage.noun.ts'

export const messageLimits = limitList('message', {
  ofAddress: [5, '/ h', '一个地址的留言', 'Messages of one address'],
})

const STATES = leaveMessage.states.state.states
const CONTACTED = STATES.contacted[0]

/** Only the platform sees the organisations on both sides. */
const mayHandOver = (ctx: Ctx): boolean => isPlatform(ctx.user)

export const leaveMessageHalf = implement(leaveMessage, {
  async onMove(ctx, move, row, input) {
    const reopened = move === 'reopen'
    await ctx.sql(
      sql`update content.leave_message set handler_id = ${reopened ? null : ctx.user.userId}, handled_at = ${reopened ? null : ctx.now}, handle_remark = coalesce(${String(input.reason ?? '').trim() || null}, handle_remark) where id = ${row.id}`,
    )
  },
  async compute(ctx, rows) {
    for (const row of rows) Object.assign(row, { permission: { handOver: mayHandOver(ctx) } })
  },
  actions: {
    async handOver(ctx, input) {
      requirePlatform(ctx.user)
      const [agency] = await ctx.sql<{ name: string }>(
        sql`select name from organisation.agency where id = ${input.agencyId} and state = 1`,
      )
      if (!agency)
        throw invalidFields([
          { field: 'agencyId', text: ['代理商不存在或已冻结', 'The agency does not exist, or is frozen'] },
        ])
      const rows = await ctx.sql<{ id: string; name: string }>(
        sql`update content.leave_message set source_id = ${input.agencyId}, ${toState(STATES, 'waiting')}, handler_id = null,
            handled_at = null, handle_remark = coalesce(${input.remark ?? null}, handle_remark), rev = rev + 1,
            updated_at = ${ctx.now}, updated_by = ${ctx.user.userId}
          where id = any(${input.ids}::bigint[]) and state <= ${CONTACTED} and source_id <> ${input.agencyId}
          returning id, name`,
      )
      for (const row of rows)
        await ctx.audit({
          action: 'handOver',
          ...{ object: leaveMessage.key, objectId: row.id, objectName: row.name },
          changes: { sourceId: [null, agency.name] },
          reason: input.remark ?? null,
        })
      return rows.length
    },
  },
})

const { name, phone, company, email, kind, content } = leaveMessage.fields

export const contact = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  budget: 'write',
  scope: 'engine',
  input: {
    name,
    phone,
    company,
    email,
    kind,
    content,
    platform: text(['平台', 'Brand'], { max: 32 }),
    randomStr: text(['验证码标识', 'Captcha id'], { max: 64 }),
    code: text(['验证码', 'Captcha'], { required: true, max: 8 }),
  },
  summary: [
    '给平台留言，带 `platform` 时留给合作伙伴',
    'Leaves a message for the platform or, with `platform`, for a partner',
  ],
  async run(ctx, input) {
    const { ports } = ctx
    if (!isRandomStr(input.randomStr) || !(await useCaptcha(ports, input.randomStr, input.code)))
      throw new Refusal('bad_captcha')
    const ip = ctx.ip || 'unknown'
    // Messages from one address wait for each other, so that simultaneous ones are all counted.
    await ctx.sql(sql`select pg_advisory_xact_lock(hashtext('contact'), hashtext(${ip}))`)
    const [busy] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from content.leave_message where ip = ${ip} and created_at > now() - interval '1 hour'`,
    )
    if (busy!.n >= messageLimits.most.ofAddress)
      throw new Refusal('too_many', {
        text: ['留言过于频繁，请稍后再试', 'Too many messages; please try again later'],
        data: { retryAfterS: 3600 },
      })
    const id = ports.newId()
    const number = input.phone
    await ctx.sql(
      sql`insert into content.leave_message (id, brand_id, source_id, name, phone_sealed, phone_index, phone_masked,
        company, email, kind, content, ip)
        select ${id}, brand, brand, ${input.name},
          ${ports.vault.seal(number, `content.leave_message|phone|${id}`)}, ${ports.vault.blindIndex(number, 'phone')}, ${maskPhone(number)},
          ${input.company ?? null}, ${input.email ?? null}, ${input.kind}, ${input.content}, ${ip}
        from (select coalesce((select o.id from identity.organisation o
          where o.code = ${input.platform ?? ''} and o.kind = 1), 1) as brand) written_to`,
    )
    return true
  },
})
