/** A camera that posts by ISAPI, on real sockets and a real database: a capture is stored once, and a faulty report is refused with its reason, without effect on other cameras. */
import { connect, type Socket } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Front } from '#model/protocol.ts'
import { startDeviceHttp } from '#protocols/http/startDeviceHttp.ts'
import { strangerCapture } from '#simulators/camera.ts'
import { IsapiCamera, type IsapiAnswer, type IsapiCameraOptions } from '#simulators/IsapiCamera.ts'
import { connectDevice, type Credentials } from '../../../tests/harness/device.ts'
import { isapiParts } from '../../../tests/harness/isapiParts.ts'
import { startSimulator } from '../../../tests/e2e/simulator.ts'
import { startPlatform, until, type TestPlatform } from '../../../tests/harness/platform.ts'
import { protocol } from './protocol.ts'

const SN = 'CAP-ISAPI-1'
const FACE = readFileSync(join(import.meta.dirname, 'fixtures/face.json'), 'utf8')
const JSON_TYPE = 'application/json'
let platform: TestPlatform
let front: Front
let credentials: Credentials
let camera: IsapiCamera
const cameras: IsapiCamera[] = []
const sockets: Socket[] = []
const cameraOf = ({ sn, secret }: Credentials, more: Partial<IsapiCameraOptions> = {}): IsapiCamera => {
  const made = new IsapiCamera({ ...{ host: '127.0.0.1', port: front.port, deviceName: sn, secret }, ...more })
  cameras.push(made)
  return made
}
beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models, gateway } = platform
  front = await startDeviceHttp({ host: '127.0.0.1', port: 0, gate: gateway.gate }, [protocol])
  credentials = await connectDevice(server, appId, models.captureDevice!, SN, '南门抓拍')
  camera = cameraOf(credentials)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  for (const one of cameras) await one.stop()
  await front?.close(1000)
  await platform?.close()
})

const captures = async (query = ''): Promise<any> => platform.ask('GET', `/api/device/capture/page?size=50${query}`)
const logOf = async (kind: number): Promise<string> => {
  await platform.gateway.gate.settled()
  const page = await platform.ask('GET', `/api/device/log/page?deviceId=${credentials.id}&kind=${kind}&size=100`)
  return JSON.stringify(page.records)
}
const [REFUSED, MISFIT, UNUSED] = [10, 12, 13] as const
const isLogged = (kind: number, what: string): Promise<unknown> =>
  until(async () => (await logOf(kind)).includes(what), `${what} is on the log`)
const face = (serialNo: number, atMs = Date.now()): string =>
  FACE.replace('20417', String(serialNo))
    .replace(/"dateTime": "[^"]*"/, `"dateTime": "${new Date(atMs).toISOString()}"`)
    .replace('8812', String(700_000 + serialNo))
const post = (body: string | Buffer, type = JSON_TYPE): Promise<IsapiAnswer> =>
  camera.post({ type, body: Buffer.from(body) })

