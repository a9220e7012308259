/** 注册: a phone number and its code create an organisation, its main account and a trial application with one device. */
import sql from 'sql-template-tag'
import { translate } from '#base/text.ts'
import { NO_PHONE } from '#base/signInTexts.ts'
import { choice, text } from '#model/field.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { application } from '#modules/applications/application.noun.ts'
import { addTrialApplication } from '#modules/applications/api.ts'
import { bindDevice, stockDevice } from '#modules/devices/api.ts'
import {
  addMainAccount,
  addOrganisation,
  brandByCode,
  isCode,
  phoneIn,
  newPasswordProblem,
  openPassword,
  phoneIndex,
  useCode,
} from '#modules/identity/api.ts'
import { addRegisteredAgency, giveCompanyRole } from '#modules/organisation/api.ts'
import { makeCtx, USER_TYPE, type Ctx } from '#server/ctx.ts'
import type { Input } from '#model/row.ts'
import { endpoint } from '#server/parts.ts'

const AGENCY = 2
const TRIAL = { days: 30, devices: 5, people: 100 }
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
    const phone = phoneIn(input.phone)
    if (!phone) throw invalidFields([{ field: 'phone', text: NO_PHONE }])
    const password = openPassword(input.password, ports.vault, ports.now().getTime())?.password
    if (!password)
      throw invalidFields([{ field: 'password', text: ['请重新输入密码', 'Please enter the password again'] }])
    const problem = await newPasswordProblem(ports, password, input.username)
    if (problem) throw invalidFields([{ field: 'password', text: problem }])
    const brand = await brandByCode(ports, input.platform ?? undefined)
    // Only the owner of the phone learns which names and phones are taken; the code stays valid for another name.
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
  await addOrganisation(ctx.sql, {
    id: sourceId,
    code: `t${sourceId}`,
    kind: AGENCY,
    name: String(input.companyName),
    parentId: brand,
    trialDays: TRIAL.days,
    by: null,
  })
  await addRegisteredAgency(ctx, {
    id: sourceId,
    code: `t${sourceId}`,
    name: String(input.companyName),
    contact: String(input.contact),
    phone,
    deviceQuota: TRIAL.devices,
    trialDays: TRIAL.days,
  })
  await addMainAccount(ctx, {
    id: accountId,
    organisationId: sourceId,
    username: String(input.username),
    nickname: String(input.contact),
    type: USER_TYPE.agency,
    password,
    mustChange: false,
    phone,
    by: null,
  })
  await giveCompanyRole(ctx, accountId, 'trial')
  await addTrialApplication(ctx.sql, {
    id: appId,
    sourceId,
    name: translate([`${input.companyName}试用`, `${input.companyName} trial`], ctx.language).slice(-50),
    industry: String(input.industry),
    deviceClasses: trialClasses(ctx),
    contact: String(input.contact),
    deviceQuota: TRIAL.devices,
    personQuota: TRIAL.people,
    trialDays: TRIAL.days,
  })
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

/** Classes that show a trial what the product does: people are stored on the device, which lets them pass by itself. */
const trialClasses = ({ ports }: Ctx): string[] =>
  [...ports.classes.values()].filter(({ sets }) => sets.some(({ item }) => item === 'person')).map(({ key }) => key)

/** Adds a device of such a class and a published model, if there is one; with the demo it is simulated and comes online by itself. */
async function addDevice(ctx: Ctx, sourceId: string, appId: string): Promise<void> {
  const [model] = await ctx.sql<{ id: string }>(
    sql`select id from catalog.device_model where type_code = any(${trialClasses(ctx)}::text[]) and state = 1
      order by id limit 1`,
  )
  if (!model) return
  const scoped = makeCtx({ ...ctx, appId, actor: { role: 'app', appId, sourceId } }, ctx.sql, ctx.now)
  const sn = `TRIAL${sourceId}`
  const name = translate(['试用人脸终端', 'Trial face terminal'], ctx.language)
  await stockDevice(scoped, { sn, name, modelId: model.id, sourceId, simulated: true }, ctx.sql)
  await bindDevice(scoped, { sn, name }, ctx.sql)
}
