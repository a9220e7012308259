/** Codes sent to phones: six digits, five minutes, five attempts; bound to phone, purpose and brand; with budgets against toll fraud. */
import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { clientNetwork } from '#base/address.ts'
import { folded } from '#base/folded.ts'
import { phoneOf } from '#base/identity.ts'
import { PATTERNS } from '#base/rules.ts'
import { NO_PHONE } from '#base/signInTexts.ts'
import { Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import { limitList } from '#server/limitList.ts'
import { raw } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { spend } from './attempt.server.ts'
import { placeOf } from './knownPlace.server.ts'
import { brandSourceOf } from '../organisation/brandOf.server.ts'
import { isRandomStr, useCaptcha } from './captcha.server.ts'
import { sendCode } from './sms/sendSms.ts'
import { PLATFORM_ID } from './tokenCall.server.ts'

const ENGINE = { role: 'engine' } as const
export const codeLimits = limitList('code', {
  life: [5, 'min', '验证码有效期', 'Life of a code'],
  tries: [5, '', '一个验证码的尝试', 'Tries of one code'],
  ofPhoneNow: [1, '/ min', '发往一个手机号的验证码', 'Codes to one phone'],
  ofPhoneSoon: [5, '/ h', '发往一个手机号的验证码', 'Codes to one phone'],
  ofPhone: [10, '/ day', '发往一个手机号的验证码', 'Codes to one phone'],
  ofAddress: [20, '/ h', '一个地址要的验证码', 'Codes asked for by one address'],
  inAll: [1000, '/ h', '全平台的验证码', 'Codes in all'],
})
const { most } = codeLimits
const PURPOSES = ['login', 'reset', 'register', 'contact', 'bind'] as const
export type CodePurpose = (typeof PURPOSES)[number]
/** For these purposes an unknown phone gets no message, and the same answer. */
const NEEDS_ACCOUNT = new Set<CodePurpose>(['login', 'reset'])

/** The mobile number in a text, in the form that is stored; null when there is none. */
export function phoneIn(given: unknown): string | null {
  const phone = typeof given === 'string' ? phoneOf(given) : ''
  return PATTERNS.phone[0].test(phone) ? phone : null
}
export const phoneIndex = (ports: Ports, phone: string): Buffer => ports.vault.blindIndex(phone, 'phone')
const codeIndex = (ports: Ports, phone: string, purpose: string, brand: string, code: string): Buffer =>
  ports.vault.blindIndex(`${phone}|${purpose}|${brand}|${code}`, 'sms code')

/**
 * One a minute, five an hour, ten a day for each phone; twenty an hour for each address; a thousand an hour in total. A
 * request from a known place of the phone's owner has a separate budget, which strangers cannot use up.
 */
async function budget(ports: Ports, phone: string, address: string, device: unknown): Promise<void> {
  const [account] = await ports.db.query<{ id: string }>(
    ENGINE,
    sql`select id from identity.account where phone_index = ${phoneIndex(ports, phone)} and deleted_at is null and state = 0`,
  )
  const place = await placeOf(ports, account?.id, { ip: address, device })
  const key = `sms:${phoneIndex(ports, phone).toString('base64url')}${place ? `@${place}` : ''}`
  await spend(ports, `sms:ip:${clientNetwork(address)}`, most.ofAddress, 60)
  await spend(ports, `${key}:m`, most.ofPhoneNow, 1)
  await spend(ports, `${key}:h`, most.ofPhoneSoon, 60)
  await spend(ports, `${key}:d`, most.ofPhone, 24 * 60)
  await spend(ports, 'sms:all', most.inAll, 60)
}

async function makeCode(ports: Ports, phone: string, purpose: CodePurpose, brand: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await ports.db.query(
    ENGINE,
    sql`insert into identity.sms_code (phone_index, purpose, brand, code_index, until)
    values (${phoneIndex(ports, phone)}, ${purpose}, ${brand}, ${codeIndex(ports, phone, purpose, brand, code)}, ${new Date(ports.now().getTime() + most.life * 60_000)})
    on conflict (phone_index, purpose, brand) do update
    set code_index = excluded.code_index, until = excluded.until, tries = 0`,
  )
  return code
}

/** Whether `code` is the one that was sent; it stays valid, and is void after five checks. `brand` is the id of its organisation. */
export async function isCode(
  ports: Ports,
  phone: string,
  purpose: CodePurpose,
  brand: string,
  code: unknown,
): Promise<boolean> {
  const given = codeIndex(ports, phone, purpose, brand, folded(String(code ?? '')).trim())
  // Counted before it is compared, in one statement: each of several parallel attempts uses one of the five.
  const [kept] = await ports.db.query<{ code_index: Buffer }>(
    ENGINE,
    sql`update identity.sms_code set tries = tries + 1 where phone_index = ${phoneIndex(ports, phone)} and purpose = ${purpose} and brand = ${brand}
      and tries < ${most.tries} and until > ${ports.now()} returning code_index`,
  )
  return kept?.code_index.equals(given) ?? false
}

/** Like `isCode`, but a right code is used up: of two simultaneous calls one succeeds. */
export async function useCode(
  ports: Ports,
  phone: string,
  purpose: CodePurpose,
  brand: string,
  code: unknown,
): Promise<boolean> {
  if (!(await isCode(ports, phone, purpose, brand, code))) return false
  const given = codeIndex(ports, phone, purpose, brand, folded(String(code ?? '')).trim())
  const used = await ports.db.query(
    ENGINE,
    sql`delete from identity.sms_code where phone_index = ${phoneIndex(ports, phone)} and purpose = ${purpose} and brand = ${brand} and code_index = ${given} returning 1`,
  )
  return used.length === 1
}

/** True when an account that signs in through this brand has the phone. */
async function known(ports: Ports, phone: string, brand: string): Promise<boolean> {
  const [account] = await ports.db.query<{ source_id: string }>(
    ENGINE,
    sql`select source_id from identity.account where phone_index = ${phoneIndex(ports, phone)} and deleted_at is null and state = 0`,
  )
  // Queried in any case, so that the duration reveals nothing.
  const own = await brandSourceOf(ports, account?.source_id ?? PLATFORM_ID)
  return account !== undefined && own === brand
}

/** The organisation of a brand's code, as in addresses; the platform when none is given. */
export async function brandByCode(ports: Ports, given: unknown): Promise<string> {
  const code = given === undefined || given === '' ? 'portico' : String(given).slice(0, 32).replaceAll('\0', '')
  const [row] = await ports.db.query<{ source_id: string }>(
    ENGINE,
    sql`select source_id from identity.brand where code = ${code} and (state = 1 or source_id = 1)`,
  )
  if (!row) throw new Refusal('not_found')
  return row.source_id
}

export const sendCodeRoute = raw({
  method: 'GET',
  path: '/api/admin/mobile/:phone',
  access: 'public',
  budget: 'message',
  summary: [
    '向手机发送验证码，purpose 为 login、reset、register、contact 或 bind；需图形验证码（randomStr、code）；号码未注册时应答相同',
    'Sends a code to a phone: purpose login, reset, register, contact or bind; needs a captcha (randomStr, code); the answer is the same when no account has the phone',
  ],
  async handle(ports, request, reply) {
    const phone = phoneIn((request.params as { phone: string }).phone)
    const query = request.query as Input
    if (!phone) throw new Refusal('invalid', { text: NO_PHONE })
    const purpose = PURPOSES.find(one => one === (query.purpose ?? 'login'))
    if (!purpose) throw new Refusal('invalid')
    if (purpose === 'bind' && !request.user) throw new Refusal('unauthorized')
    const brand =
      request.user && purpose === 'bind'
        ? await brandSourceOf(ports, request.user.sourceId)
        : await brandByCode(ports, query.platform)
    if (!query.code) throw new Refusal('need_captcha', { data: { need: 'captcha' } })
    if (!isRandomStr(query.randomStr) || !(await useCaptcha(ports, query.randomStr, String(query.code))))
      throw new Refusal('bad_captcha')
    await budget(ports, phone, request.address, query.device)
    const code = await makeCode(ports, phone, purpose, brand)
    const goes = !NEEDS_ACCOUNT.has(purpose) || (await known(ports, phone, brand))
    // Not awaited, so that the duration does not reveal whether the phone is known.
    if (goes)
      void sendCode(ports, phone, code).catch((error: unknown) =>
        ports.log.warn({ provider: ports.sms.provider, error: String(error) }, 'a code could not be sent'),
      )
    return reply.send({ code: 0, msg: null, data: true })
  },
})
