/** An alarm host that reports by SIA DC-09: its alarm is on a guard's open page at once, and insists until it is acknowledged. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Front } from '#model/protocol.ts'
import { startDc09 } from '#protocols/dc09/startDc09.ts'
import type { Credentials } from '../harness/device.ts'
import { until } from '../harness/platform.ts'
import { quickAccount, quickRole } from '../harness/quickAccount.ts'
import { offences } from './axe.ts'
import { startSimulator, type Simulator } from './simulator.ts'
import { settled, useStage } from './stage.ts'
import { quietly } from '../harness/quietly.ts'
import { waitedForCoreMs } from '../harness/waitedForCore.ts'

const stage = useStage()
/** Besides the time for which our processes waited for a core: all tests may run at once. */
const WITHIN_MS = 2000
const ACCOUNT = '4F39A0'
let front: Front
let host: Simulator
let site: string
let deviceId: string

beforeAll(async () => {
  const { platform } = stage
  front = await startDc09({ host: '127.0.0.1', port: 0, gate: platform.gateway.gate })
  site = (await platform.ask('POST', '/api/admin/site', { name: '南厂区', type: 1, status: 1 })).id
  const credentials: Credentials = await platform.ask('POST', '/api/device/bind/connect', {
    ...{ sn: ACCOUNT, name: '南厂区报警主机', siteId: site, modelId: platform.models.alarmEquipmentClass },
  })
  deviceId = credentials.id
  host = await startSimulator(front.port, [{ deviceClass: 'alarmEquipmentClass', credentials }], ['--protocol', 'dc09'])
  await until(async () => (await platform.ask('GET', `/api/device/bind/${deviceId}`)).online, 'the host tests its link')
})
afterAll(async () => {
  await host?.end()
  await front?.close(1000)
})

const POINTS = [
  ...['application:view', 'passRecord:list', 'site:list', 'deviceBind:list'],
  ...['deviceAlarm:list', 'deviceAlarm:acknowledge', 'deviceAlarm:claim'],
]
const alarm = async (): Promise<any> => (await stage.platform.ask('GET', '/api/device/alarm/page?size=1')).records[0]

test('a burglary is on the open page of the guard with bell, title and sound, calls until it is acknowledged, and ends with its restoral', async () => {
  const { server, appId, ask } = stage.platform
  const roleIds = [await quickRole(server, { points: POINTS })]
  const { id, token } = await quickAccount(server, { apps: [appId], roleIds })
  await ask('POST', '/api/device/escalation', {
    ...{ name: '入侵', level: 2, state: 1, repeatS: 30 },
    steps: [2, 5].map(afterS => ({ afterS, by: 'console', accountIds: [id] })),
  })
  const tokens = { access_token: token, refresh_token: '', expires_in: 7200, user_id: id }
  const guard = await stage.open(`/apply/guard/${appId}?site=${site}`, {
    ...{ width: 390, height: 844, theme: 'dark', as: { username: `q${id}`, tokens } },
  })
  await guard.getByRole('heading', { name: '南厂区' }).waitFor()
  await guard.locator('.live-dot[data-state=live]').waitFor()
  await guard.evaluate(() => {
    const { createOscillator } = AudioContext.prototype
    AudioContext.prototype.createOscillator = function () {
      document.body.dataset.tones = String(Number(document.body.dataset.tones ?? 0) + 1)
      return createOscillator.call(this)
    }
  })
  const tones = (): Promise<number> => guard.evaluate(() => Number(document.body.dataset.tones ?? 0))
  const alert = guard.getByRole('alert', { name: '未确认的告警' })
  let waitedMs = 0
  const tookMs = await quietly(async () => {
    const before = waitedForCoreMs()
    host.order('trip 2')
    await alert.getByText('入侵报警').waitFor()
    waitedMs = waitedForCoreMs() - before
  })
  expect(tookMs - waitedMs, `${tookMs} ms, of which ${waitedMs} ms without a core`).toBeLessThan(WITHIN_MS)
  await guard.waitForFunction(() => document.title.startsWith('(1) '))
  await until(async () => (await tones()) >= 2, 'it sounds')
  // Nobody does anything: it calls, and again.
  await guard
    .getByText(/请处理告警：入侵报警/)
    .first()
    .waitFor()
  await until(async () => {
    const { steps } = await ask('GET', `/api/device/alarm/${(await alarm()).id}`)
    return steps.filter((step: any) => step.act === 'escalate.console').length === 2
  }, 'both steps were taken')
  await until(async () => (await tones()) >= 8, 'a call sounds three times')
  await settled(guard)
  expect(await offences(guard)).toEqual([])
  await alert.getByRole('button', { name: '确认' }).click()
  await alert.waitFor({ state: 'detached' })
  expect(await alarm()).toMatchObject({ state: 1, clearedAt: null, kind: 'burglary', component: 'zone:2' })
  host.order('restore 2')
  await until(async () => (await alarm()).state === 3, 'its restoral ends it')
})

test('the records of alarms and of operations show it, with the user of the keypad; no button offers a command that it does not know', async () => {
  const { appId } = stage.platform
  const page = await stage.open(`/alarmEquipmentClass/record/${appId}`)
  const row = page.locator('.table-row').filter({ hasText: '入侵报警' })
  await row.getByText('已消警').waitFor()
  await row.getByText('防区 2').waitFor()
  const operations = await stage.open(`/alarmEquipmentClass/operateRecord/${appId}`)
  await operations.getByRole('heading', { name: '操作记录' }).waitFor()
  await settled(operations)
  host.order('disarm 3')
  const disarmed = operations.locator('.table-row').filter({ hasText: '撤防' })
  await disarmed.getByText('用户 3', { exact: true }).waitFor()
  await disarmed.getByText('设备本地').waitFor()
  expect(await offences(operations)).toEqual([])
  const devices = await stage.open(`/alarmEquipmentClass/equi/${appId}`)
  await devices.locator('.table-row').getByText(ACCOUNT).click()
  await devices.getByText('设备以 SIA DC-09 接入，只上报，不能下发指令').waitFor()
  expect(await devices.getByRole('button', { name: '布防', exact: true }).count()).toBe(0)
  await settled(devices)
  expect(await offences(devices)).toEqual([])
})