describe('what it saw', () => {
  test('is stored with its pictures and found by what was seen: a face, a plate, a body', async () => {
    await camera.see('face')
    await camera.see('plate', '浙A12345')
    await camera.see('body')
    expect([camera.sent, camera.waiting]).toEqual([3, 0])
    const { records, total } = await captures()
    expect(total).toBe(3)
    const byKind = Object.fromEntries(records.map((row: any) => [row.kind, row]))
    expect(byKind[1]).toMatchObject({ deviceId: credentials.id, sex: expect.any(Number), age: expect.any(Number) })
    expect(byKind[2]).toMatchObject({ plate: '浙A12345' })
    expect([1, 2, 3].map(kind => byKind[kind].pictures.length)).toEqual([1, 2, 1])
    for (const { photoFile } of records)
      expect((await platform.server.call('GET', `/api/admin/sys-file/${photoFile}`)).status).toBe(200)
    expect((await captures(`&plate=${encodeURIComponent('浙A123')}`)).total).toBe(1)
  })

  test('is stored once, however often it comes; a number that did not come is on the log', async () => {
    const before = (await captures()).total
    const body = face(900, Date.now() - 2000)
    for (let no = 0; no < 3; no += 1) expect((await post(body)).status).toBe(200)
    expect((await captures()).total).toBe(before + 1)
    await post(face(903))
    await isLogged(UNUSED, 'serialNo 901-902 did not come')
    expect((await captures()).total).toBe(before + 2)
  })

  test('while the network was away comes later in order, at its own time', async () => {
    const before = (await captures()).total
    camera.serialNo = 903
    camera.cut = true
    const cutMs = Math.floor(Date.now() / 1000) * 1000
    await camera.see('face')
    await camera.see('plate')
    expect([camera.online, camera.waiting]).toEqual([false, 2])
    camera.cut = false
    await camera.beat()
    expect([camera.online, camera.waiting]).toEqual([true, 0])
    const { total, records } = await captures()
    expect(total).toBe(before + 2)
    for (const row of records.slice(0, 2)) expect(Date.parse(row.time)).toBeGreaterThanOrEqual(cutMs)
    expect(await logOf(UNUSED)).not.toContain('serialNo 904')
  })

  test('of a lens that is covered is an alarm until it is not, and a sign of life is nothing but that', async () => {
    const before = (await captures()).total
    await camera.beat()
    const [session] = (await platform.ask('GET', `/api/device/session/page?sn=${SN}`)).records
    expect(session).toMatchObject({ protocol: 'isapi' })
    const alarms = async (): Promise<any[]> =>
      (await platform.ask('GET', `/api/device/alarm/page?deviceId=${credentials.id}`)).records
    await camera.cover(true)
    const [open] = await until(async () => {
      const rows = await alarms()
      return rows.length === 1 && rows
    }, 'an alarm')
    expect(open.clearedAt).toBeNull()
    await camera.cover(false)
    await until(async () => (await alarms())[0].clearedAt !== null, 'its end')
    expect((await captures()).total).toBe(before)
  })
})

test('it only reports: a command is refused with that reason', async () => {
  const { body } = await platform.server.call('POST', `/api/device/control/send?appId=${platform.appId}`, {
    ...{ deviceId: credentials.id, identifier: 'snap', params: {} },
  })
  expect(body).toMatchObject({ error: 'wrong_state', msg: expect.stringContaining('ISAPI') })
})

