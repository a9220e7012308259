/** The buttons of a partner, the frame around every page in both languages, and dialogs that keep the page usable. */
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { makePerson, makeRole, PASSWORD, signIn } from '../harness/people.ts'
import { choose, dialogOf } from './form.ts'
import { settled, useStage } from './stage.ts'
import { useFurnished } from './walk/furnished.ts'
import { CANARIES, walk } from './walk/walk.ts'

const stage = useStage()
const { logs, secretsIn } = useFurnished(stage)
/** Without the list of accounts: its first row is the partner, whose sessions would be ended there. */
const PARTNERS = [
  '/commonHome/dataCenter',
  '/commonHome/dataCenterV1',
  '/commonHome/apply',
  '/systemManage/role',
  '/hardwareManage/deviceWarehouse',
]
const FOSHAN = '2'
const ENGINE = { role: 'engine' } as const

describe('every button', () => {
  test('of a partner', async () => {
    stage.expectComplaint(/status of 4\d\d/)
    const { server } = stage.platform
    await server.ports.db.query(ENGINE, sql`delete from identity.attempt`)
    const role = await makeRole(server, 'partner-all', { sourceId: FOSHAN, scope: 0 })
    await makePerson(server, 'foshan-boss', { type: 2, sourceId: FOSHAN, roleIds: [role], nickname: 'Foshan' })
    const tokens = (await signIn(server, 'foshan-boss', { platform: 'foshan' })).body as never
    const walked = await walk(stage, PARTNERS, {
      opening: { as: { username: 'foshan-boss', tokens, platform: 'foshan' } },
      languages: ['en'],
    })
    expect(walked.problems).toEqual([])
    expect(walked.pressed).toBeGreaterThan(40)
  }, 300_000)
  test('nothing that was typed as a secret is in a log', async () => {
    const written = await logs()
    expect(written).toContain('log-mark')
    expect(secretsIn(written)).toEqual([])
    // Search terms must not be logged either: addresses are logged without their query.
    expect(written.includes(CANARIES.text.slice(0, 6))).toBe(false)
  })
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

describe.each([
  [
    'zh',
    {
      account: '账号菜单',
      security: '账号安全',
      lock: '锁屏',
      leave: '退出登录',
      ok: '确 定',
      cancel: '取 消',
      other: 'English',
      dark: '深色',
      find: '搜索设备、人员、页面',
    },
  ],
  [
    'en',
    {
      account: 'Account menu',
      security: 'Your account',
      lock: 'Lock the screen',
      leave: 'Sign out',
      ok: 'OK',
      cancel: 'Cancel',
      other: '中文',
      dark: 'Dark',
      find: 'Search anything',
    },
  ],
] as const)('the frame, %s', (language, words) => {
  test('theme, language, palette, account, lock, sign out', async () => {
    const { server } = stage.platform
    await server.ports.db.query(ENGINE, sql`delete from identity.attempt`)
    const username = `framer-${language}`
    await makePerson(server, username, { roleIds: [await makeRole(server, username)] })
    const tokens = await stage.tokens(username, PASSWORD)
    const page = await stage.open('/home/dataCenter', { language, as: { username, tokens } })
    await settled(page)
    await press(page, words.dark)
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await press(page, words.other)
    await page.waitForFunction(from => !document.documentElement.lang.startsWith(from), language)
    await page.getByRole('button', { name: language === 'zh' ? '中文' : 'English', exact: true }).click()
    await press(page, words.find)
    await page.locator('.palette input').fill(CANARIES.text)
    await settled(page)
    await page.keyboard.press('Escape')
    await page.locator('.palette').waitFor({ state: 'detached' })
    const menu = async (item: string): Promise<void> => {
      await press(page, words.account)
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu(words.security)
    await page.waitForURL(/\/(home|commonHome)\/security$/)
    await settled(page)
    await menu(words.lock)
    await page.waitForURL('**/lock')
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/(home|commonHome)\/security$/)
    await menu(words.leave)
    await press(page, words.cancel)
    await menu(words.leave)
    await press(page, words.ok)
    await page.waitForURL('**/login')
  })
})

test('a confirmed removal is carried out', async () => {
  const { ask, appId } = stage.platform
  await ask('POST', '/api/admin/site', { name: '要走的', type: 1, status: 1 })
  const page = await stage.open(`/apply/siteManage/${appId}?name=要走的`)
  const row = page.locator('.table-row', { hasText: '要走的' })
  await row.getByRole('button', { name: '删除' }).click()
  await press(page, '确 定')
  await row.waitFor({ state: 'detached' })
})

test('a select opened after a refused form leaves the page alive', async () => {
  const page = await stage.open(`/apply/location/${stage.platform.appId}`)
  await settled(page)
  for (let round = 0; round < 5; round += 1) {
    await press(page, '新增位置')
    await dialogOf(page).locator('button[type=submit]').click()
    await dialogOf(page).locator('[role=alert]').first().waitFor()
    await choose(page, dialogOf(page), '类别', '楼栋')
    await dialogOf(page).getByRole('button', { name: '取消' }).click()
    await press(page, '确 定')
    await page.locator('.dialog').waitFor({ state: 'detached' })
    await press(page, '刷新')
    expect(await page.locator('body > [inert], #root[inert]').count()).toBe(0)
  }
})
