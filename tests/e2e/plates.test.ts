/** A plate raises a bar: its camera asks by HTTP, the rules decide, and the story shows both pictures and each rule, also of a refusal. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Front } from '#model/protocol.ts'
import { startDeviceHttp } from '#protocols/http/startDeviceHttp.ts'
import { decide } from '#modules/access/decide.rules.ts'
import { protocol } from '#protocols/plateHttp/protocol.ts'
import { PlateCamera } from '#simulators/PlateCamera.ts'
import { connectDevice } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { bothThemes } from './axe.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
const [OWN, OTHER] = ['粤B10234', '粤A99999']
const RULES = decide(null, [], undefined, '', '').steps.map(({ label }) => label[0])
let front: Front
let camera: PlateCamera

beforeAll(async () => {
  const { server, gateway, appId, models, ask } = stage.platform
  front = await startDeviceHttp({ host: '127.0.0.1', port: 0, gate: gateway.gate }, [protocol])
  const { id, deviceName, secret } = await connectDevice(server, appId, models.brakeDevice!, 'E2E-PLATE', '地库入口')
  camera = new PlateCamera({ host: '127.0.0.1', port: front.port, deviceName, secret, travelMs: 100, upMs: 3000 })
  camera.start()
  const { components } = await ask('GET', `/api/device/bind/${id}`)
  const person = await ask('POST', '/api/person/person', { name: '林晓', personType: 1, plates: [OWN] })
  const doorIds = components.filter((one: { kind: string }) => one.kind === 'door').map((one: { id: string }) => one.id)
  await ask('POST', '/api/person/auth/grant', { personIds: [person.id], doorIds })
})
afterAll(async () => {
  await camera?.stop()
  await front?.close(1000)
})

/** A car comes, again where it was not decided in time on a busy machine; its row among the passages of the lane. */
async function comes(plate: string, result: 0 | 1): Promise<Page> {
  const row = await until(async () => {
    await camera.read(plate)
    const { records } = await stage.platform.ask('GET', '/api/person/passRecord/page?deviceClass=brakeDevice')
    const [latest] = records
    return latest?.plateNo === plate && latest.reason !== 'late' && latest
  }, `${plate} was decided`)
  expect(row.result).toBe(result)
  // A press on its row opens the story.
  const page = await stage.open(`/brakeDevice/discern/${stage.platform.appId}`)
  await page.locator('.table-row').first().click()
  await page.waitForURL(`**/why/passage/${row.id}/**`)
  await page.locator('.why-step').first().waitFor()
  return page
}
const verdicts = (page: Page): Promise<string[]> => page.locator('.why-rules td:nth-child(4)').allInnerTexts()

test('of somebody with a right: the bar goes up, and the story has both pictures and each rule', async () => {
  const page = await comes(OWN, 1)
  expect(camera.opened).toBeGreaterThan(0)
  await page.getByRole('heading', { name: '已放行：林晓' }).waitFor()
  expect(await page.locator('.why-rules td:nth-child(2)').allInnerTexts()).toEqual(RULES)
  expect(new Set(await verdicts(page))).toEqual(new Set(['通过']))
  // The plate alone, and the whole picture; neither is compared with a portrait.
  const pictures = page.locator('.crud-pictures img')
  await pictures.nth(1).waitFor()
  expect([await pictures.count(), await page.getByText('底库照').count()]).toEqual([2, 0])
  await settled(page)
  expect(await bothThemes(page)).toEqual([])
})

test('of nobody: the bar stays down, and the story says which rule refused', async () => {
  const { opened } = camera
  const page = await comes(OTHER, 0)
  expect(camera.opened).toBe(opened)
  await page.getByRole('heading', { name: '没开门：未登记人员' }).waitFor()
  const [first, ...others] = await verdicts(page)
  expect([first, new Set(others)]).toEqual(['拒绝', new Set(['未执行'])])
  await page.locator('.crud-pictures img').nth(1).waitFor()
})
