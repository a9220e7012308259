/**
 * The accounts of the demo: the visitor's, which creates and views it, and an administrator's, which only creates the
 * partner companies and is locked otherwise.
 */
import { ensureInstallationAccount, lockInstallationAccount } from '#modules/identity/api.ts'
import type { Ports } from '#server/ports.ts'
import { PublicApi } from '#simulators/PublicApi.ts'

const VISITOR = 'demo'
const MAKER = 'demo-maker'
/** Points on accounts, roles and menus, which the visitor may only read. */
const GUARDED = /^(user|role|menu):/
const READS = /:(list|view)$/

/** The password is derived from this installation's secret, so it is stored nowhere, and is the same at every start. */
const passwordOf = (ports: Ports, username: string): string =>
  ports.vault.derive(`${username}-account`, username === VISITOR ? 12 : 24).toString('base64url')

export interface Account {
  username: string
  password: string
}

/** Platform staff with a role that has everything except changing accounts, roles and menus. */
export async function ensureVisitor(ports: Ports): Promise<Account> {
  const password = passwordOf(ports, VISITOR)
  const made = await ensureInstallationAccount(ports, {
    ...{ username: VISITOR, nickname: '演示账号', password, type: 'staff' },
    role: {
      ...{ name: '演示', remark: '演示账号的角色：不能更改用户、角色和菜单' },
      holds: point => !GUARDED.test(point) || READS.test(point),
    },
  })
  if (made) ports.notice(`Demo account: ${VISITOR} / ${password}`)
  return { username: VISITOR, password }
}

/**
 * Runs `work` as an administrator, because only one may create companies and their accounts. The account is locked
 * before and after, also when `work` throws; `lockMaker` at each start and stop covers a process that was killed
 * meanwhile.
 */
export async function asMaker(ports: Ports, address: string, work: (api: PublicApi) => Promise<void>): Promise<void> {
  const password = passwordOf(ports, MAKER)
  await ensureInstallationAccount(ports, { username: MAKER, nickname: '演示数据', password, type: 'admin' })
  await lockInstallationAccount(ports, MAKER, false)
  try {
    const api = new PublicApi(address)
    await api.login(MAKER, password)
    await work(api)
  } finally {
    await lockMaker(ports)
  }
}
/** The passwords of the main account of a company: as it is created, and as chosen at its first sign-in. Shown nowhere. */
export const companyPassword = (ports: Ports, username: string, which: 'first' | 'chosen'): string =>
  passwordOf(ports, `${username}-${which}`)

export const lockMaker = (ports: Ports): Promise<void> => lockInstallationAccount(ports, MAKER, true)
