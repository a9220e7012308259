/** Adverts from their form to whoever sees them: pages by place and target, videos in parts, screens of devices with their counts. */
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice, makeApplication, openDevice, type Credentials } from '../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { postFile } from '../../../tests/harness/sheet.ts'
import { videoOf } from '../../../tests/harness/video.ts'
import { advertPlays } from './advertPlays.server.ts'

let platform: TestPlatform
let picture: string
const engine = { role: 'engine' } as const
beforeAll(async () => {
  platform = await startPlatform()
  picture = await newPicture()
})
afterAll(() => platform.close())

const staff = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<any> =>
  (await platform.server.call(method, url, body)).body
const anybody = async (method: 'GET' | 'POST', url: string): Promise<any> =>
  (await platform.server.call(method, url, undefined, { token: null })).body
const fetched = (url: string, headers: Record<string, string> = {}) => platform.server.app.inject({ url, headers })
const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

async function newPicture(): Promise<string> {
  const bytes = await sharp({ create: { width: 800, height: 373, channels: 3, background: '#3fa1ff' } })
    .jpeg()
    .toBuffer()
  return (await postFile<any>(platform.server, '/api/admin/sys-file/upload?kind=image', 'a.jpg', bytes)).body.data.id
}
const uploadVideo = async (bytes: Buffer, name = 'a.mp4'): Promise<any> =>
  (await postFile<any>(platform.server, '/api/admin/sys-file/upload?kind=document', name, bytes)).body
const valuesOf = (more: object = {}) => ({
  ...{ name: '双十一', category: 1, position: 1, jump: 1, link: '/docs', pictures: [picture] },
  ...{ startsAt: at(-1), endsAt: at(1) },
  ...more,
})
async function made(more: object = {}): Promise<string> {
  const answer = await staff('POST', '/api/admin/advert', valuesOf(more))
  expect(answer.code, answer.msg).toBe(0)
  await staff('POST', `/api/admin/advert/${answer.data.id}/start`, {})
  return answer.data.id
}
const fieldOf = async (more: object): Promise<string> =>
  (await staff('POST', '/api/admin/advert', valuesOf(more))).data.fields[0].field
const shown = async (query: string): Promise<string[]> =>
  (await anybody('GET', `/api/advert?${query}`)).data.map((one: any) => one.id)

describe('on pages', () => {
  test('appear at their place in their time, with their picture, and are counted by place', async () => {
    expect(await fieldOf({ endsAt: at(-2) })).toBe('endsAt')
    for (const link of ['javascript:alert(1)', '//evil.example', 'docs']) expect(await fieldOf({ link })).toBe('link')
    const { id } = (await staff('POST', '/api/admin/advert', valuesOf())).data
    expect(await shown('position=site')).toEqual([])
    expect((await fetched(`/api/advert/${id}/picture`)).statusCode).toBe(404)
    await staff('POST', `/api/admin/advert/${id}/start`, {})
    expect((await anybody('GET', '/api/advert?position=site')).data).toEqual([
      { id, title: '双十一', src: `/api/advert/${id}/picture`, video: null, jump: 1, link: '/docs' },
    ])
    expect((await fetched(`/api/advert/${id}/picture`)).headers['content-type']).toBe('image/jpeg')
    await anybody('POST', `/api/advert/${id}/click`)
    const row = (await staff('GET', `/api/admin/advert/${id}`)).data
    expect(row).toMatchObject({ views: 1, clicks: 1, phase: 1, media: 1 })
    await staff('PUT', '/api/admin/advert', { id, position: 4 })
    expect(await shown('position=mini')).toEqual([id])
    expect((await staff('GET', `/api/admin/advert/${id}/seen`)).data.places).toEqual([
      { position: 1, views: 1, clicks: 1 },
      { position: 4, views: 1, clicks: 0 },
    ])
    await staff('PUT', '/api/admin/advert', { id, startsAt: at(1), endsAt: at(2) })
    expect(await shown('position=mini')).toEqual([])
    await staff('DELETE', `/api/admin/advert/${id}`)
  })

  test('reach those of their targets and nobody else', async () => {
    const other = await makeApplication(platform.server, '另一小区')
    const { id: deviceId } = await connectDevice(platform.server, platform.appId, platform.models.faceEqui!, 'AD-0')
    const [foshan] = await platform.server.ports.db.query<{ id: string }>(
      engine,
      sql`select id from identity.brand where code = 'foshan'`,
    )
    const all = await made({ position: 5, name: '全部' })
    const branded = await made({ position: 5, name: '佛山', brandId: foshan!.id })
    const ofApp = await made({ position: 5, name: '本小区', appIds: [platform.appId] })
    const ofClass = await made({ position: 5, name: '人脸机', deviceClasses: ['faceEqui'] })
    const ofDevice = await made({ position: 5, name: '这一台', appIds: [platform.appId], deviceIds: [deviceId] })
    expect(await shown('position=paid')).toEqual([all])
    expect(await shown('position=paid&platform=foshan')).toEqual([all, branded])
    expect(await shown(`position=paid&application=${platform.appId}`)).toEqual([all, ofApp])
    expect(await shown(`position=paid&application=${other.appId}`)).toEqual([all])
    expect(await shown(`position=paid&device=${deviceId}`)).toEqual([all, ofApp, ofClass, ofDevice])
    expect((await staff('GET', `/api/admin/advert/${ofDevice}`)).data).toMatchObject({
      appNames: ['测试小区'],
      deviceNames: ['AD-0 · AD-0'],
    })
    expect((await anybody('GET', '/api/advert?position=screen')).code).toBe(1)
    for (const id of [all, branded, ofApp, ofClass, ofDevice]) await staff('DELETE', `/api/admin/advert/${id}`)
    const list = await staff('POST', '/api/admin/advert', valuesOf({ position: 1, appIds: [platform.appId] }))
    expect(list.data.fields[0]).toEqual({ field: 'appIds', msg: '官网的访客不属于任何应用' })
    expect(await fieldOf({ position: 2, deviceClasses: ['faceEqui'] })).toBe('deviceClasses')
    expect(await fieldOf({ position: 3, deviceClasses: ['bollardDevice'] })).toBe('deviceClasses')
    expect(await fieldOf({ position: 5, appIds: ['99'] })).toBe('appIds')
    const bollard = await connectDevice(platform.server, platform.appId, platform.models.bollardDevice!, 'AD-B')
    const dark = await staff('POST', '/api/admin/advert', valuesOf({ position: 3, deviceIds: [bollard.id] }))
    expect(dark.data.fields[0]).toEqual({ field: 'deviceIds', msg: 'AD-B没有屏幕' })
  })
})

