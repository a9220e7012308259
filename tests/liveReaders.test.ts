/** The live stream: each type of message reaches who may read its noun, for as long as that right and the session hold. */
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notify } from '#modules/notices/notify.server.ts'
import { organization } from '#modules/people/organization.noun.ts'
import { sessionLimits } from '#server/http/limits.ts'
import { connectDevice, openDevice, type TestDevice } from './harness/device.ts'
import { startPlatform, until, type TestPlatform } from './harness/platform.ts'
import { quickAccount, quickRole, type QuickAccount } from './harness/quickAccount.ts'
import { quietly } from './harness/quietly.ts'
import { pause } from './harness/pause.ts'

const ENGINE = { role: 'engine' } as const

let platform: TestPlatform
let controller: TestDevice

beforeAll(async () => {
  platform = await startPlatform()
  const { server, appId, models } = platform
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const door = await connectDevice(server, appId, models.accessControlDevice!, 'LIVE-DOOR', '门禁')
  controller = await openDevice(platform.gateway.port, door)
})
afterAll(async () => {
  await controller?.end()
  await platform?.close()
})

const only = async (...points: string[]): Promise<QuickAccount> =>
  quickAccount(platform.server, { roleIds: [await quickRole(platform.server, { points })] })

describe('live', () => {
  /** Rows of a stream as they come. */
  async function follow(token: string, query = ''): Promise<{ rows: any[]; ended(): boolean; close(): Promise<void> }> {
    const { port } = platform.server.app.server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/api/live?appId=${platform.appId}${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(200)
    const reader = response.body!.getReader()
    const rows: any[] = []
    let ended = false
    void (async () => {
      const decoder = new TextDecoder()
      for (;;) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
        if (done) break
        for (const line of decoder.decode(value).split('\n'))
          if (line.startsWith('data:')) rows.push(...JSON.parse(line.slice(5)).rows)
      }
      ended = true
    })()
    return { rows, ended: () => ended, close: () => reader.cancel().catch(() => {}) }
  }
  const pass = (): Promise<void> =>
    controller.post('event/pass/post', { no: 1, cardNo: '1', method: 2, result: 0, time: Date.now() })
  const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

  test('a notice reaches the account that it is for, and nobody else', async () => {
    const [called, other] = [await only('device:list'), await only('device:list')]
    const [own, foreign] = [await follow(called.token), await follow(other.token)]
    const [device] = await platform.server.ports.db.query<{ id: string }>(
      ENGINE,
      sql`select id from devices.device where sn = 'LIVE-DOOR'`,
    )
    await platform.server.ports.db.tx(ENGINE, query =>
      notify(platform.server.ports, query, {
        ...{ about: { deviceId: device!.id }, to: { accountIds: [called.id] } },
        ...{ title: '规则', body: '请查看', by: 'console' },
        ...{ origin: 'linkage', originId: '1' },
      }),
    )
    await until(() => own.rows.length > 0, 'the notice arrives')
    expect(own.rows).toMatchObject([{ type: 'notice', deviceId: device!.id }])
    // Whom else it is for is not said.
    expect(own.rows[0]).not.toHaveProperty('to')
    await wait(600)
    expect(foreign.rows).toEqual([])
    await Promise.all([own.close(), foreign.close()])
  })

  test('each type is sent to who may read its noun, and a right that is taken away ends it within two seconds', async () => {
    const role = await quickRole(platform.server, { points: ['passRecord:list'] })
    const guard = await quickAccount(platform.server, { roleIds: [role] })
    const clerk = await only('site:list')
    const [seen, blind] = [await follow(guard.token), await follow(clerk.token)]
    await pass()
    await until(() => seen.rows.length > 0, 'the guard sees the passage')
    expect(new Set(seen.rows.map(row => row.type))).toEqual(new Set(['fact']))
    await platform.server.ports.db.tx(ENGINE, async query => {
      await query(sql`delete from identity.role_menu where role_id = ${role}`)
      await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
    })
    await pause(2000, 'the promised two seconds, after which nothing may come')
    const before = seen.rows.length
    await pass()
    await wait(600)
    expect([seen.rows.length - before, blind.rows.length]).toEqual([0, 0])
    await seen.close()
    await blind.close()
  })
  test('a row that is moved is a message for who may read its noun', async () => {
    const { server, appId } = platform
    const [reader, other] = [await only('organization:list'), await only('site:list')]
    const [seen, blind] = [await follow(reader.token), await follow(other.token)]
    // A row names no device: whoever asks for rows gets them beside what a device says.
    const ofDevice = await follow(reader.token, '&type=row,event&deviceId=1')
    const made = await server.call('POST', `${organization.api}?appId=${appId}`, { name: '东区' })
    const { id } = made.body.data
    expect((await server.call('POST', `${organization.api}/${id}/stop?appId=${appId}`, {})).body.code).toBe(0)
    await until(() => seen.rows.length > 0, 'the message of the move')
    expect(seen.rows).toMatchObject([{ type: 'row', noun: 'organization', id, appId }])
    await wait(600)
    expect([seen.rows.length, blind.rows, ofDevice.rows.length]).toEqual([1, [], 1])
    await Promise.all([seen.close(), blind.close(), ofDevice.close()])
  })
  test('an application that is taken away ends the stream', async () => {
    const role = await quickRole(platform.server, { points: ['passRecord:list'] })
    const guard = await quickAccount(platform.server, { roleIds: [role], apps: [platform.appId] })
    const stream = await follow(guard.token)
    const tookMs = await quietly(async () => {
      await platform.server.ports.db.tx(ENGINE, async query => {
        await query(sql`delete from identity.account_app where account_id = ${guard.id}`)
        await query(sql`update engine.head set version = version + 1 where name = 'identity'`)
      })
      await until(() => stream.ended(), 'the stream ends')
    })
    expect(tookMs).toBeLessThan(2500)
  })
  test('a session holds a bounded number of streams', async () => {
    const { token } = await only('passRecord:list')
    const open = await Promise.all(Array.from({ length: sessionLimits.most.liveStreams }, () => follow(token)))
    const { port } = platform.server.app.server.address() as AddressInfo
    const refused = await fetch(`http://127.0.0.1:${port}/api/live?appId=${platform.appId}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(refused.status).toBe(429)
    await refused.body?.cancel()
    await Promise.all(open.map(stream => stream.close()))
    await until(async () => {
      const again = await fetch(`http://127.0.0.1:${port}/api/live?appId=${platform.appId}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await again.body?.cancel()
      return again.status === 200
    }, 'closed streams make room')
  })
  test('new lines in the log of a device are said twice a second at most, to who may read them', async () => {
    const [reader, clerk] = [await only('deviceLog:list'), await only('passRecord:list')]
    const [seen, blind] = [await follow(reader.token, '&type=log'), await follow(clerk.token, '&type=log')]
    const until2 = performance.now() + 2000
    let sent = 0
    for (; performance.now() < until2; sent += 1) {
      await controller.post('event/property/post', { rssi: -50 - (sent % 9) })
      await wait(20)
    }
    await wait(900)
    expect(sent).toBeGreaterThan(20)
    expect(seen.rows.length).toBeGreaterThan(1)
    expect(seen.rows.length).toBeLessThanOrEqual(6)
    expect(seen.rows.every(row => row.type === 'log' && row.deviceClass === 'accessControlDevice')).toBe(true)
    expect(blind.rows).toEqual([])
    await seen.close()
    await blind.close()
  })
  test('every published type is declared with its readers', () => {
    expect([...platform.server.ports.liveReaders.keys()].sort()).toEqual([
      'alarm',
      'command',
      'delivery',
      'faceMatch',
      'fact',
      'log',
      'notice',
      'portrait',
      'row',
      'session',
      'state',
      'sync',
    ])
  })
})
