/** The page of a guard, on a phone: passages of the chosen site arrive by themselves, and its doors open with a reason. */
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import type { Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { quickAccount, quickRole } from '../harness/quickAccount.ts'
import { offences } from './axe.ts'
import type { Simulator } from './simulator.ts'
import { settled, useStage, type Opening } from './stage.ts'

const stage = useStage()
const engine = { role: 'engine' } as const
const PHONE = { width: 390, height: 844, theme: 'dark' } as const
const SEES = ['application:view', 'passRecord:list', 'site:list', 'deviceBind:list']
const OPENS = [...SEES, 'command:send', 'command:view']
let [door, face]: Credentials[] = []
let simulator: Simulator
let sites: string[]
const query = <Row>(text: ReturnType<typeof sql>): Promise<Row[]> =>
  stage.platform.server.ports.db.query<Row>(engine, text)

beforeAll(async () => {
  const { server, appId, models } = stage.platform
  const addSite = async (name: string): Promise<string> =>
    (await server.call('POST', `/api/admin/site?appId=${appId}`, { name, type: 1, status: 1 })).body.data.id
  sites = [await addSite('南门'), await addSite('北门')]
  const connect = async (sn: string, name: string, modelId: string): Promise<Credentials> =>
    (await server.call('POST', `/api/device/bind/connect?appId=${appId}`, { sn, name, modelId, siteId: sites[0] })).body
      .data
  door = await connect('GUARD-DOOR', '南门闸机', models.accessControlDevice!)
  face = await connect('GUARD-FACE', '南门人脸', models.faceEqui!)
  await stage.simulate([{ deviceClass: 'accessControlDevice', credentials: door }])
  simulator = await stage.simulate([{ deviceClass: 'faceEqui', credentials: face }])
  await until(
    async () =>
      (await query(sql`select 1 from devices.session where online and device_id in (${door!.id}, ${face!.id})`))
        .length === 2,
    'both devices are online',
  )
})

/** Somebody of the application who holds these points. */
async function guard(points: readonly string[]): Promise<NonNullable<Opening['as']>> {
  const { server, appId } = stage.platform
  const { id, token } = await quickAccount(server, { apps: [appId], roleIds: [await quickRole(server, { points })] })
  return { username: `q${id}`, tokens: { access_token: token, refresh_token: '', expires_in: 7200, user_id: id } }
}
const openPost = async (points: readonly string[], site?: string): Promise<Page> =>
  stage.open(`/apply/guard/${stage.platform.appId}${site ? `?site=${site}` : ''}`, {
    ...PHONE,
    as: await guard(points),
  })
const doorNamed = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('the site is chosen once, and remembered', async () => {
  const page = await openPost(OPENS)
  await page.getByRole('button', { name: '南门' }).click()
  await doorNamed(page, '南门闸机 · 1 号门').waitFor()
  expect(new URL(page.url()).searchParams.get('site')).toBe(sites[0])
  await page.goto(`${stage.base}/apply/guard/${stage.platform.appId}`)
  await doorNamed(page, '南门闸机 · 1 号门').waitFor()
  await page.getByRole('button', { name: '切换站点' }).click()
  await page.getByRole('button', { name: '北门' }).click()
  await page.getByText('这个站点还没有可以打开的设备').waitFor()
})

test('a passage arrives while the page is open, with its reason in words; another site shows none of it', async () => {
  const [page, other] = await Promise.all([openPost(OPENS, sites[0]), openPost(OPENS, sites[1])])
  await page.getByRole('heading', { name: '南门' }).waitFor()
  await other.getByText('近 24 小时没有人通行').waitFor()
  await page.locator('.live-dot[data-state=live]').waitFor()
  simulator.order('face stranger')
  const row = page.locator('.dc-passage').filter({ hasText: '南门人脸' }).first()
  await row.waitFor()
  expect(await row.locator('.pill').textContent()).toBe('未登记人员')
  await other.reload()
  await other.getByText('近 24 小时没有人通行').waitFor()
})

test('a door opens after a reason was given, and its row shows the outcome', async () => {
  const page = await openPost(OPENS, sites[0])
  const second = doorNamed(page, '南门闸机 · 2 号门')
  await second.getByRole('button', { name: '开门' }).click()
  const thumb = second.getByRole('slider')
  await thumb.press('Enter')
  expect(await thumb.getAttribute('aria-disabled')).toBe('true')
  await second.getByRole('radio', { name: '其他' }).check({ force: true })
  await second.getByRole('textbox').fill('送水到三楼')
  await thumb.press('Enter')
  await second.getByText(/已开门 · .*送水到三楼/).waitFor()
  expect(
    await query(
      sql`select component, identifier, reason, state from devices.command where device_id = ${door!.id} and risk = 'opens'`,
    ),
  ).toEqual([{ component: 'door:2', identifier: 'openDoor', reason: '送水到三楼', state: 3 }])
  await settled(page)
  expect(await offences(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('a guard who may not open sees the doors without a way to open them', async () => {
  const page = await openPost(SEES, sites[0])
  await doorNamed(page, '南门闸机 · 1 号门').waitFor()
  expect(await page.getByRole('button', { name: '开门' }).count()).toBe(0)
  expect(await page.getByRole('slider').count()).toBe(0)
})

test('without a network it shows that, and offers nothing that could not be sent', async () => {
  const page = await openPost(OPENS, sites[0])
  await doorNamed(page, '南门闸机 · 1 号门').waitFor()
  stage.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  const first = doorNamed(page, '南门闸机 · 1 号门')
  await first.getByText('网络已断开').waitFor()
  expect(await first.getByRole('button', { name: '开门' }).isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await first.getByText('关 · 已上锁').waitFor()
})
