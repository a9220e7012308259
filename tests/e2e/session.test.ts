/** Signing in, locking, and losing the session, in the browser. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { useStage } from './stage.ts'
import { captchaOf } from './captchaOf.ts'

const stage = useStage()
const FIRST = 'first pass 4711'
const OWN = 'moss kettle river'
const engine = { role: 'engine' } as const

/** An account that has already set its password. */
async function makeUser(username: string, more: object = {}): Promise<string> {
  const { server } = stage.platform
  const made = await server.call('POST', '/api/admin/user', { username, password: OWN, type: 1, appScope: 1, ...more })
  if (made.body.code !== 0) throw new Error(JSON.stringify(made.body))
  await server.ports.db.query(
    engine,
    sql`update identity.account set must_change = false where id = ${made.body.data.id}`,
  )
  return made.body.data.id
}
async function roleOfAll(): Promise<string> {
  const { server } = stage.platform
  const role = await server.call('POST', '/api/admin/role', { name: '代理商', code: 'all-points', dataScope: 3 })
  const menus = await server.ports.db.query<{ id: string }>(engine, sql`select id from identity.menu`)
  const granted = await server.call('POST', `/api/admin/role/${role.body.data.id}/grant`, {
    menuIds: menus.map(({ id }) => id),
  })
  if (granted.body.code !== 0) throw new Error(JSON.stringify([role.body, granted.body]))
  return role.body.data.id
}
async function fill(page: Page, username: string, password: string): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
}
const submit = (page: Page) => page.locator('.login-form button[type=submit]').click()
const tokenAnswer = (page: Page) => page.waitForResponse(response => response.url().includes('/api/auth/oauth/token'))
async function attempt(page: Page, username: string, password: string): Promise<number> {
  await fill(page, username, password)
  const [answer] = await Promise.all([tokenAnswer(page), submit(page)])
  return answer.status()
}

describe('signing in', () => {
  test('a wrong password is named, the fourth try requires a captcha, the right one opens the console', async () => {
    await makeUser('zhouyu')
    stage.expectComplaint(/status of (400|428)/)
    const page = await stage.open('/login', { as: null })
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await attempt(page, 'zhouyu', 'not the one')).toBe(400)
      await page.getByText('用户名或密码错误').waitFor()
      expect(await page.locator('input[name=code]').count()).toBe(0)
    }
    expect(await attempt(page, 'zhouyu', OWN)).toBe(428)
    const code = page.locator('input[name=code]')
    await code.waitFor()
    await page.getByText('多次登录失败，请输入验证码后再试。').waitFor()
    const picture = page.locator('.login-captcha img')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBe(120)
    await fill(page, 'zhouyu', OWN)
    await code.fill('0000')
    const [refused] = await Promise.all([tokenAnswer(page), submit(page)])
    expect(refused.status()).toBe(400)
    await page.locator('.login-captcha [role=alert]').waitFor()
    await code.fill((await captchaOf(stage, page)).toLowerCase())
    await page.locator('input[name=password]').fill(OWN)
    await submit(page)
    await page.locator('.shell').waitFor()
    expect(new URL(page.url()).pathname).not.toContain('login')
    expect(
      await page.evaluate(() => [
        localStorage.getItem('portico-username'),
        /^at_/.test(localStorage.getItem('portico-access_token') ?? ''),
      ]),
    ).toEqual(['zhouyu', true])
  })

  test('an empty form names what is missing and sends nothing', async () => {
    const page = await stage.open('/login', { as: null })
    let asked = 0
    page.on('request', request => {
      if (request.url().includes('/oauth/token')) asked += 1
    })
    await page.locator('input[name=username]').fill('')
    await submit(page)
    await page.getByText('请输入用户名', { exact: true }).waitFor()
    await page.getByText('请输入密码', { exact: true }).waitFor()
    expect(asked).toBe(0)
  })

  test("a first sign-in sets a password of one's own and goes on", async () => {
    const { server } = stage.platform
    expect(
      (await server.call('POST', '/api/admin/user', { username: 'chensi', password: FIRST, type: 1 })).body.code,
    ).toBe(0)
    stage.expectComplaint(/status of 428/)
    const page = await stage.open('/login', { as: null })
    expect(await attempt(page, 'chensi', FIRST)).toBe(428)
    await page.getByRole('heading', { name: '设置新密码' }).waitFor()
    const save = page.getByRole('button', { name: '保存并登录' })
    await page.locator('input[name=new-password]').fill('short')
    await page.locator('input[name=again]').fill('short')
    await save.click()
    await page.getByText('密码至少8位', { exact: true }).waitFor()
    await page.locator('input[name=new-password]').fill(OWN)
    await save.click()
    await page.getByText('两次输入的密码不一致').waitFor()
    await page.locator('input[name=again]').fill(OWN)
    await save.click()
    await page.locator('.shell').waitFor()
    expect((await server.login('chensi', OWN)).status).toBe(200)
    expect((await server.login('chensi', FIRST)).status).toBe(400)
  })

  test('both languages, chosen before signing in and unchanged after', async () => {
    await makeUser('linqiao')
    stage.expectComplaint(/status of 400/)
    const page = await stage.open('/login', { as: null })
    await page.getByRole('heading', { name: '登录控制台' }).waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect((await page.locator('.login').innerText()).replaceAll('万物通', '').replace('中文', '')).not.toMatch(
      /[\u4e00-\u9fff]/,
    )
    expect(await attempt(page, 'linqiao', 'not the one')).toBe(400)
    const notice = page.locator('.login-form [role=alert], .login-form .notice').first()
    await notice.waitFor()
    expect(await notice.innerText()).not.toMatch(/[\u4e00-\u9fff]/)
    await page.locator('input[name=password]').fill(OWN)
    await submit(page)
    await page.getByRole('button', { name: 'Account menu' }).waitFor()
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByRole('button', { name: '账号菜单' }).waitFor()
  })
})

