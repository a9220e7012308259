/** QR readers over HTTP on real sockets: callers without a proof, and what readers and strangers may do wrong. */
import { connect } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { retainedApprovals } from '#modules/devices/connect/approvals.server.ts'
import { customerNetwork } from '#base/address.ts'
import { retireRows } from '#server/retention/retireRows.ts'
import { connectDevice } from '../../../tests/harness/device.ts'
import { until } from '../../../tests/harness/platform.ts'
import { startQrWorld, type QrWorld } from '../../../tests/harness/qrWorld.ts'
import { quietly } from '../../../tests/harness/quietly.ts'

let world: QrWorld
const ask = <T = any>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<T> =>
  world.platform.ask<T>(method, url, body)
afterAll(() => world?.close())
beforeAll(async () => {
  world = await startQrWorld()
})
const logOf = async (deviceId: string, kind: number): Promise<any[]> => {
  const { server, gateway } = world.platform
  await gateway.gate.settled()
  return (await server.call('GET', `/api/device/log/page?deviceId=${deviceId}&kind=${kind}&size=100`)).body.data.records
}

describe('callers that prove nothing', () => {
  const approvals = async (): Promise<any[]> => (await ask('GET', '/api/device/approval/page')).records

  test('wait until somebody approves their address; what they say is marked; a refusal ends it', async () => {
    const { server, appId, models } = world.platform
    const plain = await connectDevice(server, appId, models.qrcodeDevice!, 'QR-0003', '后门读头')
    const unsigned = world.readerOf({ sn: plain.sn })
    await world.allow([plain.id], '后门')
    const code = await world.issue()
    expect(await unsigned.scan(code)).toMatchObject({ status: 403, opens: false, fields: { desc: 'unapproved' } })
    const [row] = (await approvals()).filter(one => one.deviceId === plain.id)
    expect(row).toMatchObject({ address: '127.0.0.1', protocol: 'qrHttp', state: 0 })
    expect((await logOf(plain.id, 10))[0]).toMatchObject({ identifier: 'refused:unapproved' })
    await ask('POST', `/api/device/approval/${row.id}/approve`, {})
    expect((await unsigned.scan(code)).opens).toBe(true)
    expect((await world.scans())[0]).toMatchObject({ deviceName: '后门读头', unproven: true })
    await ask('POST', `/api/device/approval/${row.id}/refuse`, {})
    expect(await unsigned.scan(code)).toMatchObject({ status: 403, opens: false })
    await until(
      async () => (await ask('GET', '/api/device/session/page?sn=QR-0003')).records.length === 0,
      'the session of the refused address ends',
    )
  })

  describe('addresses that wait', () => {
    let id: string
    let n = 0
    const db = () => world.platform.server.ports.db
    const call = (remoteAddress: string, serial = `QR-W${n}`) =>
      world.platform.gateway.gate.call(
        { protocol: 'qrHttp', serial, remoteAddress, proves: null },
        { clientId: 'x', intervalS: 10 },
      )
    const listed = async (state: number): Promise<any[]> =>
      (await ask('GET', `/api/device/approval/page?deviceId=${id}&state=${state}&size=100`)).records
    const waiting = async (): Promise<string[]> => (await listed(0)).map(one => one.address).reverse()
    const flood = (networks: readonly string[], each: number): Promise<unknown> =>
      Promise.all(networks.flatMap(one => Array.from({ length: each }, (_, no) => call(`${one}.${no + 1}`))))
    const networks = (count: number): string[] => Array.from({ length: count }, (_, no) => `203.0.${no}`)
    beforeEach(async () => {
      n += 1
      const { server, appId, models } = world.platform
      id = (await connectDevice(server, appId, models.qrcodeDevice!, `QR-W${n}`, `读头${n}`)).id
    })

    test('a flood pushes out none that waited before, and one network fills only its own places', async () => {
      expect(await call('10.0.1.7')).toEqual({ refused: 'unapproved' })
      await flood(['203.0.113'], 60)
      const [first, ...others] = await waiting()
      expect(first).toBe('10.0.1.7')
      expect(others.map(customerNetwork)).toEqual(Array.from({ length: 4 }, () => '203.0.113'))
      await flood(networks(40), 2)
      const all = await waiting()
      expect([all.length, all.slice(0, 5)]).toEqual([20, [first, ...others]])
      // The whole list calls again and again; the flood goes on.
      for (const one of all) await call(one)
      await flood(networks(60).slice(40), 2)
      expect(await waiting()).toEqual(all)
    })

    test('a full list keeps out no address of a network that the owner knows', async () => {
      await flood(networks(40), 2)
      const before = await waiting()
      await call('10.0.2.9')
      expect(await waiting()).toEqual(before)
      // Another reader of the same owner was approved there.
      const { server, appId, models } = world.platform
      const other = await connectDevice(server, appId, models.qrcodeDevice!, 'QR-W0', '另一读头')
      await call('10.0.2.1', 'QR-W0')
      const [row] = (await ask('GET', `/api/device/approval/page?deviceId=${other.id}`)).records
      await ask('POST', `/api/device/approval/${row.id}/approve`, {})
      await call('10.0.2.9')
      expect(await waiting()).toEqual([...before.slice(0, -1), '10.0.2.9'])
      // Not even by others from there.
      await flood(['10.0.2'], 30)
      expect((await waiting()).filter(one => customerNetwork(one) === '10.0.2').length).toBe(4)
      expect(await waiting()).toContain('10.0.2.9')
    })

    test('one that has been silent for an hour makes room, refused ones do not count, and a month later they are forgotten', async () => {
      await flood(['10.0.3'], 5)
      const four = await waiting()
      await db().query(
        { role: 'engine' },
        sql`update devices.approval set last_at = last_at - interval '61 minutes'
          where device_id = ${id} and address = any(${four.slice(0, 2)})`,
      )
      await call(four[0]!)
      await call('10.0.3.99')
      expect(await waiting()).toEqual([four[0], four[2], four[3], '10.0.3.99'])
      for (const one of await listed(0)) await ask('POST', `/api/device/approval/${one.id}/refuse`, {})
      expect(await call('10.0.3.98')).toEqual({ refused: 'unapproved' })
      expect(await waiting()).toEqual(['10.0.3.98'])
      await db().query(
        { role: 'engine' },
        sql`update devices.approval set first_at = first_at - interval '31 days', decided_at = decided_at - interval '31 days'
          where device_id = ${id} and address in ('10.0.3.98', '10.0.3.99')`,
      )
      await retireRows(world.platform.server.ports, retainedApprovals, new AbortController().signal)
      expect([(await listed(0)).length, (await listed(2)).length]).toEqual([0, 3])
    })
  })
})

