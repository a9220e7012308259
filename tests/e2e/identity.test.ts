/** Signing in with a second step, proving it again, tabs that refresh together, a forgotten password: in the browser. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { hotp } from '#modules/identity/signIn/totp.server.ts'
import { forget, makePerson, makeRole, PASSWORD } from '../harness/people.ts'
import { oneTheme } from './axe.ts'
import { useStage } from './stage.ts'
import { captchaOf } from './captchaOf.ts'

const stage = useStage()
const engine = { role: 'engine' } as const
const server = () => stage.platform.server

async function signInAt(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('.login-form button[type=submit]').click()
}
const codeOf = (secret: string, stepsAhead = 0): string => {
  const bits = [...secret.replaceAll(' ', '')]
    .map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = Buffer.from(bits.match(/.{8}/g)!.map(byte => Number.parseInt(byte, 2)))
  return hotp(bytes, Math.floor(Date.now() / 30_000) + stepsAhead)
}
/** Sends a code with the page's own captcha and returns the printed code. */
async function sendCode(page: Page, phone: string): Promise<string> {
  const printed: string[] = []
  server().ports.notice = line => void printed.push(line)
  await page.locator('input[name=phone]').fill(phone)
  await page.locator('input[name=letters]').fill(await captchaOf(stage, page))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('已发送，5 分钟内有效').waitFor()
  return /code (\d{6})/.exec(printed[0]!)![1]!
}

