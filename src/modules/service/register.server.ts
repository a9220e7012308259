/** 注册: a phone with its code becomes an organisation, its main account and a trial application with one device. */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { maskPhone } from '#base/mask.ts'
import { say } from '#base/text.ts'
import { choice, text } from '#model/field.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { application } from '#modules/applications/application.noun.ts'
import { bindDevice, stockDevice } from '#modules/devices/api.ts'
import {
  APP_SCOPE,
  brandByCode,
  isCode,
  isPhone,
  newPasswordProblem,
  openPassword,
  phoneIndex,
  useCode,
} from '#modules/identity/api.ts'
import { giveCompanyRole } from '#modules/organisation/api.ts'
import { makeCtx, USER_TYPE, type Ctx } from '#server/ctx.ts'
import type { Input } from '#model/row.ts'
import { endpoint } from '#server/parts.ts'
import type { Query } from '#server/sql/db.ts'

const AGENCY = 2
const ACTIVE = 1
const ON_TRIAL = 1
const TRIAL = { days: 30, devices: 5, people: 100 }
/** Its last day. */
const TRIAL_END = sql`(now() at time zone 'Asia/Shanghai')::date + ${TRIAL.days}::int`

const { industry } = application.fields

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  budget: 'write',
  scope: 'engine',
  input: {
    phone: text(['手机号', 'Phone'], { required: true, pattern: 'phone' }),
    code: text(['验证码', 'Code'], { required: true, max: 8 }),
    companyName: text(['企业名称', 'Organisation'], { required: true, max: 64 }),
    contact: text(['联系人', 'Contact'], { required: true, max: 32 }),
    industry: choice(['场景', 'Kind of place'], industry.values, { required: true }),
    username: text(['用户名', 'User name'], { required: true, pattern: 'username', max: 16 }),
    password: text(['密码', 'Password'], { required: true, max: 4096 }),
    platform: text(['平台', 'Brand'], { max: 32 }),
  },
  summary: [
    '注册单位并开通试用应用；密码与登录时相同加密，code 为 purpose register 的验证码',
    'Registers an organisation with a trial application; password as at sign-in, code of purpose register',
  ],
  async run(ctx, input) {
    const { ports } = ctx
    const phone = String(input.phone)
    if (!isPhone(phone))
      throw invalidFields([{ field: 'phone', text: ['手机号格式不正确', 'Not a valid mobile number'] }])
    const password = openPassword(input.password, ports.vault, ports.now().getTime())?.password
    if (!password)
      throw invalidFields([{ field: 'password', text: ['请重新输入密码', 'Please enter the password again'] }])
    const problem = await newPasswordProblem(ports, password, String(input.username))
    if (problem) throw invalidFields([{ field: 'password', text: problem }])
    const brand = await brandByCode(ports, input.platform ?? undefined)
    // Which names and phones are taken is told only to who holds the phone; another name needs no other code.
    if (!(await isCode(ports, phone, 'register', brand, input.code))) throw new Refusal('bad_code')
    await refuseTakenName(ctx, input.username)
    await refuseTakenPhone(ctx, phone)
    if (!(await useCode(ports, phone, 'register', brand, input.code))) throw new Refusal('bad_code')
    return make(ctx, input, { phone, password, brand })
  },
})

async function refuseTakenName(ctx: Ctx, username: unknown): Promise<void> {
  const [taken] = await ctx.sql(
    sql`select 1 from identity.account where deleted_at is null and lower(username) = lower(${username})`,
  )
  if (taken) throw invalidFields([{ field: 'username', text: ['用户名已被使用', 'This user name is taken'] }])
}

async function refuseTakenPhone(ctx: Ctx, phone: string): Promise<void> {
  const [taken] = await ctx.sql(
    sql`select 1 from identity.account where deleted_at is null and phone_index = ${phoneIndex(ctx.ports, phone)}`,
  )
  if (taken) throw invalidFields([{ field: 'phone', text: ['该手机号已注册', 'This number is registered already'] }])
}

interface Given {
  phone: string
  password: string
  brand: string
}

