/** Who works inside of applications only: led into the only one, or offered a choice; the shell names the application. */
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { makeApplication } from '../harness/device.ts'
import { quickAccount, quickRole } from '../harness/quickAccount.ts'
import { offences } from './axe.ts'
import { useStage, type Opening } from './stage.ts'

const stage = useStage()
let apps: string[]
beforeAll(async () => {
  const { server, appId } = stage.platform
  apps = [appId, (await makeApplication(server, '乙园区')).appId]
})

/** An account without the right to see applications. */
async function guard(appIds: readonly string[]): Promise<NonNullable<Opening['as']>> {
  const { server } = stage.platform
  const roleIds = [await quickRole(server, { points: ['passRecord:list', 'site:list'] })]
  const { id, token } = await quickAccount(server, { type: 4, apps: appIds, roleIds })
  return { username: `q${id}`, tokens: { access_token: token, refresh_token: '', expires_in: 7200, user_id: id } }
}
const nameShown = (page: Page): Promise<string | null> => page.locator('.app-switch b').textContent()

/** The first page of their menu in an application. */
const FIRST = '/apply/recordQuery'

test.each([
  ...['/home', '/commonHome', '/applyHome', '/home/apply'].map(path => [path, FIRST] as const),
  ['/apply/siteManage', '/apply/siteManage'] as const,
])('at %s, who has one application comes into it and reads its name', async (path, expected) => {
  const page = await stage.open(path, { as: await guard([apps[1]!]) })
  await page.waitForURL(url => url.pathname === `${expected}/${apps[1]}`)
  await expect.poll(() => nameShown(page)).toBe('乙园区')
  await page.locator('.topbar').getByText('乙园区').waitFor()
})

test('who has several chooses, here and in the sidebar', async () => {
  const page = await stage.open('/home', { as: await guard(apps), width: 390, height: 844, theme: 'dark' })
  await page.getByRole('heading', { name: '选择应用' }).waitFor()
  expect(await offences(page)).toEqual([])
  await page.getByRole('button', { name: '乙园区' }).click()
  await page.waitForURL(url => url.pathname === `${FIRST}/${apps[1]}`)
  const wide = await stage.open(`/apply/siteManage/${apps[1]}`, { as: await guard(apps) })
  await expect.poll(() => nameShown(wide)).toBe('乙园区')
  await wide.locator('.app-switch').click()
  await wide.getByText('测试小区').click()
  await wide.waitForURL(url => url.pathname === `${FIRST}/${apps[0]}`)
})

test('who has none yet reads that, and whom to ask', async () => {
  const page = await stage.open('/home', { as: await guard([]) })
  await page.getByText('您的账号还没有可以进入的应用').waitFor()
  expect(await offences(page)).toEqual([])
})

test('a page without the right to see it says once which right is missing, and whom to ask', async () => {
  const [first] = apps
  stage.expectComplaint(/status of 403/)
  const page = await stage.open(`/apply/timePlan/${first}`, { as: await guard([first!]) })
  await page.locator('.empty').waitFor()
  expect(await page.locator('.empty').textContent()).toBe('没有“时间计划·查询”权限，请联系管理员开通重试')
})
