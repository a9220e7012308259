/** A new alarm interrupts: the bell with its number, the page of the site's guard, and the large screen; one press acknowledges it everywhere. */
import { beforeAll, expect, test } from 'vitest'
import { quickAccount, quickRole } from '../harness/quickAccount.ts'
import { offences } from './axe.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
let site: string
let deviceId: string
const SEES = ['application:view', 'passRecord:list', 'site:list', 'deviceBind:list']
const ALARMS = ['deviceAlarm:list', 'deviceAlarm:acknowledge', 'deviceAlarm:claim']

beforeAll(async () => {
  const { platform } = stage
  site = (await platform.ask('POST', '/api/admin/site', { name: '东门', type: 1, status: 1 })).id
  const other = (await platform.ask('POST', '/api/admin/site', { name: '西门', type: 1, status: 1 })).id
  const connect = async (sn: string, name: string, siteId: string): Promise<string> =>
    (
      await platform.ask('POST', '/api/device/bind/connect', {
        ...{ sn, name, siteId, modelId: platform.models.accessControlDevice },
      })
    ).id
  deviceId = await connect('ALARM-EAST', '东门闸机', site)
  const elsewhere = await connect('ALARM-WEST', '西门闸机', other)
  await raise(elsewhere, '西门的告警')
})
const raise = (id: string, name: string, level = 3): Promise<{ id: string }> =>
  stage.platform.ask('POST', '/api/device/alarm/raise', { deviceId: id, name, level })

async function guardPage(points: readonly string[]) {
  const { server, appId } = stage.platform
  const { id, token } = await quickAccount(server, { apps: [appId], roleIds: [await quickRole(server, { points })] })
  return stage.open(`/apply/guard/${appId}?site=${site}`, {
    ...{ width: 390, height: 844, theme: 'dark' },
    as: { username: `q${id}`, tokens: { access_token: token, refresh_token: '', expires_in: 7200, user_id: id } },
  })
}

test("the guard's page, the bell and the large screen show it by themselves, and the press of one person ends that", async () => {
  const [guard, wall] = await Promise.all([
    guardPage([...SEES, ...ALARMS]),
    stage.open('/home/dataCenter?wall=1', { width: 1920, height: 1080 }),
  ])
  await guard.getByRole('heading', { name: '东门' }).waitFor()
  await wall.locator('.large-alarm').getByText('西门的告警').waitFor()
  await guard.locator('.live-dot[data-state=live]').waitFor()
  // The alarm of another site is no matter of this guard.
  expect(await guard.getByText('西门的告警').count()).toBe(0)
  await raise(deviceId, '东门被强行打开')
  const alert = guard.getByRole('alert', { name: '未确认的告警' })
  await alert.getByText('东门被强行打开').waitFor()
  await wall.locator('.large-alarm').getByText('东门被强行打开').waitFor()
  expect(await guard.title()).toMatch(/^\(2\) /)
  await settled(guard)
  expect(await offences(guard)).toEqual([])
  expect(await guard.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await alert.getByRole('button', { name: '确认' }).click()
  await alert.waitFor({ state: 'detached' })
  await wall.locator('.large-alarm').getByText('西门的告警').waitFor()
  // The large screen shows it large, and no small notice over that.
  expect(await wall.getByText('新告警：').count()).toBe(0)
})

test('a guard without the right to alarms sees the page without them', async () => {
  await raise(deviceId, '东门再次被打开')
  const page = await guardPage(SEES)
  await page.getByRole('heading', { name: '东门' }).waitFor()
  await settled(page)
  expect(await page.getByText('东门再次被打开').count()).toBe(0)
})

test('the list of alarms and an open drawer follow what others do', async () => {
  const { appId, ask } = stage.platform
  const { id } = await raise(deviceId, '消防门被打开')
  const page = await stage.open(`/apply/alarm/${appId}?row=${id}`)
  const drawer = page.locator('.drawer')
  await drawer.getByText('人工报警').first().waitFor()
  await page.locator('.live-dot[data-state=live]').first().waitFor()
  expect(await drawer.locator('.timeline').getByText('确认', { exact: true }).count()).toBe(0)
  await drawer.getByRole('button', { name: '确认', exact: true }).waitFor()
  await ask('POST', '/api/device/alarm/acknowledge', { ids: [id] })
  await drawer.locator('.timeline').getByText('确认', { exact: true }).waitFor()
  await page.locator('.table-row', { hasText: '消防门被打开' }).getByText('已确认', { exact: true }).waitFor()
})
