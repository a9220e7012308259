/** What terminals, their makers and strangers may do wrong over PUSH: each with its reason on the log of that terminal, and nobody else harmed. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../../../tests/harness/device.ts'
import { until } from '../../../tests/harness/platform.ts'
import { startZkWorld, type ZkWorld } from '../../../tests/harness/zkWorld.ts'
import type { ZkTerminal } from '#simulators/ZkTerminal.ts'

const ENGINE = { role: 'engine' } as const
let world: ZkWorld
/** Beside the one that does everything wrong. */
let other: ZkTerminal
beforeAll(async () => {
  world = await startZkWorld()
  const { server, appId, models } = world.platform
  other = world.terminalOf(await connectDevice(server, appId, models.bsFaceDevice!, 'ZK-0002', '西门'))
  await world.terminal.connect()
  await world.terminal.poll()
  await other.connect()
})
afterAll(() => world?.close())

const ask = <T = any>(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown): Promise<T> =>
  world.platform.ask<T>(method, url, body)
const logged = (kind: number, text: string): Promise<boolean> =>
  until(async () => JSON.stringify(await world.logOf(kind)).includes(text), `${text} on the log`)
const record = (index: number, more = ''): string =>
  `time=${world.terminal.wall()}\tpin=0\tcardno=77\teventaddr=1\tevent=27\tinoutstatus=0\tverifytype=4\tindex=${index}${more}`
