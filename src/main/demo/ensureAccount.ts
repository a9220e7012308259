/** The accounts of the demo: one by which a newcomer looks around, and one that makes it and is locked afterwards. */
import { ensureInstallationAccount, lockInstallationAccount } from '#modules/identity/api.ts'
import type { Ports } from '#server/ports.ts'

const VISITOR = 'demo'
const MAKER = 'demo-maker'
/** Points over accounts, roles and menus: the visitor only reads them. */
const GUARDED = /^(user|role|menu):/
const READS = /:(list|view)$/

/** The password is derived from this installation's secret, so it lies nowhere, and is the same at every start. */
const passwordOf = (ports: Ports, username: string): string =>
  ports.vault.derive(`${username}-account`, username === VISITOR ? 12 : 24).toString('base64url')

export interface Account {
  username: string
  password: string
}

/** Platform staff with a role that holds everything except changing accounts, roles and menus. */
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

/** An administrator, because companies and their accounts are made by one; open only while the demo is made. */
export async function openMaker(ports: Ports): Promise<Account> {
  const password = passwordOf(ports, MAKER)
  await ensureInstallationAccount(ports, { username: MAKER, nickname: '演示数据', password, type: 'admin' })
  await lockInstallationAccount(ports, MAKER, false)
  return { username: MAKER, password }
}
export const closeMaker = (ports: Ports): Promise<void> => lockInstallationAccount(ports, MAKER, true)
