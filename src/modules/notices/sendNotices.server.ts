/** Sends notices by SMS: each three times at most, within the budgets of its phone and its application. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { phoneOf, sendNotice, sendsNotices, spend } from '#modules/identity/api.ts'
import { SECRET } from '#server/askNotice.ts'
import { toState } from '#server/moves/toState.ts'
import { limitList } from '#server/limitList.ts'
import { worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import { NOTICE_STATE } from './channel.rules.ts'
import { placeOfPhone } from './placeOfPhone.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 500
const AT_ONCE = 10
const TRIES = 3
/** Until a message is tried again: also one whose sender ended while sending, which may then arrive twice. */
const AGAIN_S = 20

export const noticeLimits = limitList('notice', {
  ofPhone: [20, '/ h', '发往一个账号或手机的通知短信', 'Notices by SMS to one account or phone'],
  ofApplication: [500, '/ day', '一个应用的通知短信', 'Notices by SMS of one application'],
})
const { most } = noticeLimits

const NO_TEMPLATE: Text = ['平台未配置通知短信模板', 'The platform has no SMS template for notices']
const NO_PHONE: Text = ['账号没有手机号', 'The account has no phone number']
const PERSON_WITHOUT: Text = ['该人员没有手机号', 'The person has no phone number']
const TOO_MANY: Text = ['通知短信已达上限', 'Too many notices by SMS']
const OVER: Text = ['内容已失效', 'What it tells is over']
const REFUSED: Text = ['短信服务未接受', 'The SMS provider did not accept it']

interface Waiting {
  id: string
  /** Null where it goes to a phone. */
  account_id: string | null
  phone_sealed: Buffer | null
  app_id: string
  title: string
  body: string
  tries: number
  origin: string
  origin_id: string
}

const phoneFor = async (ports: Ports, { id, account_id, phone_sealed }: Waiting): Promise<string | null> =>
  account_id !== null
    ? phoneOf(ports, account_id)
    : phone_sealed && ports.vault.open(phone_sealed, placeOfPhone(id)).toString()

/** The text that is sent; null where what it was to tell is over. */
async function textOf(ports: Ports, { body, origin, origin_id: id }: Waiting): Promise<string | null> {
  const secret = body.includes(SECRET) ? await ports.noticeSecrets.get(origin)?.read(ports, id) : undefined
  return secret === undefined ? body : secret && body.replace(SECRET, () => secret)
}

/** Null when the provider has accepted it; otherwise why not, and whether another try may help. */
async function send(ports: Ports, notice: Waiting): Promise<{ reason: Text; again: boolean } | null> {
  if (!sendsNotices(ports)) return { reason: NO_TEMPLATE, again: false }
  const phone = await phoneFor(ports, notice)
  if (phone === null) return { reason: notice.account_id === null ? PERSON_WITHOUT : NO_PHONE, again: false }
  const text = await textOf(ports, notice)
  if (text === null) return { reason: OVER, again: false }
  try {
    if (notice.tries === 1) {
      const whose = notice.account_id ?? `phone:${ports.vault.blindIndex(phone, 'notice').toString('base64')}`
      await spend(ports, `notice:${whose}`, most.ofPhone, 60)
      await spend(ports, `notice:app:${notice.app_id}`, most.ofApplication, 24 * 60)
    }
    await sendNotice(ports, phone, notice.title, text)
    return null
  } catch (error) {
    if (error instanceof Refusal) return { reason: TOO_MANY, again: false }
    ports.log.warn({ provider: ports.sms.provider, error: String(error) }, 'a notice could not be sent')
    return { reason: REFUSED, again: notice.tries < TRIES }
  }
}

/** Sends it and stores the outcome, unless it is tried again. */
async function settle(ports: Ports, notice: Waiting): Promise<void> {
  const failed = await send(ports, notice)
  if (failed?.again) return
  await ports.db.query(
    ENGINE,
    sql`with ended as (
        update notices.notice set ${toState(NOTICE_STATE, failed ? 'failed' : 'sent')}, next_at = null, phone_sealed = null,
          reason = ${failed ? JSON.stringify(failed.reason) : null}::jsonb
        where id = ${notice.id} and state = ${NOTICE_STATE.waiting}
        returning app_id, account_id, name, origin, origin_id, reason)
      insert into engine.outbox (id, type, key, app_id, payload)
      select ${ports.newId()}, 'notice.ended', 'notice ' || origin_id, app_id, jsonb_build_object('origin', origin,
        'originId', origin_id::text, 'name', coalesce(a.nickname, a.username, e.name), 'reason', reason)
      from ended e left join identity.account a on a.id = e.account_id`,
  )
}

export const sendNotices = worker({
  name: 'notices.sms',
  where: 'worker',
  async run(ports) {
    const waiting = await ports.db.query<Waiting>(
      ENGINE,
      prepared(sql`with due as materialized (
          select id from notices.notice where state = ${NOTICE_STATE.waiting} and next_at <= now()
          order by next_at limit ${AT_ONCE} for update skip locked)
        update notices.notice n set tries = tries + 1, next_at = now() + make_interval(secs => ${AGAIN_S})
        from due where n.id = due.id returning n.id, account_id, phone_sealed, app_id, title, body, tries,
          origin, origin_id`),
    )
    await Promise.all(waiting.map(notice => settle(ports, notice)))
    return waiting.length === AT_ONCE ? 0 : EVERY_MS
  },
})
