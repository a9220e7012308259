/** Codes that readers judge by themselves, on both wires: keys delivered, scans reported later and judged again, and what is refused. */
import { generateKeyPairSync } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import { connectDevice, type Credentials } from '../../../tests/harness/device.ts'
import { until } from '../../../tests/harness/platform.ts'
import { startQrWorld, type QrWorld } from '../../../tests/harness/qrWorld.ts'
import { doorTag, writeSigned } from './signedCode.server.ts'
import { pause } from '../../../tests/harness/pause.ts'

let world: QrWorld
let alink: Credentials
let simulated: Simulated
const ask = <T = any>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<T> =>
  world.platform.ask<T>(method, url, body)
const call = async (url: string, body: object): Promise<any> =>
  (await world.platform.server.call('POST', `${url}?appId=${world.platform.appId}`, body)).body
const [OFFLINE, MIXED] = [1, 2] as const

beforeAll(async () => {
  world = await startQrWorld()
  const { server, appId, models, gateway } = world.platform
  alink = await connectDevice(server, appId, models.qrcodeDevice!, 'QR-ALINK', '北门读头')
  simulated = simulate('qrcodeDevice', { host: '127.0.0.1', port: gateway.port, credentials: alink })
  simulated.device.start()
  await world.allow([alink.id], '北门')
})
afterAll(async () => {
  await simulated?.device.stop()
  await world?.close()
})

const document = async (deviceId: string): Promise<any> =>
  (await ask('GET', `/api/device/syncTask/documents?deviceId=${deviceId}`)).find(
    (one: any) => one.document === 'codeKeys',
  )
/** The reader of the other wire fetches what there is to do. */
const confirmed = (deviceId: string): Promise<unknown> =>
  until(async () => {
    await world.reader.ask()
    return (await document(deviceId))?.state === 'confirmed'
  }, 'the keys are confirmed')
const setMode = async (deviceId: string, mode: number): Promise<void> => {
  await ask('POST', '/api/device/setting/parameters', { deviceId, values: { mode } })
}
const scansBy = async (name: string): Promise<any[]> => (await world.scans()).filter(one => one.deviceName === name)
const objections = async (deviceId: string): Promise<any[]> =>
  (await ask('GET', `/api/device/event/page?deviceId=${deviceId}&size=50`)).records.filter(
    (one: any) => one.identifier === 'wronglyOpened',
  )
const signed = async (more: object = {}): Promise<string> =>
  world.issue({ offline: true, validTo: new Date(Date.now() + 1_800_000).toISOString(), ...more })