describe('what is wrong on the wire', () => {
  const post = (body: string | Buffer, headers: Record<string, string> = {}, path = '/qr'): Promise<Response> =>
    fetch(`http://127.0.0.1:${world.front.port}${path}`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers,
    })
  const form = (code: string, serial = 'QR-0001'): string =>
    `vgdecoderesult=${code}&&devicenumber=${serial}&&otherparams=`

  test('a signature of yesterday, used twice, cut short, or of another secret is refused by name, on the log of the device', async () => {
    const calls: Record<string, string>[] = []
    const signed = (): Record<string, string> => world.reader.signed('POST', '/qr', form('x'))
    calls.push(signed())
    expect((await post(form('x'), calls[0])).status).toBe(200)
    expect(await (await post(form('x'), calls[0])).text()).toContain('replayed')
    expect(await (await post(form('y'), signed())).text()).toContain('badSecret')
    const { 'x-portico-sign': sign, ...rest } = signed()
    expect(await (await post(form('x'), { ...rest, 'x-portico-sign': sign!.slice(1) })).text()).toContain('signature')
    const now = Date.now
    Date.now = () => now() - 86_400_000
    const old = signed()
    Date.now = now
    expect(await (await post(form('x'), old)).text()).toContain('stale')
    const lines = (await logOf(world.credentials.id, 10)).map(line => line.identifier)
    expect(lines).toEqual(expect.arrayContaining(['refused:replayed', 'refused:stale', 'refused:badSecret']))
  })

  test('a hostile text changes neither the reader nor the number of the scan nor the door, in either wire', async () => {
    const plain = async (own: string, text: string): Promise<[number, string]> => {
      const target = `/qr?cardid=${text}${own}`
      const answer = await fetch(`http://127.0.0.1:${world.front.port}${target}`, {
        headers: world.other.signed('GET', target, ''),
      })
      return [answer.status, await answer.text()]
    }
    const own = '&mjihao=1&cjihao=QR-0002&status=11&time='
    const code = await world.issue({ mostUses: 1 })
    for (const more of [
      '&cjihao=QR-0001',
      '&mjihao=1&cjihao=QR-0001&status=11&x=',
      '&scan=a1',
      '&mjihao=2',
      '&cardid=x',
      '&local=1&scan=a1',
      '%26cjihao=QR-0001',
    ]) {
      const [status, text] = await plain(own, code + more)
      expect([status, text.includes('status=0'), text.includes('cjihao=QR-0002')], more).toEqual([200, true, true])
    }
    expect((await world.scans()).slice(0, 7)).toMatchObject(
      Array.from({ length: 7 }, () => ({ deviceName: '车库读头', reason: 'unknownCode', local: false })),
    )
    // Untouched by all of these; escaped, a code may hold what it likes.
    expect((await plain(own, code))[1]).toContain('status=1')
    expect((await plain(own, 'a%26scan%3Da1'))[1]).toContain('cardid=a%26scan%3Da1')
    // Of fields that are there twice, or before the code, nobody knows whose they are.
    for (const twice of [`${own}&status=11`, `${own}&scan=1&scan=2`, '&cjihao=QR-0002&mjihao=1&mjihao=2'])
      expect(await plain(twice, code), twice).toEqual([400, 'status=0&desc=form'])
    expect(await plain(`&cjihao=QR-0002&cardid=${code}`, '')).toEqual([400, 'status=0&desc=form'])
    const posted = async (body: string): Promise<string> =>
      (await post(body, world.reader.signed('POST', '/qr', body))).text()
    const hostile = form(`${await world.issue()}&&devicenumber=QR-0002&&otherparams=scan=a1`)
    expect(await posted(hostile)).toContain('desc=unknownCode')
    expect((await world.scans())[0]).toMatchObject({ deviceName: '大堂读头', reason: 'unknownCode' })
    for (const other of ['scan=1&scan=2', 'fw=1&&otherparams=scan=1'])
      expect(await posted(form('x') + other)).toBe('code=0003&&desc=form')
  })

  test('a wrong charset and a code that is too long are answered, and on the log of the device', async () => {
    const gbk = Buffer.concat([
      Buffer.from('vgdecoderesult='),
      Buffer.from([0xbb, 0xb6]),
      Buffer.from('&&devicenumber=QR-0001&&otherparams='),
    ])
    const answer = await post(gbk, world.reader.signed('POST', '/qr', gbk))
    expect([answer.status, await answer.text()]).toEqual([400, 'code=0003&&desc=charset'])
    const long = form('9'.repeat(3000))
    expect(await (await post(long, world.reader.signed('POST', '/qr', long))).text()).toContain('tooLong')
    await until(async () => {
      const text = JSON.stringify(await logOf(world.credentials.id, 13))
      return text.includes('charset') && text.includes('tooLong')
    }, 'both are on the log')
  })

  test('an unknown serial, a body beyond the limit, headers beyond it, another path, a malformed form', async () => {
    expect((await post(form('x', 'NONE-1'))).status).toBe(403)
    expect((await post(Buffer.alloc(20_000, 65))).status).toBe(413)
    expect((await post(form('x'), { 'x-long': 'a'.repeat(9000) })).status).toBe(431)
    expect((await post('', {}, '/api/admin/user')).status).toBe(404)
    expect((await post('{"code":1}')).status).toBe(400)
    const answer = await post(form('x', 'NONE-1'))
    expect([answer.headers.get('set-cookie'), answer.headers.get('cache-control')]).toEqual([null, 'no-store'])
  })

  test('a slow request is cut, one that is cut harms nobody, and the reader goes on passing', async () => {
    const beginning = 'POST /qr HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nvgdecode'
    const tookMs = await quietly(async () => {
      const slow = connect(world.front.port, '127.0.0.1')
      slow.on('error', () => {}).write(beginning)
      const cut = connect(world.front.port, '127.0.0.1')
      cut.write(beginning, () => cut.destroy())
      const ended = new Promise(resolve => slow.once('close', resolve).resume())
      expect((await world.reader.scan(await world.issue())).opens).toBe(true)
      await ended
    })
    expect(tookMs).toBeLessThan(5000)
  })

  test('a stranger is no longer judged, while a device at the same address passes', async () => {
    const answers = []
    for (let no = 0; no < 70; no += 1) answers.push((await post(form('x', `NONE-${no}`))).status)
    expect(answers.at(-1)).toBe(429)
    expect((await world.reader.scan(await world.issue())).opens).toBe(true)
  })
})
