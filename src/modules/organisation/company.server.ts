/** Companies: an organisation, its contract and its main account are created together; freezing a company locks out its users. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import {
  addMainAccount,
  addOrganisation,
  checkGiven,
  checkReach,
  closeOrganisations,
  endSessions,
  giveFirstPassword,
  giveRoles,
  newPasswordProblem,
  openOrganisation,
  randomPassword,
  renameOrganisation,
} from '#modules/identity/api.ts'
import { requireProof } from '#server/auth/requireProof.ts'
import { requirePlatform } from '#server/auth/requirePlatform.ts'
import { USER_TYPE, type Ctx } from '#server/ctx.ts'
import type { Input, Row } from '#model/row.ts'
import type { Half } from '#server/parts.ts'
import { giveCompanyRole } from './companyRoles.server.ts'

const KIND = { agency: 2, supplier: 3 } as const
type Company = keyof typeof KIND

const staffOnly = (ctx: Ctx): void => {
  requirePlatform(ctx.user)
}

/** Generated passwords, until they are returned in the answer. */
const made = new WeakMap<Ctx, string>()

async function beforeAdd(ctx: Ctx, company: Company, values: Input): Promise<void> {
  staffOnly(ctx)
  if (Array.isArray(values.roleIds) && values.roleIds.length) await requireProof(ctx.ports, ctx.user)
  const username = String(values.username)
  const password = (values.password as string | null) ?? randomPassword()
  if (values.password === null || values.password === undefined) made.set(ctx, password)
  const problem = await newPasswordProblem(ctx.ports, password, username)
  if (problem) throw invalidFields([{ field: 'password', text: problem }])
  const [taken] = await ctx.sql(
    sql`select 1 from identity.account where lower(username) = lower(${username}) and deleted_at is null`,
  )
  if (taken) throw invalidFields([{ field: 'username', text: ['用户名已存在', 'This user name is taken'] }])
  const [known] = await ctx.sql(sql`select 1 from identity.organisation where code = ${values.code}`)
  if (known) throw invalidFields([{ field: 'code', text: ['编码已存在', 'This code is taken'] }])
  const id = ctx.newId()
  await addOrganisation(ctx.sql, {
    id,
    code: String(values.code),
    kind: KIND[company],
    name: String(values.name),
    parentId: (values.upperId as string | null) ?? '1',
    by: ctx.user.userId,
  })
  values.id = id
  values.password = password
}

async function giveMainAccount(ctx: Ctx, company: Company, row: Row, given: Input): Promise<void> {
  const id = ctx.newId()
  await addMainAccount(ctx, {
    id,
    organisationId: row.id,
    username: String(given.username),
    nickname: String(given.contact),
    type: USER_TYPE[company],
    password: String(given.password),
    mustChange: true,
    by: ctx.user.userId,
  })
  if (Array.isArray(given.roleIds) && given.roleIds.length) await giveRoles(ctx, id, given.roleIds.map(String))
  else await giveCompanyRole(ctx, id, company)
  await checkGiven(ctx, id, () => 'roleIds')
  await ctx.audit({
    action: 'add',
    object: 'user',
    objectId: id,
    objectName: String(given.username),
    changes: { main: true, organisation: row.id },
  })
  await ctx.bump('identity')
}

/** Only for a company of this kind: the platform is an organisation too, and its main account is the administrator. */
async function mainAccount(ctx: Ctx, company: Company, id: unknown): Promise<{ id: string; username: string }> {
  const [account] = await ctx.sql<{ id: string; username: string; type: number; main: boolean }>(
    sql`select a.id, a.username, a.type, a.main from identity.account a join identity.organisation o on o.id = a.source_id
      where a.source_id = ${String(id)} and o.kind = ${KIND[company]} and a.main and a.deleted_at is null order by a.id limit 1`,
  )
  if (!account) throw new Refusal('not_found', { text: ['没有主账号', 'The main account does not exist'] })
  await checkReach(ctx, account)
  return account
}

/** What its users are told when they sign in after the last day of its contract. */
const CONTRACT_OVER = '合作已到期'

/** Closes an organisation to its users, who see the reason when they sign in. */
async function closeCompany(ctx: Ctx, id: string, reason: string | null, sessionsEnd: string): Promise<void> {
  await closeOrganisations(ctx.sql, ctx.ports, [id], { reason, sessionsEnd })
  await ctx.bump('identity')
}

async function openCompany(ctx: Ctx, id: string): Promise<void> {
  await openOrganisation(ctx.sql, id)
  await ctx.bump('identity')
}

const checkDays = (row: Input): void => {
  if (row.startsOn && row.endsOn && String(row.endsOn) < String(row.startsOn))
    throw invalidFields([{ field: 'endsOn', text: ['结束日期早于开始日期', 'It ends before it begins'] }])
}

/** The common server half of both kinds of company; each adds its own figures. */
export const companyHalf = (company: Company): Omit<Half, 'part' | 'noun'> => ({
  shownOnce: [{ name: 'password', label: ['初始密码', 'First password'] }],
  async beforeWrite(ctx, values, before) {
    staffOnly(ctx)
    checkDays({ ...before, ...values })
    if (!before) await beforeAdd(ctx, company, values)
  },
  columns: (_ctx, id) => [['source_id', id]],
  async afterWrite(ctx, row, before, given) {
    if (before) {
      await renameOrganisation(ctx.sql, row.id, String(row.name))
      return
    }
    await giveMainAccount(ctx, company, row, given)
    const password = made.get(ctx)
    if (password) Object.assign(row, { username: given.username, password })
  },
  async compute(ctx, rows) {
    const ids = rows.map(row => row.id)
    const people = await ctx.sql<{ source_id: string; n: number; main: string | null }>(
      sql`select source_id, count(*)::int as n, min(username) filter (where main) as main from identity.account
        where source_id = any(${ids}::bigint[]) and not machine and deleted_at is null group by 1`,
    )
    for (const row of rows) {
      const own = people.find(one => one.source_id === row.id)
      Object.assign(row, { peopleCount: own?.n ?? 0, mainUser: own?.main ?? null })
    }
  },
  async onMove(ctx, move, row, input) {
    staffOnly(ctx)
    if (move === 'unfreeze') return openCompany(ctx, row.id)
    const reason = move === 'expire' ? CONTRACT_OVER : String(input.reason ?? '').trim() || null
    await closeCompany(ctx, row.id, reason, move === 'expire' ? 'expired' : 'frozen')
  },
  actions: {
    async resetPassword(ctx, input) {
      staffOnly(ctx)
      await requireProof(ctx.ports, ctx.user)
      const account = await mainAccount(ctx, company, input.id)
      const password = randomPassword()
      await giveFirstPassword(ctx, account.id, password)
      await endSessions(ctx.sql, ctx.ports, { accountId: account.id }, 'passwordChanged')
      await ctx.audit({ action: 'resetPassword', object: 'user', objectId: account.id, objectName: account.username })
      return { username: account.username, password }
    },
  },
})
