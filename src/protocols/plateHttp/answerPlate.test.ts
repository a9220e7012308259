/** Plate cameras over HTTP on real sockets: what opens the bar, what leaves it down, and what cameras and strangers may do wrong. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../tests/harness/platform.ts'
import { boardText, startPlateWorld, type PlateWorld } from '../../../tests/harness/plateWorld.ts'

let world: PlateWorld
beforeAll(async () => {
  world = await startPlateWorld()
})
afterAll(() => world?.close())

const ask = <T = any>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<T> =>
  world.platform.ask<T>(method, url, body)

describe('a plate', () => {
  test('of nobody leaves the bar down: the answer and the passage say so, the board and the passage why', async () => {
    const answer = await world.readInTime(world.camera, '粤A99999')
    expect(answer).toMatchObject({ status: 200, opens: false })
    expect(boardText(answer!.board)).toContain('未登记车牌')
    expect((await world.passages())[0]).toMatchObject({
      ...{ personName: null, method: 9, direction: 1, result: 0, reason: 'stranger' },
      photoFile: expect.any(String),
    })
  })
  test('that is none, and one that is only a picture of one, are nobody’s', async () => {
    for (const more of [{ license: '_无_' }, { is_fake_plate: 1 }]) {
      expect(await world.readInTime(world.camera, '粤B10234', more)).toMatchObject({ status: 200, opens: false })
      expect((await world.passages())[0]).toMatchObject({ personName: null, result: 0, reason: 'stranger' })
    }
  })
})

describe('commands', () => {
  const give = async (identifier: string): Promise<any> => {
    const { body } = await world.platform.server.call(
      'POST',
      `/api/device/control/send?appId=${world.platform.appId}`,
      { deviceId: world.credentials.id, component: 'door:1', identifier, params: {}, reason: '访客' },
    )
    expect(body).toMatchObject({ code: 0 })
    return until(async () => {
      await world.camera.ask()
      const row = await ask('GET', `/api/device/control/${body.data.id}`)
      return row.state >= 3 && row
    }, `the end of ${identifier}`)
  }
  test('the relay opens the bar, and its upper end proves it', async () => {
    expect(await give('open')).toMatchObject({ state: 3 })
    await until(() => !world.camera.isUp, 'it closes by itself')
    expect(await give('letIn')).toMatchObject({ state: 3 })
  })
  test('what a camera cannot do is refused with that reason', async () => {
    const { body } = await world.platform.server.call(
      'POST',
      `/api/device/control/send?appId=${world.platform.appId}`,
      { deviceId: world.credentials.id, component: 'door:1', identifier: 'stop', params: {} },
    )
    expect(body).toMatchObject({ error: 'wrong_state', msg: '设备以 HTTP（车牌识别） 接入，没有这个指令' })
  })
  test('a car that waits is seen', async () => {
    world.camera.wait(true)
    await until(async () => {
      const { shadow } = await ask('GET', `/api/device/bind/${world.credentials.id}`)
      return shadow['door:1']?.loopFront === true
    }, 'the loop')
  })
})

describe('what is wrong on the wire', () => {
  const json = (license: string, serialno = 'CAM-0001', more: object = {}): string =>
    JSON.stringify({ AlarmInfoPlate: { serialno, result: { PlateResult: { license, ...more } } } })
  const post = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${world.front.port}/plate?dir=in`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      body: new Uint8Array(Buffer.from(body)),
    })
  const signed = (body: string | Buffer): Record<string, string> => world.camera.signed('/plate?dir=in', body)

  test('is on the log of the camera with its reason, stops being sent, and opens nothing', async () => {
    const wrong: (readonly [string, string | Buffer])[] = [
      ['plate', json('粤B'.padEnd(500, '1'))],
      ['form', json('粤B10234').slice(0, -4)],
      ['form', '{"AlarmInfoPlate":{"serialno":"CAM-0001","result":"none"}}'],
    ]
    for (const [why, body] of wrong) {
      const answer = await post(body, signed(body))
      expect([why, answer.status, await answer.json()]).toEqual([
        why,
        200,
        { Response_AlarmInfoPlate: { info: 'no', content: 'retransfer_stop', is_pay: 'false', serialData: [] } },
      ])
    }
    await until(async () => {
      const text = JSON.stringify(await world.logOf(13))
      return text.includes('/plate: plate') && text.includes('/plate: form')
    }, 'all are on the log')
  })
  test('a picture that is none is named, and costs neither the passage nor the decision', async () => {
    const answer = await world.readInTime(world.camera, '粤B10234', {
      imageFile: 'A'.repeat(4000),
      imageFragmentFile: '',
    })
    expect([answer!.status, boardText(answer!.board).includes('未登记车牌')]).toEqual([200, true])
    expect((await world.passages())[0]).toMatchObject({ result: 0, reason: 'stranger', photoFile: null })
    await until(async () => JSON.stringify(await world.logOf(12)).includes('photo'), 'it is on the log')
  })
  test('a wrong charset, another’s serial number, a repeated call, one that proves nothing, and one too large', async () => {
    expect((await post(Buffer.from([0x7b, 0xff, 0xff, 0x7d]))).status).toBe(400)
    const other = json('粤B10234', 'CAM-0002')
    expect((await post(other, signed(other))).status).toBe(403)
    const once = json('粤B10234')
    const headers = signed(once)
    expect((await post(once, headers)).status).toBe(200)
    const replayed = await post(once, headers)
    expect([replayed.status, await replayed.json()]).toEqual([403, { status: 'refused', reason: 'replayed' }])
    const changed = await post(json('粤A99999'), signed(once))
    expect([changed.status, await changed.json()]).toEqual([403, { status: 'refused', reason: 'badSecret' }])
    const plain = await post(once)
    expect([plain.status, await plain.json()]).toEqual([403, { status: 'refused', reason: 'unapproved' }])
    expect((await post(Buffer.alloc(2 * 1024 * 1024 + 1, 32))).status).toBe(413)
    expect((await world.camera.read('粤B10234'))!.status).toBe(200)
  })
  test('a camera without a signature is admitted from an address that somebody approved', async () => {
    const [row] = (await ask('GET', '/api/device/approval/page')).records
    expect(row).toMatchObject({ deviceId: world.credentials.id, protocol: 'plateHttp', state: 0 })
    await ask('POST', `/api/device/approval/${row.id}/approve`, {})
    expect((await world.cameraOf({ sn: 'CAM-0001' }).read('粤B10234'))!.status).toBe(200)
  })
})
