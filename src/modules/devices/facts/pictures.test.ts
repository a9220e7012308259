/** Pictures of devices: several in one event, one too large for a message, and one that answers a command; who sees them. */
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDevice, openDevice, type Credentials, type TestDevice } from '../../../../tests/harness/device.ts'
import { startPlatform, until, type TestPlatform } from '../../../../tests/harness/platform.ts'
import { quickAccount, quickRole } from '../../../../tests/harness/quickAccount.ts'
import { requestLimits } from '#server/http/limits.ts'
import { strangerCapture } from '#simulators/camera.ts'
import { retireCaptures } from '#modules/insight/retirePictures.server.ts'

const ENGINE = { role: 'engine' } as const
let platform: TestPlatform
let face: Credentials
let device: TestDevice
let jpeg: Buffer
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  server.ports.publicUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  face = await connectDevice(server, appId, models.faceEqui!, 'PIC-1', '大堂')
  device = await openDevice(gateway.port, face)
  jpeg = await strangerCapture(1)
})
afterAll(async () => {
  await device?.end()
  await platform?.close()
})

let clock = 0
/** Reports the event and resolves with the reply. */
const post = async (
  identifier: string,
  value: object,
  time = (clock = Math.max(clock + 1, Date.now())),
): Promise<any> => {
  const reply = device.next(`event/${identifier}/post_reply`)
  await device.post(`event/${identifier}/post`, { time, value })
  return (await reply).body
}
const refusedPassage = { doorNo: 1, method: 1, ok: false, reason: 'stranger' }
const put = (url: string, body: Uint8Array | string, type = 'image/jpeg'): Promise<Response> =>
  fetch(url, { method: 'PUT', headers: { 'content-type': type }, body: body as BodyInit })
const messageOf = async (answer: Response): Promise<string> => ((await answer.json()) as { msg: string }).msg
const passages = async (): Promise<any[]> => (await platform.ask('GET', '/api/person/passRecord/page')).records
const story = (kind: string, id: string): Promise<any> =>
  platform.ask('GET', `/api/insight/story?kind=${kind}&id=${id}`)
const sees = async (token: string, file: string): Promise<number> =>
  (await platform.server.call('GET', `/api/admin/sys-file/${file}`, undefined, { token })).status