/** As it is without the helper that signs. */
const post = async (target: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${world.front.port}${target}`, {
    ...{ method: 'POST', headers, body: new Uint8Array(Buffer.from(body)) },
  })

test('what cannot be read is on its log with its reason, and is not sent for ever', async () => {
  const { terminal } = world
  const wrong: readonly [reason: string, target: string, body: string | Buffer][] = [
    ['charset', `cdata?SN=${terminal.name}&table=ATTLOG`, Buffer.from([0x31, 0xff, 0xff])],
    ['path', `elsewhere?SN=${terminal.name}`, 'x'],
    ['form', `cdata?SN=${terminal.name}&SN=ZK-0002&table=ATTLOG`, 'x'],
    ['table', `cdata?SN=${terminal.name}&table=none`, 'x'],
    ['time', `cdata?SN=${terminal.name}&table=ATTLOG`, '1\t2026-02-31 10:00:00\t0\t15'],
    ['event', `cdata?SN=${terminal.name}&table=rtlog`, record(1).replace('event=27', 'event=77')],
    ['form', `devicecmd?SN=${terminal.name}`, 'nothing of a result'],
    [
      'picture of no passage',
      `cdata?SN=${terminal.name}&table=tabledata&tablename=ATTPHOTO`,
      'ATTPHOTO pin=1\tfilename=20261127085323-1.jpg\tcontent=AAAA',
    ],
  ]
  for (const [reason, target, body] of wrong) {
    const { status } = await terminal.call('POST', target, body)
    expect([reason, status]).toEqual([reason, 200])
    await logged(13, `: ${reason}`)
  }
})

test('a password that was set at the terminal does not come into the log with what could not be read', async () => {
  const { terminal } = world
  const user = 'USER PIN=9\tName=x\tPasswd=918273\nOPLOG 0\t0\tno time'
  await terminal.call('POST', `cdata?SN=${terminal.name}&table=OPERLOG`, user)
  await terminal.call(
    'POST',
    `cdata?SN=${terminal.name}&table=OPERLOG`,
    Buffer.concat([Buffer.from(user), Buffer.from([0xff, 0xff])]),
  )
  await logged(13, 'OPERLOG')
  await logged(13, 'Passwd')
  expect(JSON.stringify(await world.logOf(13))).not.toContain('918273')
})

test('a line that is wrong loses none of the others', async () => {
  const { terminal } = world
  const lines = [record(11), record(12).slice(0, 50), record(13, '\tmaskflag=9')]
  await terminal.call('POST', `cdata?SN=${terminal.name}&table=rtlog`, lines.join('\r\n'))
  expect(await world.passages()).toHaveLength(2)
})

test('a picture that is none costs no passage', async () => {
  const { terminal } = world
  const wall = terminal.wall()
  const passage = `time=${wall}\tpin=5\tcardno=0\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=15\tindex=20`
  await terminal.call('POST', `cdata?SN=${terminal.name}&table=rtlog`, passage)
  const before = (await world.passages()).length
  terminal.photograph('5', Buffer.from('no picture at all '.repeat(50)), wall)
  await terminal.report()
  await logged(13, ': picture')
  expect(await world.passages()).toHaveLength(before)
})

test('strangers, another’s serial number, a repeated call, one too large, and a part of one', async () => {
  const { terminal } = world
  const before = (await world.passages()).length
  const target = `/iclock/cdata?SN=${terminal.name}&table=rtlog`
  expect((await post(target, record(30))).status).toBe(403)
  expect((await post(`/iclock/registry?SN=${terminal.name}`, 'DeviceType=acc')).status).toBe(406)
  // Whom nobody knows is answered, so that it does not repeat for ever, and nothing is filed under anybody.
  const unknown = await post('/iclock/cdata?SN=NOBODY-1&table=rtlog', record(31))
  expect([unknown.status, await unknown.text()]).toEqual([200, 'OK'])
  const ofOther = target.replace(terminal.name, other.name)
  expect((await post(ofOther, record(32), terminal.signed('POST', ofOther, record(32)))).status).toBe(403)
  const [once, signed] = [record(33), terminal.signed('POST', target, record(33))]
  expect((await post(target, once, signed)).status).toBe(200)
  const repeated = await post(target, once, signed)
  expect([repeated.status, await repeated.text()]).toEqual([403, 'replayed\n'])
  const large = Buffer.alloc(2 * 1024 * 1024 + 1, 65)
  const tooLarge = await post(target, large, terminal.signed('POST', target, large)).catch(() => null)
  expect([413, undefined]).toContain(tooLarge?.status)
  const cut = record(34).slice(0, 40)
  expect((await post(target, cut, terminal.signed('POST', target, cut))).status).toBe(200)
  expect(await world.passages()).toHaveLength(before + 1)
})

test('one without a proof is admitted from an address that somebody approved, and what it says is marked', async () => {
  const { server, appId, models } = world.platform
  const plain = world.terminalOf({ sn: (await connectDevice(server, appId, models.bsFaceDevice!, 'ZK-0003')).sn })
  await expect(plain.connect()).rejects.toThrow('refused: 403')
  const [row] = (await ask('GET', '/api/device/approval/page')).records
  await ask('POST', `/api/device/approval/${row.id}/approve`, {})
  await plain.connect()
  await plain.poll()
  await plain.appear({ card: '5' })
  const latest = (await ask('GET', '/api/person/passRecord/page?deviceClass=bsFaceDevice&size=5')).records[0]
  expect(latest).toMatchObject({ result: 0, reason: 'unknownCard', deviceName: 'ZK-0003' })
})

test('10,000 commands that it never answers: few are fetched, and another terminal notices nothing', async () => {
  const { terminal } = world
  const { ports } = world.platform.server
  const [device] = await ports.db.query<{ source_id: string; app_id: string }>(
    ENGINE,
    sql`select source_id, app_id from devices.device where id = ${world.credentials.id}`,
  )
  const ids = Array.from({ length: 10_000 }, () => ports.newId())
  await ports.db.query(
    ENGINE,
    sql`insert into devices.command (id, source_id, app_id, device_id, device_class, component, identifier, params, lane,
        risk, origin, user_name, state, expires_at, carries)
      select i::bigint, ${device!.source_id}, ${device!.app_id}, ${world.credentials.id}, 'bsFaceDevice', '', 'syncTime', '{}',
        0, 0, 'user', '测试', 0, now() + interval '10 minutes', 0
      from unnest(${ids}::text[]) as i`,
  )
  terminal.mute = true
  const before = terminal.fetched.length
  for (let n = 0; n < 20; n += 1) await terminal.poll()
  expect(terminal.fetched.length - before).toBe(32)
  const passages = (await world.passages()).length
  await other.poll()
  await other.appear({ card: '6' })
  expect(await world.passages()).toHaveLength(Math.min(50, passages + 1))
  // Its own passages are taken all the same.
  expect((await terminal.call('POST', `cdata?SN=${terminal.name}&table=rtlog`, record(90))).status).toBe(200)
})

test('an attendance terminal reports, and is sent nothing that it cannot store', async () => {
  const { server, appId, models } = world.platform
  const credentials = await connectDevice(server, appId, models.bsFaceDevice!, 'ZK-0004', '考勤')
  const terminal = world.terminalOf(credentials)
  const greeted = await terminal.call('GET', `cdata?SN=${terminal.name}&options=all&pushver=2.4.1&DeviceType=att`)
  expect(greeted.body.toString()).toMatch(/^GET OPTION FROM: ZK-0004\n[\s\S]*TimeZone=8\n/)
  const line = `1452\t${terminal.wall()}\t0\t15\t0\t0\t0`
  const taken = await terminal.call('POST', `cdata?SN=${terminal.name}&table=ATTLOG&Stamp=9999`, `${line}\n${line}`)
  expect(taken.body.toString()).toBe('OK: 2')
  const { body } = await server.call('POST', `/api/device/control/send?appId=${appId}`, {
    ...{ deviceId: credentials.id, component: 'door:1', identifier: 'openDoor', params: {}, reason: '试' },
  })
  expect((await terminal.call('GET', `getrequest?SN=${terminal.name}`)).body.toString()).toBe('OK')
  expect(await ask('GET', `/api/device/control/${body.data.id}`)).toMatchObject({ state: 4, code: 4040 })
})

test('a terminal that writes GB2312 is written to in it, and one that is full says so of each person', async () => {
  const { server, appId, models } = world.platform
  const credentials = await connectDevice(server, appId, models.bsFaceDevice!, 'ZK-0005', '北门')
  const terminal = world.terminalOf(credentials, { charset: 'gbk', capacity: 1 })
  const doors = await ask('GET', '/api/person/authGroup/doors')
  const door = doors.find((one: { deviceId: string }) => one.deviceId === credentials.id)
  const group = await ask('POST', '/api/person/authGroup', { name: '北门', doorIds: [door.id] })
  const [one, two] = [await world.person('王伟𠮷'), await world.person('李娜')]
  terminal.start()
  await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [one.id] })
  await until(async () => terminal.tables.pictures.has(one.shortNo), 'the first is stored')
  expect(terminal.tables.users.get(one.shortNo)?.name).toBe('王伟?')
  await ask('POST', `/api/person/authGroup/${group.id}/addPeople`, { personIds: [two.id] })
  const cell = (personId: string): Promise<any> =>
    ask('GET', `/api/person/auth/cell?personId=${personId}&doorId=${door.id}`)
  await until(async () => (await cell(two.id)).state === 'failed', 'the second has no room')
  expect([(await cell(two.id)).state, terminal.tables.users.size]).toEqual(['failed', 1])
})
