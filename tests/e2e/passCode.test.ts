/** A code for a visitor from the form to the door: issued, shown once, opened by a reader with and without network, revoked. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Front } from '#model/protocol.ts'
import { startQrFront } from '../harness/startQrFront.ts'
import { QrReader } from '#simulators/QrReader.ts'
import { connectDevice, type Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { quickAccount, quickRole } from '../harness/quickAccount.ts'
import { offences } from './axe.ts'
import { choose, dialogOf, fieldOf } from './form.ts'
import { settled, useStage } from './stage.ts'

const stage = useStage()
let front: Front
let credentials: Credentials
let reader: QrReader

beforeAll(async () => {
  const { server, appId, models, ask, gateway } = stage.platform
  front = await startQrFront(gateway.gate)
  credentials = await connectDevice(server, appId, models.qrcodeDevice!, 'QR-E2E', '大堂读头')
  const { sn, secret } = credentials
  reader = new QrReader({ host: '127.0.0.1', port: front.port, deviceName: sn, secret })
  const org = await ask('POST', '/api/person/organization', { name: '访客' })
  const { id } = await ask('POST', '/api/person/person', {
    name: '来访的王女士',
    personNo: 'V1',
    orgId: org.id,
    personType: 3,
  })
  const { components } = await ask('GET', `/api/device/bind/${credentials.id}`)
  const doorIds = [components.find((one: { kind: string }) => one.kind === 'door').id]
  const group = await ask('POST', '/api/person/authGroup', { name: '访客', doorIds })
  await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [id] })
  await ask('POST', '/api/device/setting/parameters', { deviceId: credentials.id, values: { mode: 2 } })
  await until(known, 'the reader has the keys')
})
afterAll(async () => {
  await reader?.stop()
  await front?.close(1000)
})

/** The reader fetches what there is to do; whether it has the keys and the revoked codes as they are now. */
async function known(): Promise<boolean> {
  await reader.ask()
  const documents = await stage.platform.ask('GET', `/api/device/syncTask/documents?deviceId=${credentials.id}`)
  return documents.some((one: any) => one.document === 'codeKeys' && one.state === 'confirmed')
}
const CODES = (): string => `/qrcodeDevice/log/${stage.platform.appId}?list=passCode`

test('a code is issued in the form, shown once, opens without network, and is refused after it was revoked', async () => {
  const page = await stage.open(CODES())
  await page.getByText('签发给人员或访客的通行码').waitFor()
  await page.getByRole('button', { name: '签发通行码' }).first().click()
  const form = dialogOf(page)
  await choose(page, form, '人员', '来访的王女士')
  await fieldOf(form, '用途').getByRole('textbox').fill('面试')
  await form
    .getByRole('switch', { name: '断网可用' })
    .or(form.getByRole('checkbox', { name: '断网可用' }))
    .first()
    .click({ force: true })
  // An end that is more than eight hours away is refused at its field; the hours of the test decide what the default was.
  const end = fieldOf(form, '失效时间').getByRole('spinbutton')
  const tomorrow = new Date(Date.now() + 30 * 3_600_000)
  await end.first().click()
  await page.keyboard.type(tomorrow.toISOString().slice(0, 10).replaceAll('-', ''))
  stage.expectComplaint(/status of 4\d\d/)
  await form.getByRole('button', { name: '签发通行码' }).click()
  await form.getByText('断网可用的码最长 8 小时').waitFor()
  const soon = new Date(Date.now() + 8 * 3_600_000 + 3_600_000).toISOString()
  await end.first().click()
  await page.keyboard.type(soon.slice(0, 10).replaceAll('-', '') + soon.slice(11, 16).replace(':', ''))
  await form.getByRole('button', { name: '签发通行码' }).click()
  await page.getByText('断网时可开 1 扇门').waitFor()
  await settled(page)
  const shown = dialogOf(page)
  await shown.getByRole('img', { name: '通行码' }).waitFor()
  expect(await offences(page)).toEqual([])
  const code = (await shown.locator('.copyable').innerText()).trim()
  reader.cut = true
  expect((await reader.scan(code)).opens).toBe(true)
  reader.cut = false
  await reader.report()
  await shown.getByRole('button', { name: '关闭' }).last().click()
  const row = page.locator('.table-row[data-at]').first()
  await row.getByText('来访的王女士').waitFor()
  await row.getByText('有效').waitFor()
  expect(await page.content()).not.toContain(code)
  await row.getByRole('button', { name: '作废' }).click()
  await dialogOf(page)
    .getByRole('button', { name: /确\s*定/ })
    .last()
    .click()
  await row.getByText('已作废').waitFor()
  expect((await reader.scan(code)).fields.display).toBe('码已作废')
  await until(known, 'the reader has the code')
  reader.cut = true
  expect((await reader.scan(code)).fields.desc).toBe('codeRevoked')
})

test('who may only read the codes issues and revokes none', async () => {
  const { server, appId } = stage.platform
  const points = ['application:view', 'scanRecord:list', 'passCode:list', 'person:list', 'deviceBind:list']
  const { id, token } = await quickAccount(server, { apps: [appId], roleIds: [await quickRole(server, { points })] })
  const tokens = { access_token: token, refresh_token: '', expires_in: 7200, user_id: id }
  const page = await stage.open(CODES(), { as: { username: `q${id}`, tokens }, theme: 'dark', width: 390, height: 844 })
  await page.getByText('来访的王女士').first().waitFor()
  await settled(page)
  expect(await page.getByRole('button', { name: '签发通行码' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: '作废' }).count()).toBe(0)
  expect(await offences(page)).toEqual([])
})