describe('what is wrong', () => {
  test('is refused with its reason, which is on the log of the camera, and stores nothing', async () => {
    const before = (await captures()).total
    const whole = isapiParts([{ name: 'faceCapture', type: JSON_TYPE, body: Buffer.from(face(1000)) }])
    const doctype = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a><eventType>&b;</eventType></a>'
    const gbk = Buffer.concat([Buffer.from('{"eventType":"'), Buffer.from([0xb1, 0xb1]), Buffer.from('"}')])
    const wrong: (readonly [string, string | Buffer, string])[] = [
      ['entity', doctype, 'application/xml'],
      ['xml', '<a><eventType>ANPR</eventType>', 'application/xml'],
      ['json', face(1001).slice(0, -3), JSON_TYPE],
      ['charset', gbk, JSON_TYPE],
      ['cut', whole.body.subarray(0, whole.body.length - 8), whole.type],
      ['boundary', whole.body, 'multipart/form-data'],
      ['tooLong', JSON.stringify({ eventType: 'x'.repeat(300_000) }), JSON_TYPE],
      ['type', await strangerCapture(1), 'image/jpeg'],
    ]
    for (const [why, body, type] of wrong) {
      const { status, body: reason } = await post(body, type)
      expect([why, status, reason]).toEqual([why, 400, `${why}\n`])
      await isLogged(UNUSED, `ISAPI: ${why}`)
    }
    expect((await post(Buffer.alloc(8 * 1024 * 1024 + 1, 32))).status).toBe(413)
    expect((await captures()).total).toBe(before)
  })

  test('a picture that is none, or is too large, is named and costs the report nothing', async () => {
    const before = (await captures()).total
    const large = Buffer.concat([await strangerCapture(2), Buffer.alloc(400_000)])
    const parts = (serialNo: number, picture: Buffer): { type: string; body: Buffer } =>
      isapiParts([
        { name: 'faceCapture', type: JSON_TYPE, body: Buffer.from(face(serialNo)) },
        { name: 'faceImage', type: 'image/jpeg', body: picture },
      ])
    for (const [serialNo, picture] of [
      [1100, Buffer.from('no picture at all')],
      [1101, large],
    ] as const) {
      const { type, body } = parts(serialNo, picture)
      expect((await post(body, type)).status).toBe(200)
    }
    await isLogged(UNUSED, 'ISAPI: notPicture')
    await isLogged(MISFIT, 'photo')
    const { total, records } = await captures()
    expect(total).toBe(before + 2)
    for (const { pictures } of records.slice(0, 2)) expect(pictures).toEqual([])
  })

  test('a body in parts that never ends is cut at its limit, and others are served meanwhile', async () => {
    const socket = connect(front.port, '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    const ended = new Promise<void>(resolve => socket.once('close', () => resolve()))
    socket.on('error', () => {}).on('data', bytes => (answer += bytes.toString()))
    const head = `POST /isapi/${SN} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n`
    socket.write(`${head}content-type: multipart/form-data; boundary=b\r\n\r\n`)
    const part = `--b\r\ncontent-type: text/plain\r\n\r\n${'x'.repeat(65_000)}\r\n`
    const chunk = `${part.length.toString(16)}\r\n${part}\r\n`
    for (let no = 0; no < 200 && !answer && !socket.destroyed; no += 1) {
      await new Promise<void>(resolve => socket.write(chunk, () => resolve()))
      if (no === 20) expect((await post(face(1200))).status).toBe(200)
    }
    await ended
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a call that comes again, another’s serial number, a wrong secret and no proof store nothing', async () => {
    const other = await connectDevice(platform.server, platform.appId, platform.models.captureDevice!, 'CAP-ISAPI-2')
    const before = (await captures()).total
    const body = Buffer.from(face(1300))
    await camera.beat()
    const proof = camera.authorization()
    expect((await camera.send(JSON_TYPE, body, proof)).status).toBe(200)
    expect(await camera.send(JSON_TYPE, body, proof)).toMatchObject({ status: 403, body: 'replayed\n' })
    // With the secret of the one at the address of the other.
    expect((await camera.send(JSON_TYPE, body, camera.authorization(), `/isapi/${other.sn}`)).status).toBe(401)
    const basic = cameraOf({ ...other, secret: credentials.secret }, { auth: 'basic' })
    expect(await basic.post({ type: JSON_TYPE, body })).toMatchObject({ status: 401, body: 'badSecret\n' })
    expect(await camera.send(JSON_TYPE, body)).toMatchObject({ status: 401, body: 'none\n' })
    expect((await cameraOf({ ...other, sn: 'NOBODY' }, { auth: 'basic' }).post({ type: JSON_TYPE, body })).status).toBe(
      403,
    )
    await isLogged(REFUSED, 'replayed')
    expect((await captures()).total).toBe(before + 1)
    expect((await cameraOf(other, { auth: 'basic' }).post({ type: JSON_TYPE, body })).status).toBe(200)
    expect((await captures()).total).toBe(before + 2)
  })
})

test('the command line plays one, by either proof, and something passes it', async () => {
  for (const [no, auth] of ['digest', 'basic'].entries()) {
    const sn = `CAP-ISAPI-P${no}`
    const played = await connectDevice(platform.server, platform.appId, platform.models.captureDevice!, sn)
    const devices = [{ deviceClass: 'captureDevice', credentials: played }]
    const simulator = await startSimulator(front.port, devices, ['--protocol', 'isapi', '--auth', auth])
    const isOnline = async (): Promise<boolean> =>
      (await platform.ask('GET', `/api/device/bind/${played.id}`)).online === true
    try {
      await until(isOnline, `${auth}: it is there`)
      simulator.order(`see plate 浙B5432${no}`)
      await until(async () => {
        const [row] = (await captures(`&deviceId=${played.id}`)).records
        return row?.plate === `浙B5432${no}` && row.pictures.length === 2
      }, `${auth}: the plate with its pictures`)
    } finally {
      await simulator.end()
    }
  }
})
