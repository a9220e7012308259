/** Captures of cameras: stored with their picture in a table of their own, one for a track, shown to who may read them, and erased with their period. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDevice, openDevice, type Credentials, type TestDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'
import { quickAccount, quickRole } from '../../../../tests/harness/quickAccount.ts'
import { retireCaptures } from '#modules/insight/retirePictures.server.ts'
import { bodyCapture, plateCapture } from '#simulators/captured.ts'
import { strangerCapture } from '#simulators/camera.ts'

const ENGINE = { role: 'engine' } as const
let platform: TestPlatform
let camera: Credentials
let device: TestDevice
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  camera = await connectDevice(server, appId, models.captureDevice!, 'CAP-1', '南门抓拍')
  device = await openDevice(gateway.port, camera)
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

let clock = 0
const now = (): number => (clock = Math.max(clock + 1, Date.now()))
const post = async (identifier: string, value: object, time = now()): Promise<any> => {
  const reply = device.next(`event/${identifier}/post_reply`)
  await device.post(`event/${identifier}/post`, { time, value })
  return (await reply).body
}
const photo = async (seed: number): Promise<string> => (await strangerCapture(seed)).toString('base64')
const captures = async (query = ''): Promise<any> => platform.ask('GET', `/api/device/capture/page${query}`)
const sees = async (token: string, file: string): Promise<number> =>
  (await platform.server.call('GET', `/api/admin/sys-file/${file}`, undefined, { token })).status
const withPoint = async (point: string): Promise<string> =>
  (await quickAccount(platform.server, { roleIds: [await quickRole(platform.server, { points: [point] })] })).token

describe('a capture', () => {
  test('has its picture and what was seen, and is found by it', async () => {
    await post('faceSnap', { quality: 81, sex: 2, age: 3, mask: true, glasses: false, photo: await photo(1) })
    await post('plateSnap', {
      ...{ plate: '浙A·88888', colour: 1, quality: 90 },
      photo: (await plateCapture('浙A88888')).toString('base64'),
    })
    await post('bodySnap', { sex: 1, colour: 6, quality: 70, photo: (await bodyCapture(1, 6)).toString('base64') })
    const { records, total } = await captures('?deviceClass=captureDevice')
    expect(total).toBe(3)
    expect(records.map((row: any) => [row.kind, row.name])).toEqual([
      [3, '人体抓拍'],
      [2, '车牌抓拍'],
      [1, '人脸抓拍'],
    ])
    expect(records[2]).toMatchObject({ sex: 2, age: 3, mask: true, glasses: false, quality: 81 })
    for (const row of records) expect(row.pictures).toEqual([row.photoFile])
    const found = async (query: string): Promise<number[]> =>
      (await captures(query)).records.map((row: any) => row.kind)
    expect(await found(`?plate=${encodeURIComponent('浙a8')}`)).toEqual([2])
    expect(await found('?kind=1,3&sex=2')).toEqual([1])
    expect(await found('?mask=true')).toEqual([1])
  })

  test('says what it cannot know, and keeps what it says besides in its parameters', async () => {
    const { code, data } = await post('faceSnap', { sex: 'M', age: 77, mood: 'glad', trackId: 12, quality: 55 })
    expect([code, data.misfits]).toEqual([200, ['trackId', 'sex']])
    const [row] = (await captures()).records
    expect(row).toMatchObject({ sex: null, age: null, quality: 55, pictures: [] })
  })

  test('plates are stored and found in the one form of plates, and what is none is not one', async () => {
    for (const plate of ['浙C·1O345', '浙c 10345', '浙Ｃ１０３４５', '_无_'])
      await post('plateSnap', { plate, quality: 50 })
    const { records } = await captures('?kind=2&size=4')
    expect(records.map((row: any) => row.plate)).toEqual([null, ...Array(3).fill('浙C10345')])
    for (const spelled of ['浙C1O3', '浙ｃ•1', '浙C-10345'])
      expect((await captures(`?plate=${encodeURIComponent(spelled)}`)).total, spelled).toBe(3)
  })
})

/** Names of all files that are stored. */
const files = async (): Promise<string[]> =>
  (await readdir(join(platform.server.installation.dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
    .sort()

describe('a track', () => {
  test('is one capture: the best picture is shown, the others are kept beside it, and a report that comes again changes nothing', async () => {
    const before = (await captures()).total
    const first = now()
    await post('faceSnap', { guid: 'g-1', trackId: 'T7', quality: 40, sex: 1, photo: await photo(2) }, first)
    const [begun] = (await captures()).records
    const second = now()
    await post('faceSnap', { guid: 'g-2', trackId: 'T7', quality: 88, age: 4, photo: await photo(3) }, second)
    await post('faceSnap', { trackId: 'T7', quality: 60, photo: await photo(4) })
    const page = await captures()
    expect(page.total).toBe(before + 1)
    const [row] = page.records
    expect(row).toMatchObject({ id: begun.id, quality: 88, sex: 1, age: 4 })
    expect(row.photoFile).not.toBe(begun.photoFile)
    expect(row.pictures).toHaveLength(3)
    expect(row.pictures).toContain(begun.photoFile)
    await post('faceSnap', { guid: 'g-2', trackId: 'T7', quality: 88, age: 4, photo: await photo(3) }, second)
    await post('faceSnap', { guid: 'g-1', trackId: 'T7', quality: 40, sex: 1, photo: await photo(2) }, first)
    const [again] = (await captures()).records
    expect([again.photoFile, again.pictures.length]).toEqual([row.photoFile, 3])
    // Another camera, and the same number much later, are other tracks.
    await post('faceSnap', { trackId: 'T7', quality: 30 }, Date.now() - 3_600_000)
    expect((await captures()).total).toBe(before + 2)
  })

  test('that is reported in one batch is one capture as well', async () => {
    const before = (await captures()).total
    const jpeg = await photo(5)
    const at = now()
    await Promise.all(
      [50, 70, 60].map((quality, no) =>
        device.post('event/bodySnap/post', { time: at + no, value: { trackId: 'B1', quality, photo: jpeg } }),
      ),
    )
    await until(async () => (await captures()).records[0].pictures.length === 3, 'all three pictures are stored')
    const { total, records } = await captures()
    expect([total, records[0].quality]).toEqual([before + 1, 70])
  })

  test('whose number was given again in the meantime is another capture, in one batch as well', async () => {
    const before = (await captures()).total
    const [at, jpeg] = [now(), await photo(8)]
    // What a camera kept while its network was away arrives together, an hour apart; each is answered when it is stored.
    await Promise.all(
      [3_600_000, 3_599_000, 1_800_000, 0].map((agoMs, no) =>
        device.post('event/bodySnap/post', {
          time: at - agoMs,
          value: { trackId: 'B2', quality: 50 + no, photo: jpeg },
        }),
      ),
    )
    await post('bodySnap', { trackId: 'B3', quality: 50 })
    const { total, records } = await captures('?size=50')
    expect(total).toBe(before + 4)
    expect(records.map((row: any) => row.quality)).toEqual(expect.arrayContaining([51, 52, 53]))
  })

  test('that comes again with its scene is stored once: neither set aside nor shown twice', async () => {
    const [first, second] = [now(), now() + 1]
    clock = second
    const jpeg = await photo(6)
    await post('bodySnap', { guid: 's-1', trackId: 'S1', quality: 40, photo: jpeg, scene: jpeg }, first)
    const again = { guid: 's-2', trackId: 'S1', quality: 30, photo: jpeg, scene: jpeg }
    for (let no = 0; no < 3; no += 1) expect((await post('bodySnap', again, second)).code).toBe(200)
    const [row] = (await captures('?kind=3')).records
    expect(row.pictures).toHaveLength(4)
    const before = await files()
    // Neither what joined its track nor what was its first report leaves a file when it comes again.
    for (const [value, at] of [
      [again, second],
      [{ ...again, guid: 's-1', quality: 40 }, first],
    ] as const)
      expect((await post('bodySnap', value, at)).code).toBe(200)
    expect(await files()).toEqual(before)
    expect((await captures('?kind=3')).records[0].pictures).toEqual(row.pictures)
    expect((await platform.ask('GET', '/api/device/deadMessage/page')).total).toBe(0)
  })

  test('whose first report had no picture shows that of the next, however good', async () => {
    await post('bodySnap', { trackId: 'P1', quality: 80 })
    await post('bodySnap', { trackId: 'P1', quality: 20, photo: await photo(7) })
    const [row] = (await captures('?kind=3')).records
    expect(row.photoFile).toEqual(expect.any(String))
    expect(row.pictures).toEqual([row.photoFile])
    const { subject } = await platform.ask('GET', `/api/insight/story?kind=capture&id=${row.id}`)
    expect(subject.pictures).toHaveLength(1)
  })
})

describe('who may see it', () => {
  test('only who may read captures: neither events nor passages show them', async () => {
    const [{ photoFile, pictures }] = (await captures('?kind=1&sex=1')).records
    const [reader, other] = [await withPoint('deviceCapture:list'), await withPoint('deviceEvent:list')]
    for (const file of [photoFile, ...pictures]) {
      expect(await sees(reader, file)).toBe(200)
      expect(await sees(other, file)).toBe(404)
    }
    const list = (token: string) => platform.server.call('GET', '/api/device/capture/page', undefined, { token })
    expect((await list(other)).status).toBe(403)
  })

  test('its story shows what was seen', async () => {
    const [{ id }] = (await captures(`?plate=${encodeURIComponent('浙A88888')}`)).records
    const { subject, verdict } = await platform.ask('GET', `/api/insight/story?kind=capture&id=${id}`)
    expect(verdict[0]).toBe('南门抓拍：车牌抓拍 浙A88888')
    expect(subject.pictures).toEqual([{ name: 'photo', file: expect.stringMatching(/^[\w-]{22}$/) }])
    expect(JSON.stringify(subject.params)).not.toContain('file:')
  })
})

describe('what follows from it', () => {
  test('a rule that names a plate raises its alarm for this plate only', async () => {
    const rule = await platform.ask('POST', '/api/device/linkage', {
      ...{ name: '访客车牌', deviceClass: 'captureDevice', triggerDeviceIds: [camera.id], triggerEvent: 'plateSnap' },
      conditions: [{ what: 1, name: 'plate', op: 1, value: '浙B66666' }],
      actions: [{ deviceId: camera.id, identifier: 'raiseAlarm', params: { name: '关注车辆', level: 1 } }],
      ...{ mode: 0, state: 1 },
    })
    const runs = async (): Promise<any[]> =>
      (await platform.ask('GET', `/api/device/linkageRun/page?linkageId=${rule.id}`)).records
    // The gateway learns in which applications rules wait for facts.
    await until(async () => {
      await post('plateSnap', { plate: '浙B·66666', quality: 80 })
      await post('plateSnap', { plate: '浙B77777', quality: 80 })
      return (await runs()).some(run => run.state === 1)
    }, 'the rule has run')
    const alarms = (await platform.ask('GET', '/api/device/alarm/page')).records
    expect(alarms.map((alarm: any) => alarm.name)).toContain('关注车辆')
  })

  test('callbacks say what was seen, and never the picture', async () => {
    const { ports } = platform.server
    const [{ id }] = (await captures('?plate=%E6%B5%99A88888')).records
    const event = { type: 'fact.stored', payload: { factId: id, family: 4, deviceId: camera.id }, createdAt: '' }
    const content = await ports.contents
      .get('fact.stored')!
      .read(query => ports.db.query(ENGINE, query), event as never, { id: camera.id } as never)
    expect(content).toMatchObject({ key: 'capture', data: { identifier: 'plateSnap', kind: 2, plate: '浙A88888' } })
    expect(JSON.stringify(content)).not.toMatch(/file:|photo/)
  })
})

test('its pictures are erased with their period, those beside it too', async () => {
  const { ports } = platform.server
  const [{ id, pictures }] = (await captures('?kind=1&sex=1')).records
  const old = new Date(ports.now().getTime() - (ports.captureDays + 1) * 86_400_000)
  await ports.db.query(ENGINE, sql`update devices.capture set received_at = ${old} where id = ${id}`)
  await ports.db.query(ENGINE, sql`update devices.picture set received_at = ${old} where file = any(${pictures})`)
  await retireCaptures(ports, new AbortController().signal)
  const row = await platform.ask('GET', `/api/device/capture/${id}`)
  expect([row.photoFile, row.pictures]).toEqual([null, []])
  for (const file of pictures) expect(await ports.files.get(file)).toBeNull()
})
