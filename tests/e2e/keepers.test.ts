/** Administration in the browser: departments beside the employees, API keys, registrations, and the step-up before sensitive actions. */
import { beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { ADMIN_PASSWORD } from '../harness/server.ts'
import { dialogOf, fieldOf, openerOf } from './form.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const ENGINE = { role: 'engine' } as const

describe('departments', () => {
  test('are created, filled, browsed and protected while people belong to them', async () => {
    const { server } = stage.platform
    const head = (await server.call('POST', '/api/admin/department', { name: '总部' })).body.data
    await server.call('POST', '/api/admin/user', { username: 'keeper-lu', nickname: '陆归', type: 1, appScope: 1 })
    const page = await stage.open('/systemManage/employee')
    const node = (name: string) => page.getByRole('treeitem').filter({ hasText: name })
    await node('总部').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '新增子节点' }).click()
    await fieldOf(dialogOf(page), '部门名称').locator('input').fill('维护组')
    await dialogOf(page).locator('button[type=submit]').click()
    await page.getByText('新增成功').waitFor()

    await page.locator('.table-row', { hasText: '陆归' }).getByRole('button', { name: '编辑' }).click()
    await openerOf(fieldOf(dialogOf(page), '部门')).click()
    await page.locator('.popover input').fill('维护组')
    await page.locator('.popover').getByRole('treeitem').filter({ hasText: '维护组' }).click()
    await dialogOf(page).locator('button[type=submit]').click()
    await page.getByText('修改成功').waitFor()

    // Selecting the upper department also finds people below it.
    await node('总部').click()
    await page.waitForURL(`**departmentId=${head.id}**`)
    await page.locator('.table-row', { hasText: '陆归' }).getByText('维护组').waitFor()
    await page.locator('.table-row', { hasText: '平台管理员' }).waitFor({ state: 'detached' })
    stage.expectComplaint(/409/)
    await node('维护组').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await page.getByText('部门下还有1名员工，不能删除').waitFor()
  })
})

describe('keys', () => {
  test('after a step-up a key is created; its secret opens the API, and no longer once revoked', async () => {
    const { server, appId } = stage.platform
    const page = await stage.open(`/apply/apiKey/${appId}`)
    await page.getByRole('button', { name: '新建接入密钥' }).first().waitFor()
    // As if the administrator had signed in ten minutes ago.
    await server.ports.db.tx(ENGINE, async query => {
      await query(sql`update identity.session set proved_at = now() - interval '10 minutes'`)
      await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
      query.afterCommit(() => server.ports.bus.publish('head', { name: 'identity' }))
    })
    await page.getByRole('button', { name: '新建接入密钥' }).first().click()
    const making = page.getByRole('dialog', { name: '新建接入密钥' })
    await fieldOf(making, '名称').locator('input').fill('物业系统')
    await making.getByRole('treeitem').filter({ hasText: '站点' }).first().click()
    stage.expectComplaint(/428/)
    await making.locator('button[type=submit]').click()
    const proving = page.getByRole('dialog', { name: '验证身份' })
    await proving.locator('input[name=proof]').fill(ADMIN_PASSWORD)
    await proving.locator('button[type=submit]').click()

    const dialog = page.getByRole('dialog', { name: '请妥善保存' })
    const secret = await dialog.locator('pre').first().innerText()
    expect(secret).toMatch(/^sk_[\w-]{43}$/)
    const clientId = /ak[0-9a-f]{20}/.exec(await dialog.innerText())![0]
    await dialog.getByRole('tab', { name: 'Python' }).click()
    await dialog.getByText('client_credentials').waitFor()
    await dialog.getByRole('button', { name: '我已保存' }).click()
    const grant = () =>
      fetch(`${stage.base}/api/auth/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })
    const { access_token } = (await (await grant()).json()) as { access_token: string }
    const sites = await fetch(`${stage.base}/api/admin/site/page?appId=${appId}`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(((await sites.json()) as { code: number }).code).toBe(0)

    const row = page.locator('.table-row', { hasText: '物业系统' })
    await row.getByRole('button', { name: '吊销' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确 定' }).click()
    await row.getByText('已吊销').waitFor()
    expect((await grant()).status).toBe(400)
  })
})

describe('registrations', () => {
  let id: string
  beforeAll(async () => {
    const { server } = stage.platform
    const made = await server.call('POST', '/api/admin/agency', {
      username: 'trial-one',
      password: 'a good long one',
      name: '晨光物业',
      code: 'chenguang',
      contact: '郑经理',
      phone: '13912340001',
      level: 1,
    })
    id = made.body.data.id
    await server.ports.db.tx(ENGINE, async query => {
      await query(
        sql`update organisation.agency set registered_at = now(), stage = 1, trial_until = current_date + 5 where id = ${id}`,
      )
      await query(sql`update identity.organisation set trial_until = current_date + 5 where id = ${id}`)
      await query(sql`update identity.account set must_change = false where username = 'trial-one'`)
    })
  })
  test('in its last week the trial shows its end; it is extended, and stopped with a reason shown at sign-in', async () => {
    const own = await stage.open('/home', {
      as: { username: 'trial-one', tokens: await stage.tokens('trial-one', 'a good long one') },
    })
    await own.getByText(/试用还剩 \d 天/).waitFor()
    const page = await stage.open('/systemManage/platformUser')
    await page.getByRole('tab', { name: '自助注册' }).click()
    const row = page.locator('.table-row', { hasText: '晨光物业' })
    const press = async (name: string): Promise<void> => {
      const button = row.getByRole('button', { name, exact: true })
      await row.getByRole('button').first().waitFor()
      if (await button.count()) return button.click()
      await row.getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await press('延长试用')
    await fieldOf(dialogOf(page), '延长天数').getByRole('textbox').fill('30')
    await dialogOf(page).locator('button[type=submit]').click()
    await row.getByText(/^3[3-6]$/).waitFor()
    // Freezing ends their stream, which the browser would log as an error.
    await own.close()
    await press('冻结')
    await dialogOf(page).locator('textarea').fill('资料不实，请补交营业执照')
    await dialogOf(page).locator('button[type=submit]').click()
    await row.getByText('冻结', { exact: true }).first().waitFor()

    stage.expectComplaint(/400/, /401/)
    const login = await stage.open('/login', { as: null })
    await login.locator('input[name=username]').fill('trial-one')
    await login.locator('input[name=password]').fill('a good long one')
    await login.keyboard.press('Enter')
    await login.getByText('账号已停用：资料不实，请补交营业执照').waitFor()
  })
})
