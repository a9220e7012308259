/**
 * Every page of the console with everything that can be pressed on it: what opens, what it says in both languages, that it
 * refuses an empty form with words, takes what tries to be script as words, and closes again. With axe in both themes.
 */
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { defaultMenu } from '#main/menu.ts'
import { classes, lenses, nouns } from '#main/registry.ts'
import { verbsOf } from '#model/noun.ts'
import { keepLogs } from '../harness/logs.ts'
import { makePerson, makeRole, PASSWORD, signIn } from '../harness/people.ts'
import { bothThemes, oneTheme } from './axe.ts'
import { plantCanaries } from './canary.ts'
import { choose, dialogOf } from './form.ts'
import { furnish } from './furnish.ts'
import { settled, useStage } from './stage.ts'
import { CANARIES, walk } from './walk/walk.ts'

const stage = useStage()
/** The partners' start is the same page under another name; the partner walks it. */
const MENU = defaultMenu()
/** Groups have paths too, but no pages. */
const GROUPS = new Set(MENU.flatMap(({ type, parentKey }) => (type === '0' ? [parentKey] : [])))
const PATHS = [
  ...new Set(MENU.flatMap(({ type, path, key }) => (type === '0' && path && !GROUPS.has(key) ? [path] : []))),
]
  .filter(path => !path.startsWith('/commonHome/'))
  .map(path =>
    /^\/(systemManage|hardwareManage|gatewayManage|home)\//.test(path) || path === '/apply/apply'
      ? path
      : `${path}/:appId`,
  )
/** Classes share their pages: on those of a further class, what it alone has is pressed. */
const CLASS_PAGE = new RegExp(`^/(${[...classes.keys()].join('|')})/`)
const kindOf = (path: string): string => path.replace(CLASS_PAGE, '/:deviceClass/')
/** Not the list of accounts: its first row is the partner, whose sessions would be ended there. */
const PARTNERS = [
  '/commonHome/dataCenter',
  '/commonHome/dataCenterV1',
  '/commonHome/apply',
  '/systemManage/role',
  '/hardwareManage/deviceWarehouse',
]
/** Titles of the forms that the lists on these pages offer. */
const formTitles = [...lenses.values()].flatMap(lens => {
  const noun = nouns.get(lens.of)!
  if (!PATHS.some(path => kindOf(path).replace('/:appId', '') === lens.path)) return []
  return (
    [
      ['add', '新增'],
      ['edit', '编辑'],
    ] as const
  ).flatMap(([verb, word]) =>
    verbsOf(noun).includes(verb) && (lens.verbs ?? [verb]).includes(verb) && lens.buttons?.[verb] !== false
      ? [word + noun.label[0]]
      : [],
  )
})
/** Companies are edited on pages of their own and rules in a dialog of their own; of advertisements and packages there is no row. */
const WITHOUT_DIALOG = ['编辑代理商', '编辑供应商', '编辑广告', '编辑APK', '新增联动规则', '编辑联动规则']
const FOSHAN = '2'
const ENGINE = { role: 'engine' } as const

let logs: () => Promise<string>
beforeAll(async () => {
  await furnish(stage)
  // Every page below shows them, and none of them runs.
  expect((await plantCanaries(stage)).length).toBeGreaterThanOrEqual(12)
  logs = keepLogs(stage.platform.server)
  const { server } = stage.platform
  // What costs dearly asks who it is after five minutes; the walk takes longer.
  await server.ports.db.query(ENGINE, sql`update identity.session set proved_at = now() + interval '1 hour'`)
  server.ports.bus.publish('head', { name: 'identity' })
}, 120_000)

/** What was typed as a secret or to say who somebody is. */
const told = (text: string): string[] =>
  [CANARIES.secret, CANARIES.phone, CANARIES.idCard, stage.platform.server.token].filter(one => text.includes(one))

describe('every button', () => {
  test('of every page, as the administrator', async () => {
    stage.expectComplaint(/status of 4\d\d/)
    const only = process.env.WALK_ONLY
    const paths = PATHS.map(path => path.replace(':appId', stage.platform.appId)).filter(
      path => !only || new RegExp(only).test(path),
    )
    const walked = await walk(stage, paths, {
      look: (page, further) => (further ? oneTheme(page) : bothThemes(page)),
      kindOf,
    })
    expect(walked.problems).toEqual([])
    expect(walked.refusals.flatMap(told)).toEqual([])
    if (only) return
    expect(walked.pressed).toBeGreaterThan(1000)
    expect([...new Set(formTitles)].filter(title => !walked.opened.has(title))).toEqual(WITHOUT_DIALOG)
  }, 900_000)
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
  test('and nothing that was typed as a secret stands in a log', async () => {
    const written = await logs()
    expect(written).toContain('log-mark')
    expect(told(written)).toEqual([])
    // Nor what was looked for: addresses are logged without their question.
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

test('what is confirmed is done: a row goes', async () => {
  const { ask, appId } = stage.platform
  await ask('POST', '/api/admin/site', { name: '要走的', type: 1, status: 1 })
  const page = await stage.open(`/apply/siteManage/${appId}?name=要走的`)
  const row = page.locator('.table-row', { hasText: '要走的' })
  await row.getByRole('button', { name: '删除' }).click()
  await press(page, '确 定')
  await row.waitFor({ state: 'detached' })
})

test('a select opened after a refused form leaves the page alive', async () => {
  const page = await stage.open(`/apply/siteManage/${stage.platform.appId}`)
  await settled(page)
  for (let round = 0; round < 5; round += 1) {
    await press(page, '新增站点')
    await dialogOf(page).locator('button[type=submit]').click()
    await dialogOf(page).locator('[role=alert]').first().waitFor()
    await choose(page, dialogOf(page), '类型', '园区')
    await dialogOf(page).getByRole('button', { name: '取消' }).click()
    await press(page, '确 定')
    await page.locator('.dialog').waitFor({ state: 'detached' })
    await press(page, '刷新')
    expect(await page.locator('body > [inert], #root[inert]').count()).toBe(0)
  }
})