describe('locking', () => {
  test('locks from the menu, every route leads back, the password opens the same place', async () => {
    await makeUser('heyan', { type: 0 })
    stage.expectComplaint(/status of 400/)
    const page = await stage.open('/systemManage/loginLog', {
      as: { username: 'heyan', tokens: await stage.tokens('heyan', OWN) },
    })
    await page.getByRole('button', { name: '账号菜单' }).click()
    await page.getByRole('menuitem', { name: '锁屏' }).click()
    await page.waitForURL('**/lock')
    await page.goto(`${stage.base}/home/dataCenter`)
    await page.waitForURL('**/lock')
    const password = page.locator('input[name=password]')
    await password.fill('wrong guess here')
    await page.getByRole('button', { name: '解 锁' }).click()
    await page.getByText('密码错误，还可尝试4次').waitFor()
    await password.fill(OWN)
    await page.getByRole('button', { name: '解 锁' }).click()
    await page.waitForURL('**/systemManage/loginLog')
    await page.locator('.shell').waitFor()
  })

  test('five wrong ones sign out', async () => {
    await makeUser('duxin')
    stage.expectComplaint(/status of (400|401)/)
    const tokens = await stage.tokens('duxin', OWN)
    const page = await stage.open('/lock', { as: { username: 'duxin', tokens } })
    for (let tries = 1; tries <= 5; tries += 1) {
      await page.locator('input[name=password]').fill(`wrong guess ${tries}`)
      await page.getByRole('button', { name: '解 锁' }).click()
      if (tries < 5) await page.getByText(`密码错误，还可尝试${5 - tries}次`).waitFor()
    }
    await page.waitForURL('**/login')
    await page.getByText('登录状态失效').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('portico-access_token'))).toBeNull()
    expect(
      (await stage.platform.server.call('GET', '/api/admin/user/info', undefined, { token: tokens.access_token }))
        .status,
    ).toBe(401)
  })
})

describe('a session that ended at the server', () => {
  test("says so, opens the login page of the person's brand, and comes back to the same page", async () => {
    const { ports } = stage.platform.server
    const id = await makeUser('foshanren', { type: 2, sourceId: '2', roleIds: [await roleOfAll()] })
    stage.expectComplaint(/status of 401/)
    const page = await stage.open('/foshan/login', { as: null })
    await page.getByText('佛山万物').first().waitFor()
    await fill(page, 'foshanren', OWN)
    await submit(page)
    await page.locator('.shell').waitFor()
    await page.goto(`${stage.base}/commonHome/apply`)
    await page.locator('.shell-page h1').waitFor()
    await ports.db.query(
      engine,
      sql`update identity.session set revoked_at = now(), revoke_reason = 'test' where account_id = ${id}`,
    )
    await ports.db.query(engine, sql`update engine.head set version = version + 1 where name = 'identity'`)
    ports.bus.publish('head', { name: 'identity' })
    await page.getByRole('button', { name: '刷新' }).first().click()
    await page.waitForURL('**/foshan/login')
    await page.getByText('登录状态失效').first().waitFor()
    expect(
      await page.evaluate(() =>
        ['access_token', 'refresh_token', 'user_id'].map(name => localStorage.getItem(`portico-${name}`)),
      ),
    ).toEqual([null, null, null])
    await fill(page, 'foshanren', OWN)
    await submit(page)
    await page.waitForURL('**/commonHome/apply')
  })
})

test('the frame, the trees and the references show names in the chosen language', async () => {
  const HAN = /[\u4e00-\u9fff]/
  const page = await stage.open('/systemManage/sysDocsOrg', { language: 'en' })
  await page.getByRole('row', { name: /^Getting started Everybody/ }).waitFor()
  const frame = async (): Promise<string> =>
    (await page.locator('.side-brand').innerText()) + (await page.locator('.user-box b').innerText())
  expect(await frame()).not.toMatch(HAN)
  expect(await page.title()).not.toMatch(HAN)
  await page.getByRole('button', { name: '中文', exact: true }).click()
  await page.getByRole('row', { name: /快速开始/ }).waitFor()
  await page.locator('.user-box b', { hasText: HAN }).waitFor()
  expect(await frame()).toMatch(/万物通/)
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await page.locator('.user-box b', { hasText: 'Administrator' }).waitFor()
  expect(await frame()).not.toMatch(HAN)
})
