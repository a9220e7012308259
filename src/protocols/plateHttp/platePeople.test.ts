/** Plates of people at a camera: who may pass is let through, what the camera decided alone is judged again, and each motion says who and why. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../tests/harness/platform.ts'
import { boardText, startPlateWorld, type PlateWorld } from '../../../tests/harness/plateWorld.ts'

let world: PlateWorld
beforeAll(async () => {
  world = await startPlateWorld()
})
afterAll(() => world?.close())

const ask = <T = any>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<T> =>
  world.platform.ask<T>(method, url, body)
const laneOf = async (): Promise<string> =>
  (await ask('GET', `/api/device/bind/${world.credentials.id}`)).components.find(
    (one: { kind: string }) => one.kind === 'door',
  ).id

test('a plate of somebody with a right opens, by any spelling and in either charset, and the board names nobody to the street', async () => {
  const person = await ask('POST', '/api/person/person', { name: '林晓', personType: 1, plates: ['粤B10234'] })
  expect(await world.readInTime(world.camera, '粤B10234')).toMatchObject({ opens: false })
  expect((await world.passages())[0]).toMatchObject({ personName: '林晓', result: 0, reason: 'noPermission' })
  const group = await ask('POST', '/api/person/authGroup', { name: '业主', doorIds: [await laneOf()] })
  await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [person.id] })
  const gbk = world.cameraOf(world.credentials, { charset: 'gbk', way: 'out' })
  for (const [camera, spelling] of [[world.camera, '粤B1O234'] as const, [gbk, '粤B10234'] as const]) {
    const answer = await world.readInTime(camera, spelling)
    expect(answer.opens, spelling).toBe(true)
    expect(boardText(answer.board)).toContain('请通行')
    expect(boardText(answer.board)).not.toContain('林晓')
  }
  expect((await world.passages()).slice(0, 2)).toMatchObject([
    { plateNo: '粤B10234', personName: '林晓', result: 1, direction: 2 },
    { plateNo: '粤B10234', personName: '林晓', result: 1, direction: 1 },
  ])
})
test('a plate that is sent again is one passage, and opens once', async () => {
  const before = (await world.passages()).length
  const again = { plateid: 4711, timeStamp: { Timeval: { sec: Math.floor(Date.now() / 1000), usec: 5000 } } }
  // Each is signed anew.
  for (let n = 0; n < 3; n += 1) {
    const answer = await world.camera.read('粤B10234', again)
    expect(answer).toMatchObject({ status: 200, ...(n && { opens: false }) })
  }
  expect((await world.passages()).length).toBe(before + 1)
})
test('while the platform is away the camera opens for its list, sends that later, and it is judged again: no bar moves then', async () => {
  const camera = world.cameraOf(world.credentials)
  camera.list.add('粤B10234').add('粤A66666')
  camera.cut = true
  const opened = camera.opened
  for (const plate of ['粤B10234', '粤A66666', '粤A77777']) expect(await camera.read(plate)).toBeUndefined()
  camera.cut = false
  await until(async () => {
    await camera.report()
    return camera.waiting === 0
  }, 'all were sent')
  expect(camera.opened).toBe(opened + 2)
  const rows = (await world.passages()).filter(row => row.offline)
  expect(rows.map(({ plateNo, personName, result }) => [plateNo, personName, result]).sort()).toEqual(
    [
      ['粤A66666', null, 1],
      ['粤A77777', null, 0],
      ['粤B10234', '林晓', 1],
    ].sort(),
  )
  const { records } = await ask('GET', `/api/device/event/page?deviceId=${world.credentials.id}&size=50`)
  // That it let somebody in whom nobody knows is said apart.
  expect(records.filter((one: { identifier: string }) => one.identifier === 'wronglyOpened')).toMatchObject([
    { params: { plateNo: '粤A66666', reason: 'stranger' } },
  ])
})

test('E5: each motion has a row with who, why and a picture, and what guards opened by hand is counted for each', async () => {
  const { camera, credentials, platform } = world
  expect((await world.readInTime(camera, '粤B10234')).opens).toBe(true)
  const [row] = await world.passages()
  expect(row).toMatchObject({ personName: '林晓', plateNo: '粤B10234', method: 9, result: 1 })
  expect(row.photoFile).toEqual(expect.any(String))
  const story = await ask('GET', `/api/insight/story?kind=passage&id=${row.id}`)
  expect(JSON.stringify(story)).toContain('业主')
  // The plate alone and the whole picture are shown, and never compared with a portrait.
  expect(story.subject.pictures.map((one: { name: string }) => one.name)).toEqual(['photo', 'scene'])
  expect([story.subject.photoFile, story.subject.portraitFile, story.subject.score]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const { body } = await platform.server.call('POST', `/api/device/control/send?appId=${platform.appId}`, {
    ...{ deviceId: credentials.id, component: 'door:1', identifier: 'open', params: {}, reason: '送货' },
  })
  const given = await until(async () => {
    await camera.ask()
    const command = await ask('GET', `/api/device/control/${body.data.id}`)
    return command.state >= 3 && command
  }, 'the end of the command')
  expect(given).toMatchObject({ state: 3, reason: '送货', userName: expect.any(String) })
  const by = async (who: string): Promise<number> =>
    (await ask('GET', `/api/device/operate/page?deviceClass=brakeDevice&who=${encodeURIComponent(who)}`)).total
  expect([await by(given.userName), await by('nobody')]).toEqual([1, 0])
})
