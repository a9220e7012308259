/** The audit in the console: the auditor finds it in the menu, and who may read only it is shown only it. */
import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { quickRole } from '../harness/quickAccount.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const ENGINE = { role: 'engine' } as const
const OWN = 'moss kettle river'

async function signedIn(username: string, roleId: string) {
  const { server } = stage.platform
  const made = await server.call('POST', '/api/admin/user', {
    username,
    password: OWN,
    type: 1,
    appScope: 1,
    roleIds: [roleId],
  })
  if (made.body.code !== 0) throw new Error(JSON.stringify(made.body))
  await server.ports.db.query(
    ENGINE,
    sql`update identity.account set must_change = false where id = ${made.body.data.id}`,
  )
  return { username, tokens: await stage.tokens(username, OWN) }
}

test('the auditor opens it from the menu, reads a change in words, and has the chain verified', async () => {
  const [role] = await stage.platform.server.ports.db.query<{ id: string }>(
    ENGINE,
    sql`select id from identity.role where duty = 'audit'`,
  )
  const page = await stage.open('/home', { as: await signedIn('auditor', role!.id) })
  const group = page.getByRole('button', { name: '账号与权限' })
  const link = page.getByRole('link', { name: '登录日志' })
  await link.or(group).first().waitFor()
  if (!(await link.isVisible())) await group.click()
  await link.click()
  await page.getByRole('tab', { name: '操作日志' }).click()
  await page.locator('.table-row', { hasText: '新增' }).first().click()
  const changes = page.locator('.audit-lines')
  await changes.getByText('用户名').waitFor()
  expect(await changes.getByText('auditor').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: '校验完整性' }).click()
  await page.getByText('没有被改动、删除或插入').waitFor()
})

test('who may list only the audit is shown the audit alone', async () => {
  const role = await quickRole(stage.platform.server, { points: ['operLog:list'] })
  const page = await stage.open('/systemManage/loginLog', { as: await signedIn('audit-only', role) })
  await page.getByRole('heading', { name: '操作日志' }).waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
  expect(await page.getByRole('button', { name: '校验完整性' }).count()).toBe(0)
})

test('a new password and the lock are asked for in the language and the theme of the reader', async () => {
  for (const path of ['/resetPsw', '/lock']) {
    const page = await stage.open(path, path === '/lock' ? {} : { as: null })
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByRole('button', { name: '深色' }).waitFor()
  }
})