async function make(ctx: Ctx, input: Input, { phone, password, brand }: Given): Promise<{ username: string }> {
  const { ports } = ctx
  const [sourceId, accountId, appId] = [ctx.newId(), ctx.newId(), ctx.newId()]
  const hash = await ports.hashing.hashPassword(password)
  await ctx.sql(
    sql`insert into identity.organisation (id, code, kind, name, parent_id, trial_until) values (${sourceId}, ${`t${sourceId}`}, ${AGENCY}, ${input.companyName}, ${brand}, ${TRIAL_END})`,
  )
  await ctx.sql(
    sql`insert into organisation.agency (id, source_id, code, name, contact, phone_sealed, phone_index, phone_masked,
      device_quota, remark, registered_at, stage, trial_until)
      values (${sourceId}, ${sourceId}, ${`t${sourceId}`}, ${await freeName(ctx.sql, String(input.companyName))}, ${input.contact},
        ${ports.vault.seal(phone, `organisation.agency|phone|${sourceId}`)}, ${ports.vault.blindIndex(phone, 'phone')}, ${maskPhone(phone)}, ${TRIAL.devices}, '自行注册', ${ctx.now}, ${ON_TRIAL}, ${TRIAL_END})`,
  )
  await ctx.sql(
    sql`insert into identity.account (id, source_id, username, nickname, type, main, app_scope, password_hash,
      phone_sealed, phone_index, phone_masked)
      values (${accountId}, ${sourceId}, ${input.username}, ${input.contact}, ${USER_TYPE.agency}, true, ${APP_SCOPE.all}, ${hash},
        ${ports.vault.seal(phone, `identity.account|phone|${accountId}`)}, ${phoneIndex(ports, phone)}, ${maskPhone(phone)})`,
  )
  await giveCompanyRole(ctx, accountId, 'trial')
  await ctx.sql(
    sql`insert into applications.application (id, source_id, name, industry, app_key, device_classes, contact,
      device_quota, person_quota, expires_on, state, remark)
      values (${appId}, ${sourceId}, ${say([`${input.companyName}试用`, `${input.companyName} trial`], ctx.language).slice(-50)}, ${input.industry}, ${`ak${createHash('sha256').update(appId).digest('hex').slice(0, 20)}`}, '["faceEqui"]',
        ${input.contact}, ${TRIAL.devices}, ${TRIAL.people}, ${TRIAL_END}, ${ACTIVE}, '注册时自动创建')`,
  )
  await addDevice(ctx, sourceId, appId)
  await ctx.audit({
    action: 'register',
    object: 'user',
    objectId: accountId,
    objectName: String(input.username),
    changes: { organisation: sourceId, application: appId },
  })
  await ctx.bump('identity')
  return { username: String(input.username) }
}

/** Agencies have names of their own; people who register need not know which are taken. */
async function freeName(query: Query, name: string): Promise<string> {
  const [row] = await query<{ n: number }>(
    sql`select count(*)::int as n from organisation.agency where name = ${name} or name like ${`${name.replace(/[\\%_]/g, '\\$&')} (%)`}`,
  )
  return row!.n ? `${name} (${row!.n + 1})` : name
}

/** A face terminal of a published model, if there is one; where the demo runs it is played and comes online by itself. */
async function addDevice(ctx: Ctx, sourceId: string, appId: string): Promise<void> {
  const [model] = await ctx.sql<{ id: string }>(
    sql`select id from catalog.device_model where type_code = 'faceEqui' and state = 1 order by id limit 1`,
  )
  if (!model) return
  const scoped = makeCtx({ ...ctx, appId, actor: { role: 'app', appId, sourceId } }, ctx.sql, ctx.now)
  const sn = `TRIAL${sourceId}`
  const name = say(['试用人脸终端', 'Trial face terminal'], ctx.language)
  const made = await stockDevice(scoped, { sn, name, modelId: model.id, sourceId }, ctx.sql)
  await bindDevice(scoped, { sn, name }, ctx.sql)
  await ctx.sql(sql`update devices.device set simulated = true where id = ${made.id}`)
}
