/** Alerts of an analysis box: each by its algorithm and camera, judged by people; the overview counts the false ones. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice, openDevice, type TestDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, type TestPlatform } from '../../../../tests/harness/platform.ts'
import { foundIn } from '#simulators/foundIn.ts'

let platform: TestPlatform
let box: TestDevice
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  box = await openDevice(gateway.port, await connectDevice(server, appId, models.boxDevice!, 'BOX-1', '冲压车间'))
})
afterAll(async () => {
  await box?.end()
  await platform?.close()
})

let clock = Date.now()
const find = async (identifier: 'helmet' | 'smoking' | 'smokeFire', channelNo: number): Promise<any> => {
  const { box: place, picture } = foundIn(identifier, 3)
  const reply = box.next(`event/${identifier}/post_reply`)
  const value = { channelNo, score: 81, box: place, photo: (await picture()).toString('base64') }
  await box.post(`event/${identifier}/post`, { time: (clock += 1), value })
  return (await reply).body
}
const events = async (query = ''): Promise<any[]> =>
  (await platform.ask('GET', `/api/device/event/page?deviceClass=boxDevice${query}`)).records
const week = (): Promise<any> => platform.ask('GET', '/api/device/bind/week?deviceClass=boxDevice')

test('an alert has its algorithm, its camera, its picture and the place in it, and waits to be judged', async () => {
  expect((await find('helmet', 2)).code).toBe(200)
  const [alert] = await events('&identifier=helmet')
  expect(alert).toMatchObject({ name: '未戴安全帽', component: 'channel:2', level: 1, handleState: 1 })
  expect(alert.pictures).toHaveLength(1)
  expect(alert.params.box).toMatch(/^\d+(,\d+){3}$/)
})

test('who marked it as false and when is kept, and the overview counts it by algorithm and camera', async () => {
  await find('helmet', 2)
  await find('helmet', 1)
  await find('smoking', 2)
  expect((await week()).wrong).toEqual([])
  const [first, second] = await events('&identifier=helmet')
  await platform.ask('POST', '/api/device/event/handle', { ids: [second.id], state: 3, remark: '反光' })
  await platform.ask('POST', '/api/device/event/handle', { ids: [first.id], state: 2 })
  const judged = (await events('&identifier=helmet')).find(row => row.id === second.id)
  expect(judged).toMatchObject({ handleState: 3, handleRemark: '反光', handler: expect.stringMatching(/.+/) })
  const { wrong } = await week()
  expect(wrong).toEqual([
    expect.objectContaining({ deviceName: '冲压车间', identifier: 'helmet', component: second.component, wrong: 1 }),
  ])
})

test('fire is an alarm at once; ended as false it counts as well', async () => {
  await find('smokeFire', 1)
  const [fire] = await events('&identifier=smokeFire')
  expect(fire).toMatchObject({ level: 3, handleState: 1, alarmId: expect.any(String) })
  await platform.ask('POST', '/api/device/event/handle', { ids: [fire.id], state: 3, remark: '蒸汽' })
  expect((await week()).wrong.map((one: any) => one.identifier).sort()).toEqual(['helmet', 'smokeFire'])
})