describe('the second step', () => {
  test('an authenticator app is set up, required at the next sign-in, and replaced by a recovery code', async () => {
    await makePerson(server(), 'zhaoyi')
    const page = await stage.open('/home/security', {
      as: { username: 'zhaoyi', tokens: await stage.tokens('zhaoyi', PASSWORD) },
    })
    await page.waitForURL('**/security')
    stage.expectComplaint(/status of (400|428)/)
    await page.getByRole('button', { name: '验证器' }).click()
    await page.locator('.qr-code').waitFor()
    const secret = (await page.locator('.totp-setup-secret .copyable').innerText()).trim()
    await page.locator('input[name=totp]').fill('000000')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('验证码错误或已过期').waitFor()
    await page.locator('input[name=totp]').fill(codeOf(secret))
    await page.getByRole('button', { name: '保存' }).click()
    await page.locator('.recovery-codes li').first().waitFor()
    const codes = await page.locator('.recovery-codes li').allInnerTexts()
    expect(codes).toHaveLength(10)
    await page.getByRole('button', { name: '我已保存' }).click()
    await page.getByText('剩余 10 个').waitFor()

    const fresh = await stage.open('/login', { as: null })
    await signInAt(fresh, 'zhaoyi')
    await fresh.getByRole('heading', { name: '两步验证' }).waitFor()
    await fresh.locator('input[name=totp]').fill(codeOf(secret, 1))
    await fresh.getByRole('button', { name: '验 证' }).click()
    await fresh.locator('.shell').waitFor()

    const lost = await stage.open('/login', { as: null })
    await signInAt(lost, 'zhaoyi')
    await lost.getByRole('button', { name: '使用恢复码' }).click()
    await lost.locator('input[name=recovery]').fill(codes[3]!)
    await lost.getByRole('button', { name: '验 证' }).click()
    await lost.locator('.shell').waitFor()
  })

  test('a passkey is made and signs in', async () => {
    await makePerson(server(), 'qianer')
    stage.expectComplaint(/status of 428/)
    const page = await stage.open('/login', { as: null })
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    // A passkey belongs to a host name, not to an IP address.
    const named = stage.base.replace('127.0.0.1', 'localhost')
    await page.goto(`${named}/login`)
    await signInAt(page, 'qianer')
    await page.locator('.shell').waitFor()
    await page.goto(`${named}/commonHome/security`)
    await page.getByRole('button', { name: '通行密钥' }).click()
    await page.locator('input[name=passkey-name]').fill('我的电脑')
    await page.getByRole('button', { name: '继续' }).click()
    await page.getByRole('button', { name: '我已保存' }).click()
    await page.getByText('通行密钥 我的电脑').waitFor()
    await page.getByRole('button', { name: '账号菜单' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByRole('button', { name: '确 定' }).click()
    await page.waitForURL('**/login')
    await signInAt(page, 'qianer')
    await page.getByRole('button', { name: '验证通行密钥' }).click()
    await page.locator('.shell').waitFor()
  })

  test('an organisation that requires one guides its people through the setup', async () => {
    const role = await makeRole(server(), 'cashier', { points: /^user:list$/ })
    await makePerson(server(), 'sunsan', { roleIds: [role] })
    const page = await stage.open('/systemManage/user')
    await page.getByRole('button', { name: '安全策略' }).click()
    await page.getByRole('radio', { name: '指定角色' }).check({ force: true })
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('请选择角色').first().waitFor()
    await page.getByRole('button', { name: /需要两步验证的角色/ }).click()
    await page.getByRole('option', { name: 'cashier' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存').waitFor()

    stage.expectComplaint(/status of 428/)
    const first = await stage.open('/login', { as: null, width: 390, height: 844 })
    await signInAt(first, 'sunsan')
    await first.getByRole('heading', { name: '设置两步验证' }).waitFor()
    const secret = (await first.locator('.totp-setup-secret .copyable').innerText()).trim()
    await first.locator('input[name=totp]').fill(codeOf(secret))
    await first.getByRole('button', { name: '验 证' }).click()
    await first.getByRole('button', { name: '我已保存，进入控制台' }).click()
    await first.locator('.shell').waitFor()
    await server().ports.db.query(engine, sql`delete from identity.policy`)
  })
})

describe('step-up', () => {
  test('a critical act requires the password again, and then continues by itself', async () => {
    await makePerson(server(), 'liwuzi', { nickname: '李五' })
    const tokens = await stage.tokens('admin', (await import('../harness/server.ts')).ADMIN_PASSWORD)
    const page = await stage.open('/systemManage/user', { as: { username: 'admin', tokens } })
    await server().ports.db.query(engine, sql`update identity.session set proved_at = now() - interval '6 minutes'`)
    await server().ports.db.query(engine, sql`update engine.head set version = version + 1 where name = 'identity'`)
    server().ports.bus.publish('head', { name: 'identity' })
    stage.expectComplaint(/status of (400|428)/)
    await page
      .getByRole('row', { name: /liwuzi/ })
      .getByRole('button', { name: '更多' })
      .click()
    await page.getByRole('menuitem', { name: '重置两步验证' }).click()
    await page.getByRole('button', { name: '确 定' }).click()
    await page.getByRole('heading', { name: '验证身份' }).waitFor()
    await page.locator('input[name=proof]').fill('not the one')
    await page.getByRole('button', { name: '验证', exact: true }).click()
    await page.getByText('密码错误').waitFor()
    await page.locator('input[name=proof]').fill((await import('../harness/server.ts')).ADMIN_PASSWORD)
    await page.getByRole('button', { name: '验证', exact: true }).click()
    await page.getByText('操作成功').waitFor()
    const [row] = await server().ports.db.query(engine, sql`select 1 from audit.entry where action = 'resetFactor'`)
    expect(row).toBeDefined()
  })
})

describe('tabs', () => {
  test('twenty with an old token refresh once, and all go on', async () => {
    await makePerson(server(), 'zhouliu')
    const page = await stage.open('/home/security', {
      as: { username: 'zhouliu', tokens: await stage.tokens('zhouliu', PASSWORD) },
    })
    await page.locator('.security').waitFor()
    const tabs = [page, ...(await Promise.all(Array.from({ length: 19 }, () => page.context().newPage())))]
    let refreshes = 0
    page.context().on('request', request => {
      if (request.url().includes('/oauth/token')) refreshes += 1
    })
    const before = await page.evaluate(() => localStorage.getItem('portico-access_token'))
    // Past tokenTime; the tabs all notice as they open.
    await page.evaluate(() => localStorage.setItem('portico-token_time', String(Date.now() - 6_001_000)))
    await Promise.all(tabs.map(tab => tab.goto(`${stage.base}/commonHome/security`, { timeout: 60_000 })))
    for (const tab of tabs) await tab.locator('.security').waitFor({ timeout: 60_000 })
    // Storage events reach other tabs with a delay: one may ask once more, and gets the result of the first.
    expect(refreshes).toBeLessThanOrEqual(2)
    const rotations = await server().ports.db.query(
      engine,
      sql`select r.hash from identity.spent_refresh r join identity.session s on s.id = r.session_id join identity.account a on a.id = s.account_id where a.username = 'zhouliu'`,
    )
    expect(rotations.length).toBe(1)
    expect(await page.evaluate(() => localStorage.getItem('portico-access_token'))).not.toBe(before)
  })

  test("signed out in one tab, the other opens the login page of the person's brand", async () => {
    await makePerson(server(), 'wuqizi', { type: 2, sourceId: '2' })
    const page = await stage.open('/foshan/login', { as: null })
    await signInAt(page, 'wuqizi')
    await page.locator('.shell').waitFor()
    const other = await page.context().newPage()
    await other.goto(`${stage.base}/commonHome/security`)
    await other.locator('.security').waitFor()
    await page.getByRole('button', { name: '账号菜单' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByRole('button', { name: '确 定' }).click()
    await page.waitForURL('**/foshan/login')
    await other.waitForURL('**/foshan/login')
  })
})

test('a forgotten password: phone, code, a new one; and signing in by phone', async () => {
  await forget(server())
  await makePerson(server(), 'zhengba', { phone: '13811118888' })
  const page = await stage.open('/login', { as: null })
  await page.getByText('忘记密码？').click()
  await page.waitForURL('**/resetPsw')
  const code = await sendCode(page, '13811118888')
  await page.locator('input[name=sms-code]').fill(code)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByText('正在为账号 zhengba 设置新密码').waitFor()
  stage.expectComplaint(/status of 400/)
  await page.locator('input[name=new-password]').fill('password123')
  await page.locator('input[name=again]').fill('password123')
  await page.getByRole('button', { name: '完 成' }).click()
  await page.getByText('密码过于常见').waitFor()
  await page.locator('input[name=new-password]').fill('seven quiet lamps')
  await page.locator('input[name=again]').fill('seven quiet lamps')
  await page.getByRole('button', { name: '完 成' }).click()
  await page.waitForURL('**/resetPswSuccess')
  await page.getByRole('button', { name: /返回登录/ }).click()
  await page.waitForURL('**/login')

  await server().ports.db.query(engine, sql`delete from identity.attempt`)
  await page.getByRole('tab', { name: '手机登录' }).click()
  await page.locator('input[name=sms-code]').waitFor()
  const login = await sendCode(page, '13811118888')
  await page.locator('input[name=sms-code]').fill(login)
  await page.locator('.login-form button[type=submit]').click()
  await page.locator('.shell').waitFor()
})

test('an idle screen locks after the minutes of the policy', async () => {
  await makePerson(server(), 'fengjiu')
  await server().ports.db.query(
    engine,
    sql`insert into identity.policy (source_id, idle_minutes) values (1, 1) on conflict (source_id) do update set idle_minutes = 1`,
  )
  const page = await stage.open('/home/security', {
    as: { username: 'fengjiu', tokens: await stage.tokens('fengjiu', PASSWORD) },
  })
  await page.locator('.security').waitFor()
  await page.evaluate(() => localStorage.setItem('portico-touched', String(Date.now() - 61_000)))
  await page.waitForURL('**/lock')
  await server().ports.db.query(engine, sql`delete from identity.policy`)
})

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)('axe finds nothing on the pages of signing in and of the own account (%s, %i px)', async (theme, width) => {
  await server().ports.db.query(engine, sql`delete from identity.attempt`)
  await server().ports.db.query(engine, sql`update identity.session set proved_at = now()`)
  const found: string[] = []
  const login = await stage.open('/login', { as: null, theme, width })
  await login.getByRole('tab', { name: '手机登录' }).click()
  await login.locator('input[name=sms-code]').waitFor()
  found.push(...(await oneTheme(login)))
  await login.goto(`${stage.base}/foshan/resetPsw`)
  await login.locator('input[name=sms-code]').waitFor()
  found.push(...(await oneTheme(login)))
  const own = await stage.open('/home/security', { theme, width })
  await own.locator('.security').waitFor()
  found.push(...(await oneTheme(own)))
  expect(await own.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await own.getByRole('button', { name: '验证器' }).click()
  await own.locator('.qr-code').waitFor()
  found.push(...(await oneTheme(own)))
  expect(found).toEqual([])
})