const back = async (): Promise<void> => {
  world.reader.cut = false
  while (world.reader.waiting) {
    await world.reader.report()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

test('a reader that asks about every code is sent no keys, and no code is signed for it', async () => {
  const shown = await ask('POST', '/api/person/code/show', { personId: world.personId })
  expect([shown.offlineDoors, shown.code.length]).toEqual([0, 24])
  expect(await document(world.credentials.id)).toBeUndefined()
  expect(await call('/api/person/code/issue', issuing({ offline: true }))).toMatchObject({
    code: 1,
    msg: expect.stringContaining('没有这样的门'),
  })
})
const issuing = (more: object): object => ({
  ...{ personId: world.personId, validTo: new Date(Date.now() + 3_600_000).toISOString() },
  ...more,
})

test('readers that are set to judge by themselves receive the keys, on both wires', async () => {
  await setMode(world.credentials.id, MIXED)
  await setMode(alink.id, OFFLINE)
  await until(async () => {
    await world.reader.ask()
    return world.reader.mode === MIXED && simulated.scanner!.mode === OFFLINE
  }, 'both have their mode')
  await confirmed(world.credentials.id)
  await confirmed(alink.id)
  const [row] = await world.platform.server.ports.db.query<{ n: number; sealed: Buffer }>(
    { role: 'engine' },
    sql`select count(*)::int as n, min(private_key_sealed::text)::bytea as sealed from codes.signing_key`,
  )
  expect(row!.n).toBe(1)
  // PKCS 8 of Ed25519 begins with its algorithm; the stored key does not show it.
  expect(row!.sealed.includes(Buffer.from('302e020100300506032b6570', 'hex'))).toBe(false)
})

test('without network a personal code opens once; the scan is reported with its own time and its holder', async () => {
  const { code, offlineDoors } = await ask('POST', '/api/person/code/show', { personId: world.personId })
  expect([offlineDoors, code.length]).toEqual([2, 151])
  world.reader.cut = true
  const at = Date.now()
  expect((await world.reader.scan(code)).opens).toBe(true)
  expect((await world.reader.scan(code)).fields.desc).toBe('codeUsed')
  await pause(1100, 'the reader states whole seconds: its scans are before those after it')
  await back()
  const [second, first] = await scansBy('大堂读头')
  expect(first).toMatchObject({ result: 1, personName: '&&code=0000', kind: 2, local: true, reason: null })
  expect(second).toMatchObject({ result: 0, reason: 'codeUsed', local: true })
  expect(Math.abs(Date.parse(first.time) - at)).toBeLessThan(1000)
  expect(first.code).toMatch(/^.{4}….{2} \(151\)$/)
  // The same code online: the use that was reported counts.
  expect((await world.other.scan(code)).fields.display).toBe('码的次数已用完')
  expect(await objections(world.credentials.id)).toEqual([])
})

test('a screenshot, another door, a revoked code and a forged one stay closed at a reader that decides alone', async () => {
  const scanner = simulated.scanner!
  const here = await signed({ doorIds: [await world.doorOf(alink.id)] })
  expect(await scanner.scan(here)).toMatchObject({ allow: true })
  const there = await signed({ doorIds: [await world.doorOf(world.credentials.id)] })
  expect(await scanner.scan(there)).toMatchObject({ allow: false, reason: 'otherDoor' })
  const other = generateKeyPairSync('ed25519').privateKey
  const fake = (keyNo: number): string =>
    writeSigned(
      {
        ...{ keyNo, nonce: Buffer.alloc(16, 1), fromS: 0, untilS: 4_000_000_000, uses: 0, shortNo: '1' },
        doors: [doorTag('QR-ALINK', 1)],
      },
      other,
    )
  for (const keyNo of [1, 2]) expect(await scanner.scan(fake(keyNo))).toMatchObject({ allow: false, reason: 'forged' })
  const cut = Buffer.from(here, 'base64url')
  cut[30]! ^= 1
  expect(await scanner.scan(cut.toString('base64url'))).toMatchObject({ reason: 'forged' })
  expect(await scanner.scan("x' or 1=1; --")).toMatchObject({ reason: 'unknownCode' })
  // Revoked: the new list is sent to readers that are online, and they confirm its version.
  const gone = await signed({ purpose: '要作废' })
  const { records } = await ask('GET', '/api/person/code/page')
  expect(records[0]).toMatchObject({ purpose: '要作废', signedDoors: 2 })
  const before = (await document(alink.id)).confirmed
  await ask('POST', `/api/person/code/${records[0].id}/revoke`, {})
  await until(async () => (await document(alink.id)).confirmed !== before, 'the reader confirms the new list')
  expect(await scanner.scan(gone)).toMatchObject({ allow: false, reason: 'codeRevoked' })
  simulated.device.clock.skewMs = 3_600_000
  expect(await scanner.scan(here)).toMatchObject({ allow: false, reason: 'codeExpired' })
  simulated.device.clock.skewMs = 0
  await until(async () => (await scansBy('北门读头')).length === 8, 'all are on the log')
  expect((await scansBy('北门读头')).map(one => one.reason).sort()).toEqual(
    [null, 'codeExpired', 'codeRevoked', 'forged', 'forged', 'forged', 'otherDoor', 'unknownCode'].sort(),
  )
  // Where such a code is shown online, the platform names it as well.
  expect((await world.other.scan(fake(1))).fields.display).toBe('伪造的码')
})

test('what a reader opened against the rules is an event with its reason, however often it is reported', async () => {
  const once = await signed({ mostUses: 1 })
  world.reader.cut = true
  expect((await world.reader.scan(once)).opens).toBe(true)
  expect(await simulated.scanner!.scan(once)).toMatchObject({ allow: true })
  await until(async () => (await scansBy('北门读头'))[0]?.reason === null, 'the first is stored')
  await back()
  const [event, ...more] = await until(async () => {
    const found = await objections(world.credentials.id)
    return found.length > 0 && found
  }, 'the second is an event')
  expect([event, more]).toMatchObject([
    { level: 1, name: '离线放行不符规则', params: { reason: 'codeUsed', code: expect.stringContaining('…') } },
    [],
  ])
  const [scan] = await scansBy('大堂读头')
  // It did open; the story says what our rules say of it.
  expect(scan).toMatchObject({ result: 1, local: true })
  const story = JSON.stringify(await ask('GET', `/api/insight/story?kind=passage&id=${scan.id}`))
  expect(story).toContain('可用 1 次，已用完')
  const stated = `scan=${event.params.scanId}&at=${Date.parse(scan.time)}&local=1`
  const body = `vgdecoderesult=${once}&&devicenumber=QR-0001&&otherparams=${stated}`
  const again = await fetch(`http://127.0.0.1:${world.front.port}/qr`, {
    ...{ method: 'POST', body, headers: world.reader.signed('POST', '/qr', body) },
  })
  expect(await again.text()).toContain('code=0000')
  expect(await objections(world.credentials.id)).toHaveLength(1)
  expect((await scansBy('大堂读头')).filter(one => one.time === scan.time)).toHaveLength(1)
})

test('a question that was answered too late is counted once, with what the reader did about it', async () => {
  const code = await signed({ mostUses: 1 })
  // Asked, allowed, and the answer lost: the reader opens by itself with the same number of the scan.
  const stated = (more: string): string =>
    `vgdecoderesult=${code}&&devicenumber=QR-0001&&otherparams=scan=same-scan${more}`
  const send = async (body: string): Promise<string> =>
    (
      await fetch(`http://127.0.0.1:${world.front.port}/qr`, {
        ...{ method: 'POST', body, headers: world.reader.signed('POST', '/qr', body) },
      })
    ).text()
  expect(await send(stated(''))).toContain('code=0000')
  const before = (await objections(world.credentials.id)).length
  expect(await send(stated(`&local=1&at=${Date.now()}`))).toContain('code=0000')
  expect((await objections(world.credentials.id)).length).toBe(before)
  const { records } = await ask('GET', '/api/person/code/page')
  expect(records[0]).toMatchObject({ used: 1 })
})

test('a code is signed only where the rules hold for all of its life, and for at most eight hours', async () => {
  const refused = async (more: object): Promise<string> =>
    (await call('/api/person/code/issue', issuing({ offline: true, ...more }))).msg
  expect(await refused({ validTo: new Date(Date.now() + 9 * 3_600_000).toISOString() })).toContain('最长 8 小时')
  expect(await refused({ mostUses: 256 })).toContain('最多 255 次')
  expect(await refused({ personId: world.stranger })).toContain('没有这样的门')
  expect(await refused({ validFrom: new Date(Date.now() + 7_200_000).toISOString() })).toContain('应晚于开始时间')
  // A plan that ends before the code does.
  const now = new Date(Date.now() + 8 * 3_600_000)
  const minute = (after: number): string => new Date(now.getTime() + after * 60_000).toISOString().slice(11, 16)
  const week = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: minute(-10), to: minute(5) }))
  const plan = await ask('POST', '/api/person/timePlan', { name: '马上结束', week, exceptions: [] })
  const { records: groups } = await ask('GET', '/api/person/authGroup/page?size=50')
  for (const name of ['住户', '北门']) {
    const group = groups.find((one: any) => one.name === name)
    const whole = await ask('GET', `/api/person/authGroup/${group.id}`)
    await world.platform.ask('PUT', '/api/person/authGroup', { id: group.id, rev: whole.rev, timePlanId: plan.id })
  }
  const until3 = new Date(Date.now() + 180_000).toISOString()
  expect(await call('/api/person/code/issue', issuing({ offline: true, validTo: until3 }))).toMatchObject({ code: 0 })
  const until20 = new Date(Date.now() + 1_200_000).toISOString()
  expect(await refused({ validTo: until20 })).toContain('没有这样的门')
})

test('a replaced key is accepted until its codes are over, or no longer', async () => {
  const scanner = simulated.scanner!
  const code = async (): Promise<string> =>
    (await ask('POST', '/api/person/code/show', { personId: world.personId })).code
  const replaced = async (atOnce: boolean): Promise<void> => {
    const before = (await document(alink.id)).confirmed
    await ask('POST', '/api/person/code/replaceKey', { atOnce })
    await until(async () => {
      const { confirmed: now, state } = await document(alink.id)
      return state === 'confirmed' && now !== before
    }, 'the new key is there')
  }
  const first = await code()
  await replaced(false)
  expect(await scanner.scan(first)).toMatchObject({ allow: true })
  const second = await code()
  expect(await scanner.scan(second)).toMatchObject({ allow: true })
  const third = await code()
  await replaced(true)
  expect(await scanner.scan(third)).toMatchObject({ allow: false, reason: 'forged' })
  expect(await scanner.scan(await code())).toMatchObject({ allow: true })
})
