/** The log of a device goes on by itself: new lines of the chosen device arrive, a pause keeps them back, and they come when it ends. */
import { beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type Credentials } from '../harness/device.ts'
import { offences } from './axe.ts'
import { settled, useStage } from './stage.ts'
import { pause } from '../harness/pause.ts'

const stage = useStage()
let own: Credentials
let other: Credentials

beforeAll(async () => {
  const { server, appId, models } = stage.platform
  own = await connectDevice(server, appId, models.accessControlDevice!, 'LOG-OWN', '一号门禁')
  other = await connectDevice(server, appId, models.accessControlDevice!, 'LOG-OTHER', '二号门禁')
})

test('new lines of the chosen device arrive by themselves, wait during a pause, and come after it', async () => {
  const { port } = stage.platform.gateway
  const [device, stranger] = [await openDevice(port, own), await openDevice(port, other)]
  await device.post('event/property/post', { rssi: -51 })
  const page = await stage.open(`/hardwareManage/deviceLog?deviceId=${own.id}`)
  await page.getByText('-51').first().waitFor()
  await page.locator('.live-dot[data-state=live]').waitFor()
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/device/log/page')) asked.push(request.url())
  })
  await device.post('event/property/post', { rssi: -52 })
  await page.getByText('-52').first().waitFor()
  // Another device says much, and this page asks for nothing.
  const before = asked.length
  for (let no = 0; no < 20; no += 1) await stranger.post('event/property/post', { rssi: -60 - no })
  await pause(3000, 'a request would follow within two seconds')
  expect(asked.length).toBe(before)
  // It waits while somebody points at the rows or has the focus there; a pause is for good.
  await page.getByRole('button', { name: '暂停更新' }).click()
  await page.locator('.live-dot[data-state=paused]').waitFor()
  await device.post('event/property/post', { rssi: -53 })
  await page.getByText('有新记录，点击显示').waitFor()
  expect(await page.getByText('-53').count()).toBe(0)
  await settled(page)
  expect(await offences(page)).toEqual([])
  await page.getByRole('button', { name: '继续更新' }).click()
  await page.getByText('-53').first().waitFor()
  await device.post('event/property/post', { rssi: -54 })
  await page.getByText('-54').first().waitFor()
  await device.end()
  await stranger.end()
})