describe('in a message', () => {
  test('a photo and its surroundings are both stored, and shown to who may read the passage only', async () => {
    const base64 = jpeg.toString('base64')
    await post('recognise', { ...refusedPassage, photo: base64, scene: base64 })
    const [passage] = await passages()
    const { subject } = await story('passage', passage.id)
    expect(subject.photoFile).toMatch(/^[\w-]{22}$/)
    expect(subject.pictures).toEqual([{ name: 'scene', file: expect.stringMatching(/^[\w-]{22}$/) }])
    const [{ params }] = (await platform.server.ports.db.query<{ params: any }>(
      ENGINE,
      sql`select params from devices.passage where id = ${passage.id}`,
    )) as [{ params: any }]
    expect(params.scene).toBe(`file:${subject.pictures[0].file}`)
    const as = async (point: string): Promise<string> =>
      (await quickAccount(platform.server, { roleIds: [await quickRole(platform.server, { points: [point] })] })).token
    expect(await sees(await as('passRecord:list'), subject.pictures[0].file)).toBe(200)
    expect(await sees(await as('deviceEvent:list'), subject.pictures[0].file)).toBe(404)
  })

  test('the story of somebody unknown says that they were not recognised', async () => {
    await post('recognise', { ...refusedPassage, score: 41 })
    const [passage] = await passages()
    const { steps } = await story('passage', passage.id)
    expect(steps.find((step: any) => step.kind === 'identity').title).toEqual(['没有认出是谁', 'Not recognised'])
  })

  test('what is no picture is named, and not stored in its place', async () => {
    const { code, data } = await post('recognise', { ...refusedPassage, scene: 'x'.repeat(5000) })
    expect([code, data]).toEqual([200, { misfits: ['scene'] }])
    const [row] = await platform.server.ports.db.query<{ scene: string }>(
      ENGINE,
      sql`select params ->> 'scene' as scene from devices.passage where device_id = ${face.id} order by id desc limit 1`,
    )
    expect(row!.scene).toBe('(5000)')
  })

  test('the same message again adds no picture', async () => {
    const value = { ...refusedPassage, guid: 'again', scene: jpeg.toString('base64') }
    const time = Date.now()
    await post('recognise', value, time)
    await post('recognise', value, time)
    const rows = await platform.server.ports.db.query(
      ENGINE,
      sql`select 1 from devices.picture p join devices.passage t on t.device_id = p.device_id and t.at = p.at and t.key = p.key
        where t.params ->> 'guid' = 'again'`,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('to an address of its own', () => {
  const announce = async (value: object = {}, time?: number): Promise<any> =>
    (await post('recognise', { ...refusedPassage, ...value, scene: 'upload' }, time)).data.uploads[0]

  test('is shown with its passage; the address is good once', async () => {
    const upload = await announce()
    expect(upload).toEqual({
      identifier: 'recognise',
      name: 'scene',
      url: expect.stringMatching(/\/api\/device\/picture\/[\w-]{32}$/),
      maxBytes: requestLimits.most.picture,
      until: expect.any(Number),
    })
    const [passage] = await passages()
    expect((await story('passage', passage.id)).subject.pictures).toEqual([])
    expect((await put(upload.url, jpeg)).status).toBe(200)
    expect((await story('passage', passage.id)).subject.pictures).toHaveLength(1)
    const again = await put(upload.url, jpeg)
    expect([again.status, await messageOf(again)]).toEqual([404, '上传地址无效、已用过或已过期'])
  })

  test('announced again, for the reply was lost: another address, and only the new one is good', async () => {
    const time = Date.now() + 1
    const first = await announce({ guid: 'lost' }, time)
    const second = await announce({ guid: 'lost' }, time)
    expect((await put(first.url, jpeg)).status).toBe(404)
    expect((await put(second.url, jpeg)).status).toBe(200)
  })

  test.each([
    ['of another type', 'image/gif', () => Buffer.from('GIF89a'), 415, '不支持的内容类型'],
    ['that is none', 'image/jpeg', () => Buffer.from('<script>'), 400, '请上传 JPEG 或 PNG 图片'],
    ['larger than allowed', 'image/jpeg', () => Buffer.alloc(requestLimits.most.picture + 1, 0xff), 413, '内容过大'],
  ])('a picture %s is refused, and the address stays good', async (_, type, body, status, msg) => {
    const { url } = await announce({ guid: type + status })
    const refused = await put(url, body(), type)
    expect([refused.status, await messageOf(refused)]).toEqual([status, msg])
    expect((await put(url, jpeg)).status).toBe(200)
  })

  test('an address that nobody was given, one whose time is over', async () => {
    const unknown = `${platform.server.ports.publicUrl}/api/device/picture/${'a'.repeat(32)}`
    expect((await put(unknown, jpeg)).status).toBe(404)
    const { url } = await announce({ guid: 'late' })
    await platform.server.ports.db.query(
      ENGINE,
      sql`update devices.picture set upload_until = now() - interval '1 second' where upload_hash is not null`,
    )
    expect((await put(url, jpeg)).status).toBe(404)
  })

  test('a device that announces too many gets no more addresses, and its log says why', async () => {
    const { announced } = requestLimits.most
    await platform.server.ports.db.query(
      ENGINE,
      sql`insert into devices.picture (id, source_id, device_id, at, key, name, received_at)
        select n, d.source_id, d.id, now(), decode(lpad(to_hex(n), 32, '0'), 'hex'), 'scene', now()
        from devices.device d, generate_series(1, ${announced}) n where d.id = ${face.id}`,
    )
    const { code, data } = await post('recognise', { ...refusedPassage, guid: 'too many', scene: 'upload' })
    expect([code, data.uploads]).toEqual([200, undefined])
    const lines = await platform.server.ports.db.query(
      ENGINE,
      sql`select kind, identifier, content from devices.frame where device_id = ${face.id} and kind = 14`,
    )
    expect(lines).toEqual([{ kind: 14, identifier: 'recognise', content: { picture: 'scene', perHour: announced } }])
    await platform.server.ports.db.query(ENGINE, sql`delete from devices.picture where id <= ${announced}`)
    expect(await announce({ guid: 'again' })).toMatchObject({ name: 'scene' })
  })

  test('no other address takes pictures', async () => {
    const { publicUrl } = platform.server.ports
    const answer = await fetch(`${publicUrl}/api/auth/oauth/token`, {
      ...{ method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(jpeg) },
    })
    expect(answer.status).toBe(415)
  })

  test('of two at the same time one is stored', async () => {
    const { url } = await announce({ guid: 'twice' })
    const answers = await Promise.all([put(url, jpeg), put(url, jpeg)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 404])
  })

  test('an alarm of the event shows it', async () => {
    const { data } = await post('tamper', { on: true, photo: 'upload' })
    expect((await put(data.uploads[0].url, jpeg)).status).toBe(200)
    const [alarm] = (await platform.ask('GET', '/api/device/alarm/page?kind=tamper')).records
    expect(alarm.pictures).toHaveLength(1)
    const [event] = (await platform.ask('GET', '/api/device/event/page?identifier=tamper')).records
    expect(event.pictures).toEqual(alarm.pictures)
  })
})

test('a picture that answers a command is shown with it, and with the run of the rule that gave it', async () => {
  const { id } = await platform.ask('POST', '/api/device/linkage', {
    ...{
      name: '抓拍',
      deviceClass: 'faceEqui',
      triggerDeviceIds: [],
      triggerKind: 4,
      trigger: { online: 0, forS: 86_400 },
    },
    ...{ mode: 0, state: 0, actions: [{ deviceId: face.id, identifier: 'snapshot' }] },
  })
  const asked = device.next('service/snapshot')
  const run = await platform.ask('POST', `/api/device/linkage/${id}/test`, { reason: '试' })
  const { body, topic } = await asked
  await device.client.publishAsync(
    `${topic}_reply`,
    JSON.stringify({ id: body.id, code: 200, data: { photo: jpeg.toString('base64') } }),
    { qos: 1 },
  )
  const done = await until(async () => {
    const row = await platform.ask('GET', `/api/device/linkageRun/${run.id}`)
    return row.state === 1 && row
  }, 'the end of the run')
  const [step] = done.actions
  expect(step.pictures).toEqual([expect.stringMatching(/^[\w-]{22}$/)])
  expect((await story('command', step.commandId)).subject.pictures).toEqual([{ name: 'photo', file: step.pictures[0] }])
  expect(await sees(platform.server.token, step.pictures[0])).toBe(200)
})

test('after their period they are removed, also from the alarm', async () => {
  const { ports } = platform.server
  await ports.db.query(ENGINE, sql`update devices.picture set received_at = now() - interval '31 days'`)
  const files = await ports.db.query<{ file: string }>(
    ENGINE,
    sql`select file from devices.picture where file is not null`,
  )
  expect(files.length).toBeGreaterThan(3)
  await retireCaptures(ports, new AbortController().signal)
  for (const { file } of files) expect(await ports.files.get(file)).toBeNull()
  expect(await ports.db.query(ENGINE, sql`select 1 from devices.picture where file is not null`)).toEqual([])
  const [alarm] = (await platform.ask('GET', '/api/device/alarm/page?kind=tamper')).records
  expect(alarm.pictures).toEqual([])
})
