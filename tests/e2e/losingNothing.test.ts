/** What a person typed and saw is kept when the session ends, the screen locks or the network fails. */
import sql from 'sql-template-tag'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useStage } from './stage.ts'

const stage = useStage()
const OWN = 'moss kettle river'
const engine = { role: 'engine' } as const

async function person(username: string): Promise<{ id: string; token: string; page: Page }> {
  const { server } = stage.platform
  const { body } = await server.call('POST', '/api/admin/user', { username, password: OWN, type: 1, appScope: 1 })
  const role = await server.call('POST', '/api/admin/role', { name: username, code: username, dataScope: 0 })
  const menus = await server.ports.db.query<{ id: string }>(engine, sql`select id from identity.menu`)
  await server.call('POST', `/api/admin/role/${role.body.data.id}/grant`, { menuIds: menus.map(({ id }) => id) })
  await server.ports.db.query(engine, sql`update identity.account set must_change = false where id = ${body.data.id}`)
  await server.ports.db.query(
    engine,
    sql`insert into identity.account_role (account_id, role_id) values (${body.data.id}, ${role.body.data.id})`,
  )
  const tokens = await stage.tokens(username, OWN)
  const page = await stage.open('/systemManage/role', { as: { username, tokens } })
  await page.getByRole('button', { name: '新增角色' }).first().waitFor()
  return { id: body.data.id, token: tokens.access_token, page }
}
const name = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: '角色名称' })
async function begin(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: '新增角色' }).first().click()
  await name(page).fill(text)
  await page.getByRole('dialog').getByRole('textbox', { name: '角色标识' }).fill(`code-${Date.now()}`)
  await page.getByRole('dialog').getByRole('button', { name: '数据范围' }).click()
  await page.getByRole('option', { name: '本级', exact: true }).click()
}
async function signIn(page: Page, username: string): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(OWN)
  await page.locator('.login-form button[type=submit]').click()
}

describe('a session that ends', () => {
  test('while a form is open: after signing in again it is there as it was', async () => {
    const { id, token, page } = await person('draft-a')
    await begin(page, '夜班')
    await stage.platform.server.ports.db.query(
      engine,
      sql`update identity.session set revoked_at = now() where account_id = ${id}`,
    )
    await stage.platform.server.ports.db.query(
      engine,
      sql`update engine.head set version = version + 1 where name = 'identity'`,
    )
    await expect
      .poll(async () => (await stage.platform.server.call('GET', '/api/admin/menu', undefined, { token })).status)
      .toBe(401)
    stage.expectComplaint(/status of 401/)
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
    await signIn(page, 'draft-a')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/systemManage/role')
    await name(page).waitFor()
    expect(await name(page).inputValue()).toBe('夜班')
    await page.getByText('已恢复未保存的内容').waitFor()
    // Restored once: the next visit starts empty.
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '确 定' }).click()
    await page.getByRole('button', { name: '新增角色' }).first().click()
    expect(await name(page).inputValue()).toBe('')
  })

  test('in another tab: the draft is restored for this account and for no other', async () => {
    const { page } = await person('draft-b')
    await person('draft-c')
    await begin(page, '早班')
    const other = await page.context().newPage()
    await other.goto(`${stage.base}/login`)
    await other.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (/token|user/.test(key)) localStorage.removeItem(key)
    })
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
    await signIn(page, 'draft-c')
    await page.locator('.shell').waitFor()
    await page.goto(`${stage.base}/systemManage/role`)
    await page.getByRole('button', { name: '新增角色' }).first().click()
    expect(await name(page).inputValue()).toBe('')
  })

  test('the lock keeps it as well', async () => {
    const { page } = await person('draft-d')
    await begin(page, '中班')
    await page.evaluate(() => {
      localStorage.setItem('portico-lock_path', location.pathname)
      localStorage.setItem('portico-isLock', 'true')
    })
    // The event that another tab would cause.
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'portico-isLock' })))
    await page.waitForURL('**/lock')
    await page.locator('input[type=password]').fill(OWN)
    await page.keyboard.press('Enter')
    await name(page).waitFor()
    expect(await name(page).inputValue()).toBe('中班')
  })
})

describe('without a network', () => {
  test('it is reported once; a page that cannot be loaded shows no other rows under its number; once back it refreshes', async () => {
    const { server } = stage.platform
    for (let no = 0; no < 12; no += 1)
      await server.call('POST', '/api/admin/role', { name: `角色 ${no}`, code: `away-${no}`, dataScope: 3 })
    const page = await stage.open('/systemManage/role')
    const first = page.locator('.table-row[data-at]').first()
    await first.waitFor()
    const before = await first.textContent()
    stage.expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load resource|ERR_FAILED/)
    await page.context().setOffline(true)
    await page.getByText('网络已断开').waitFor()
    await page.getByRole('button', { name: '下一页' }).click()
    await page.getByText('连接不上服务器').waitFor()
    // In the product's words, not the browser's, and without an unknown count.
    await page.getByText('无法连接服务器，请检查网络后重试').waitFor()
    expect(await page.getByText('共 0 条').count()).toBe(0)
    expect(await page.locator('.table-row[data-at]').count()).toBe(0)
    expect(await page.getByText('网络已断开').count()).toBe(1)
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText('网络已断开').count(), { timeout: 10_000 }).toBe(0)
    await expect.poll(() => page.locator('.table-row[data-at]').count()).toBeGreaterThan(0)
    expect(await first.textContent()).not.toBe(before)
  })
})