describe('a video', () => {
  test('is known by its bytes, and refused with a codec that is not played everywhere', async () => {
    expect((await uploadVideo(Buffer.from('not a video'))).data.fields[0].msg).toBe('文件内容不是 .mp4')
    expect((await uploadVideo(videoOf().subarray(0, -1))).data.fields[0].msg).toBe('文件内容不是 .mp4')
    expect((await uploadVideo(videoOf(['hvc1', 'mp4a']))).data.fields[0].msg).toContain('hvc1')
    expect((await uploadVideo(videoOf(['mp4a']))).data.fields[0].msg).toBe('视频里没有画面')
    for (let cut = 0; cut < 400; cut += 7) expect((await uploadVideo(videoOf().subarray(0, cut))).code).toBe(1)
    const large = await uploadVideo(Buffer.concat([videoOf(), Buffer.alloc(10 * 1024 * 1024)]))
    expect(large.code).toBe(1)
    const pdf = await postFile<any>(platform.server, '/api/admin/sys-file/upload?kind=document', 'a.pdf', '%PDF-1.7 x')
    expect(await fieldOf({ video: [pdf.body.data.id] })).toBe('video')
  })

  test('is public in parts while its advert is shown, and only then', async () => {
    const bytes = videoOf(['avc1'], 70_000)
    const { data } = await uploadVideo(bytes)
    const id = await made({ video: [data.id] })
    const [one] = (await anybody('GET', '/api/advert?position=site')).data
    expect(one.video).toBe(`/api/advert/${id}/video`)
    const whole = await fetched(one.video)
    expect([whole.statusCode, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([
      200,
      'video/mp4',
      'bytes',
    ])
    expect(whole.rawPayload.equals(bytes)).toBe(true)
    const part = async (range: string) => {
      const { statusCode, headers, rawPayload } = await fetched(one.video, { range })
      return [statusCode, headers['content-range'], rawPayload] as const
    }
    const size = bytes.length
    expect(await part('bytes=0-')).toEqual([200, undefined, bytes])
    expect(await part('bytes=5-9')).toEqual([206, `bytes 5-9/${size}`, bytes.subarray(5, 10)])
    expect(await part('bytes=66000-')).toEqual([206, `bytes 66000-${size - 1}/${size}`, bytes.subarray(66000)])
    expect(await part('bytes=-4')).toEqual([206, `bytes ${size - 4}-${size - 1}/${size}`, bytes.subarray(-4)])
    expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`])
    expect((await staff('GET', `/api/admin/advert/${id}`)).data.media).toBe(2)
    await staff('POST', `/api/admin/advert/${id}/stop`, {})
    expect((await fetched(one.video)).statusCode).toBe(404)
    await staff('DELETE', `/api/admin/advert/${id}`)
  })
})

describe('on screens of devices', () => {
  const terminals: { credentials: Credentials; simulated: Simulated }[] = []
  const start = async (sn: string): Promise<Simulated> => {
    const credentials = await connectDevice(platform.server, platform.appId, platform.models.faceEqui!, sn)
    const simulated = simulate('faceEqui', {
      ...{ host: '127.0.0.1', port: platform.gateway.port, credentials, advertMs: 60_000 },
      downloadAdvert: async url => {
        const answer = await fetched(new URL(url).pathname)
        if (answer.statusCode !== 200) throw new Error(String(answer.statusCode))
        return answer.rawPayload
      },
    })
    simulated.device.start()
    terminals.push({ credentials, simulated })
    return simulated
  }
  afterAll(async () => {
    for (const { simulated } of terminals) await simulated.device.stop()
  })
  const heldBy = async (sn: string): Promise<string[]> => {
    const [row] = await platform.server.ports.db.query<{ held: { advertId: string }[] | null }>(
      engine,
      sql`select sh.vals -> 'adverts' as held from devices.shadow sh join devices.device d on d.id = sh.device_id
        where d.sn = ${sn} and sh.component = ''`,
    )
    return (row?.held ?? []).map(one => one.advertId)
  }
  const views = async (id: string): Promise<number> => (await staff('GET', `/api/admin/advert/${id}`)).data.views

  test('those of the targets receive it, show it, and each play is counted once', async () => {
    const first = await start('AD-1')
    await start('AD-2')
    const { data } = await uploadVideo(videoOf())
    const both = await made({ position: 3, name: '全部屏', video: [data.id], sort: 1 })
    const one = await made({ position: 3, name: '只此一台', deviceIds: [terminals[0]!.credentials.id], sort: 2 })
    await until(async () => (await heldBy('AD-1')).join() === `${both},${one}`, 'both adverts on the first screen')
    await until(async () => (await heldBy('AD-2')).join() === both, 'one advert on the second screen')
    for (let n = 0; n < 6; n += 1) first.screen!.showNext()
    first.device.report(first.device.values())
    // One when the list arrived, and six in turn; the second screen has shown its own once, and reports it with its heartbeat.
    await until(async () => (await views(one)) === 3, 'the plays of the first screen')
    await platform.server.ports.db.query(engine, sql`update devices.shadow set changed_at = now()`)
    await advertPlays.run(platform.server.ports, AbortSignal.timeout(1000))
    expect(await views(one)).toBe(3)
    const { places, devices } = (await staff('GET', `/api/admin/advert/${one}/seen`)).data
    expect(places).toEqual([{ position: 3, views: 3, clicks: 0 }])
    expect(devices).toMatchObject([{ sn: 'AD-1', appName: '测试小区', plays: 3, held: true }])
    // Switched off, it leaves the screen, and its count stays.
    await staff('POST', `/api/admin/advert/${one}/stop`, {})
    await until(async () => (await heldBy('AD-1')).join() === both, 'the advert to leave the screen')
    expect(await views(one)).toBe(3)
    await staff('POST', `/api/admin/advert/${both}/stop`, {})
  })

  test('a counter that begins again adds to what was counted, and nonsense counts nothing', async () => {
    const credentials = await connectDevice(platform.server, platform.appId, platform.models.faceEqui!, 'AD-3')
    const id = await made({ position: 3, name: '重启', deviceIds: [credentials.id] })
    const device = await openDevice(platform.gateway.port, credentials)
    const since = Date.now()
    const report = (advertPlays: unknown) => device.post('event/property/post', { advertPlays })
    await report([{ advertId: id, since, plays: 5 }])
    await until(async () => (await views(id)) === 5, 'the first count')
    await report([{ advertId: id, since: since + 1000, plays: 2 }])
    await until(async () => (await views(id)) === 7, 'the second count')
    await report([
      { advertId: id, since, plays: -4 },
      { advertId: 'x', since, plays: 1 },
      { advertId: id, since: 'now', plays: 1 },
      { advertId: id, since: 9e18, plays: 1 },
      7,
      { advertId: id, since, plays: 6.9 },
    ])
    await until(async () => (await views(id)) === 8, 'the only sound count')
    await device.end()
    await staff('DELETE', `/api/admin/advert/${id}`)
  })
})
