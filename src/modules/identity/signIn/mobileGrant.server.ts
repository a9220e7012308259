/** The mobile grants of the API: `SMS@` with a code that was sent, and STATE@code of a social account. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { accountWhere, admit, closedTo, logSignIn, explainStopped, WAY } from './admit.server.ts'
import { clearProofs, countGuess, countProof } from './attempt.server.ts'
import { subjectOf } from './social.server.ts'
import { phoneIn, phoneIndex, useCode } from './smsCode.server.ts'
import { maskPhone } from '#base/mask.ts'
import type { Caller, Tokens } from './session.server.ts'
import { callerOf, clientOf, paramsOf, type Client, type Params } from './tokenCall.server.ts'

async function smsGrant(ports: Ports, params: Params, client: Client, caller: Caller): Promise<Tokens> {
  const mobile = params.mobile ?? ''
  const phone = mobile.startsWith('SMS@') ? phoneIn(mobile.slice(4)) : null
  if (!phone) throw new Refusal('invalid_grant')
  const account = await accountWhere(ports, sql`phone_index = ${phoneIndex(ports, phone)}`)
  // Guesses at a person's code count together with guesses at the password; an unknown phone is counted by itself.
  const name = account?.username ?? `phone:${phoneIndex(ports, phone).toString('base64url')}`
  await countGuess(
    ports,
    { name, accountId: account?.id, ...caller },
    { randomStr: params.randomStr, text: params.captcha },
  )
  const right = await useCode(ports, phone, 'login', client.sourceId, params.code)
  const reason = !right ? '短信验证码错误' : !account ? '用户不存在' : await closedTo(ports, account, client)
  if (!account || reason) {
    await logSignIn(ports, account?.username ?? maskPhone(phone), caller, WAY.sms, { account, reason: reason ?? '' })
    if (account) await explainStopped(ports, account, client, reason)
    throw new Refusal('invalid_grant', { text: ['手机号或验证码错误', 'Wrong phone number or code'] })
  }
  return admit(ports, account, client, caller, WAY.sms)
}

/** Unknown, invalid, other brands' and unlinked accounts all get the same answer. */
async function socialGrant(
  ports: Ports,
  params: Params,
  client: Client,
  caller: Caller,
  cookie: string | undefined,
): Promise<Tokens> {
  await countProof(ports, `social:${caller.ip}`)
  const subject = await subjectOf(ports, params.mobile ?? '', client.sourceId, cookie, null)
  const account =
    subject &&
    (await accountWhere(
      ports,
      sql`id = (select l.account_id from identity.social_link l where l.provider = ${subject.provider} and l.subject_index = ${subject.index})`,
    ))
  const reason = account ? await closedTo(ports, account, client) : '社交账号未绑定'
  if (!account || reason) {
    await logSignIn(ports, (account || undefined)?.username ?? subject?.provider ?? 'social', caller, WAY.social, {
      account: account || undefined,
      reason: reason ?? '',
    })
    if (account) await explainStopped(ports, account, client, reason)
    throw new Refusal('social_unbound')
  }
  await clearProofs(ports, `social:${caller.ip}`)
  return admit(ports, account, client, caller, WAY.social)
}

export const smsRoute = raw({
  method: 'POST',
  path: '/api/auth/mobile/token/sms',
  access: 'public',
  budget: 'signIn',
  summary: [
    '手机号登录：mobile = SMS@<手机号>、code、grant_type=mobile',
    'Signs in by phone: mobile = SMS@<phone>, code, grant_type=mobile',
  ],
  async handle(ports, request, reply) {
    const params = paramsOf(request)
    if (params.grant_type !== 'mobile') throw new Refusal('unsupported_grant')
    const client = await clientOf(ports, request, 'mobile')
    return reply.send(await smsGrant(ports, params, client, callerOf(request, client.id)))
  },
})

export const socialRoute = raw({
  method: 'POST',
  path: '/api/auth/mobile/token/social',
  access: 'public',
  budget: 'signIn',
  summary: [
    '第三方账号登录：mobile = <state>@<code>、grant_type=mobile',
    'Signs in by an account elsewhere: mobile = <state>@<code>, grant_type=mobile',
  ],
  async handle(ports, request, reply) {
    const params = paramsOf(request)
    if (params.grant_type !== 'mobile') throw new Refusal('unsupported_grant')
    const client = await clientOf(ports, request, 'mobile')
    const caller = callerOf(request, client.id)
    return reply.send(await socialGrant(ports, params, client, caller, request.headers.cookie))
  },
})
