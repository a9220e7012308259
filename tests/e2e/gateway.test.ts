/** Two parking locks behind a gateway in the browser: each leads to the other in its drawer, and a person ends that one is behind it. */
import { beforeAll, expect, test } from 'vitest'
import { connectDevice, type Credentials } from '../harness/device.ts'
import { modelOfKind } from '../harness/gatewayDevices.ts'
import { until } from '../harness/platform.ts'
import { bothThemes } from './axe.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
let box: Credentials
let locks: Credentials[]
const pageOf = (deviceClass: string, query: string): string => `/${deviceClass}/equi/${stage.platform.appId}?${query}`

beforeAll(async () => {
  const { server, appId, models, ask } = stage.platform
  const carrier = await modelOfKind(server, models.accessControlDevice!, 'GATE-BOX', 2)
  box = await connectDevice(server, appId, carrier, 'BOX-1', '中控室')
  locks = []
  for (const no of [1, 2])
    locks.push(await connectDevice(server, appId, models.parkingLockDevice!, `LOCK-${no}`, `贵宾车位 ${no} 号`))
  await stage.simulate([
    { deviceClass: 'accessControlDevice', credentials: box },
    ...locks.map(credentials => ({ deviceClass: 'parkingLockDevice', credentials, behind: 'BOX-1' })),
  ])
  await until(async () => {
    const { counts } = await ask('GET', `/api/device/bind/page?gatewayId=${box.id}`)
    return counts.online === 2
  }, 'both locks are online')
})

test('the gateway lists what is behind it, and each device names its gateway', async () => {
  const page = await stage.open(pageOf('accessControlDevice', `row=${box.id}`))
  const drawer = page.locator('.drawer')
  await drawer.getByText('2 台，2 台在线').waitFor()
  await settled(page)
  expect(await bothThemes(page)).toEqual([])
  await drawer.getByRole('link', { name: '贵宾车位 1 号' }).click()
  await drawer.getByRole('heading', { name: '贵宾车位 1 号' }).waitFor()
  await drawer.getByText('经由网关').first().waitFor()
  expect(await drawer.getByText('网关下的设备').count()).toBe(0)
  await drawer.getByRole('link', { name: '中控室' }).click()
  await drawer.getByRole('heading', { name: '中控室' }).waitFor()
})

test('on a phone the list of a gateway fits', async () => {
  const page = await stage.open(pageOf('accessControlDevice', `row=${box.id}`), { width: 390, height: 844 })
  await page.getByText('2 台，2 台在线').waitFor()
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a person unlinks one: its session ends, the gateway is notified and leaves it alone, its list has the other', async () => {
  const page = await stage.open(pageOf('parkingLockDevice', `row=${locks[0]!.id}`))
  const drawer = page.locator('.drawer')
  await drawer.getByRole('link', { name: '中控室' }).waitFor()
  await drawer.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '解除网关' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '解除' }).click()
  await page.getByText('已解除').first().waitFor()
  await drawer.getByText('与网关的关系已解除').waitFor()
  expect(await drawer.getByRole('link', { name: '中控室' }).count()).toBe(0)
  await drawer.getByRole('button', { name: '更多操作' }).click()
  expect(await page.getByRole('menuitem', { name: '解除网关' }).count()).toBe(0)
  const gateway = await stage.open(pageOf('accessControlDevice', `row=${box.id}`))
  await gateway.locator('.drawer').getByText('1 台，1 台在线').waitFor()
})
