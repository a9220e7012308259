/** A portrait taken at a terminal: by the simulator and by a scripted one; whose it is, and what does not become one. */
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { connectDevice, makeApplication } from '../../../../tests/harness/device.ts'
import { until } from '../../../../tests/harness/platform.ts'
import { POINTS, usePortraits } from '../../../../tests/harness/portraitWorld.ts'
import { quickAccount, quickRole } from '../../../../tests/harness/quickAccount.ts'
import { retirePortraits } from '#modules/insight/retirePictures.server.ts'
import { portraitHousekeeping } from './removePortraits.server.ts'

const w = usePortraits()
const GONE = { status: 404, msg: '照片已清除，请重新采集' }
const UNWANTED = { misfits: ['photo'] }
const picturesOfGate = (): Promise<unknown[]> =>
  w.rows(sql`select 1 from devices.picture where device_id = ${w.gate.id}`)

describe('by the simulator', () => {
  test('the terminals of the application are offered, with their places and whether they are online', async () => {
    const { ask, server, appId, models } = w.platform
    const site = await ask('POST', '/api/admin/site', { name: '一号楼', type: 1, status: 1 })
    const { rev } = await ask('GET', `/api/device/bind/${w.lobby.id}`)
    await ask('PUT', '/api/device/bind', { id: w.lobby.id, rev, siteId: site.id })
    const door = await connectDevice(server, appId, models.accessControlDevice!, 'POR-3', '车库门')
    const away = await connectDevice(server, appId, models.faceEqui!, 'POR-4', '北门人脸机')
    const { data } = await w.call('GET', '/devices')
    expect(data).toHaveLength(3)
    expect(data).toContainEqual({ id: w.lobby.id, name: '大堂人脸机', place: '一号楼', online: true })
    expect(data.at(-1)).toEqual({ id: away.id, name: '北门人脸机', place: null, online: false })
    const refusal = async (deviceId: string): Promise<unknown> => (await w.call('POST', '', { deviceId })).msg
    expect(await refusal(away.id)).toBe('北门人脸机 离线，指令未下发')
    expect(await refusal(door.id)).toBe('该设备不支持此操作')
  })

  test('a new person gets the picture, after it was used and with consent; nobody else sees it before', async () => {
    w.messages.length = 0
    const id = await w.take(w.lobby.id)
    expect(await w.stateOf(id)).toEqual({ state: 'waiting', file: null, problem: null })
    const { state, file } = await w.ended(id)
    expect([state, w.messages]).toMatchObject(['taken', [{ captureId: id, deviceId: w.lobby.id, to: [w.clerk.id] }]])
    const { token } = await w.account('person:list', 'deviceEvent:list', 'command:list')
    expect([await w.sees(w.clerk.token, file), await w.sees(token, file)]).toEqual([200, 404])
    expect((await w.call('POST', `/${id}/use`)).data).toEqual({ id: file })
    const person = { name: '周雨桐', personType: 1, portrait: [file] }
    expect((await w.addPerson(person)).body.msg).toBe('登记人脸前须取得本人单独同意')
    const { data } = (await w.addPerson({ ...person, consent: true })).body
    const saved = await w.platform.ask('GET', `/api/person/person/${data.id}`)
    expect(saved).toMatchObject({ portrait: [file], faceState: 2 })
    expect(await w.sees(token, file)).toBe(200)
    expect(await w.call('POST', `/${id}/use`)).toMatchObject(GONE)
    const [audited] = await w.rows(
      sql`select actor_id, object_id, changes from audit.entry where action = 'captureFace' order by id desc limit 1`,
    )
    const changes = { params: { personId: id } }
    expect(audited).toMatchObject({ actor_id: w.clerk.id, object_id: w.lobby.id, changes })
  })

  test('the event says that there was one, and has no picture', async () => {
    const id = await w.take(w.lobby.id)
    await w.ended(id)
    const page = `/api/device/event/page?deviceId=${w.lobby.id}&identifier=faceCaptured`
    const event = await until(async () => {
      const [first] = (await w.platform.ask('GET', page)).records
      return first?.params.personId === id && first
    }, 'the event')
    expect([event.params.ok, event.params.photo, event.pictures]).toEqual([true, null, []])
    expect(await w.rows(sql`select 1 from devices.picture where device_id = ${w.lobby.id}`)).toEqual([])
  })

  test('a picture that is not wanted is removed at once', async () => {
    const id = await w.take(w.lobby.id)
    const { file } = await w.ended(id)
    expect((await w.call('DELETE', `/${id}`)).data).toBe(true)
    expect(await w.platform.server.ports.files.get(file)).toBeNull()
    expect(await w.call('GET', `/${id}`)).toMatchObject(GONE)
  })

  test('one that nobody decided about is removed after minutes; one that was saved stays', async () => {
    const { ports } = w.platform.server
    const { file: saved } = await w.ended(await w.take(w.lobby.id))
    await w.addPerson({ name: '何立', personType: 1, portrait: [saved], consent: true })
    const { file: left } = await w.ended(await w.take(w.lobby.id))
    const run = (): Promise<number> => portraitHousekeeping.run(ports, new AbortController().signal)
    await run()
    expect(await ports.files.get(left)).not.toBeNull()
    await w.rows(sql`update devices.portrait set until = now() - interval '11 minutes'`)
    await run()
    expect(await ports.files.get(left)).toBeNull()
    expect(await w.rows(sql`select 1 from devices.portrait`)).toEqual([])
    await retirePortraits(ports, new AbortController().signal)
    expect(await ports.files.get(saved)).not.toBeNull()
  })
})

describe('what a device says', () => {
  test.each([
    [{ reason: 'timeout' }, ['等待超时，没有人正对屏幕', 'Nobody faced the screen in time']],
    [{ reason: 'E-17' }, ['设备未能采集：E-17', 'The device took no portrait: E-17']],
    [{}, ['设备未能采集', 'The device took no portrait']],
  ])('that it took none: %j', async (reason, problem) => {
    const { id } = await w.askGate()
    await w.post({ personId: id, ok: false, ...reason })
    expect(await w.stateOf(id)).toEqual({ state: 'failed', file: null, problem })
  })

  test('it refuses the command, in its own words', async () => {
    const { id, reply } = await w.askGate()
    await reply({ code: 4999, message: '摄像头故障', data: {} })
    expect(await w.ended(id)).toMatchObject({ problem: ['设备未能采集：摄像头故障', expect.any(String)] })
  })

  test('a picture that is too small, one that is damaged, and none', async () => {
    const tiny = await sharp(w.jpeg).resize(100, 120).jpeg().toBuffer()
    const broken = Buffer.concat([w.jpeg.subarray(0, 400), Buffer.alloc(200, 7)])
    for (const [value, problem] of [
      [{ photo: tiny.toString('base64') }, '照片太小：短边 100 像素，至少 120 像素'],
      [{ photo: broken.toString('base64') }, '图片已损坏'],
      [{}, '设备没有送来照片'],
    ] as const) {
      const { id } = await w.askGate()
      await w.post({ personId: id, ok: true, ...value })
      expect((await w.stateOf(id)).problem[0]).toBe(problem)
    }
  })

  test('a picture that is too large for a message goes to an address of its own', async () => {
    const { id } = await w.askGate()
    const { uploads } = await w.post({ personId: id, ok: true, photo: 'upload' })
    expect([uploads[0].name, (await w.stateOf(id)).state]).toEqual(['photo', 'waiting'])
    const put = async (): Promise<number> => {
      const headers = { 'content-type': 'image/jpeg' }
      return (await fetch(uploads[0].url, { method: 'PUT', headers, body: new Uint8Array(w.jpeg) })).status
    }
    expect(await put()).toBe(200)
    expect((await w.stateOf(id)).state).toBe('taken')
    expect(await put()).toBe(404)
    expect(await picturesOfGate()).toEqual([])
  })

  test('without having been asked, under another number, after the time: no picture is stored', async () => {
    const [before, photo] = [await w.files(), w.photo()]
    expect(await w.post({ personId: '100001', ok: true, photo })).toEqual(UNWANTED)
    expect(await w.post({ personId: '100001', ok: true, photo: 'upload' })).toEqual(UNWANTED)
    const { id } = await w.askGate()
    expect(await w.post({ personId: String(BigInt(id) + 1n), ok: true, photo })).toEqual(UNWANTED)
    expect((await w.stateOf(id)).state).toBe('waiting')
    const ofLobby = await w.take(w.lobby.id)
    expect(await w.post({ personId: ofLobby, ok: true, photo })).toEqual(UNWANTED)
    await w.rows(sql`update devices.portrait set until = now() - interval '1 second' where id = ${id}`)
    expect(await w.post({ personId: id, ok: true, photo })).toEqual(UNWANTED)
    expect((await w.stateOf(id)).problem[0]).toBe('没有等到照片，请重新采集')
    await w.ended(ofLobby)
    expect(await w.files()).toBe(before + 1)
    expect(await picturesOfGate()).toEqual([])
  })

  test('the same answer again changes nothing; another answer under the same number is none', async () => {
    const { id } = await w.askGate()
    const [value, time] = [{ guid: 'once', personId: id, ok: true, photo: w.photo() }, Date.now() + 10]
    expect(await w.post(value, time)).toEqual({})
    const [{ file }, count] = [await w.stateOf(id), await w.files()]
    expect(await w.post(value, time)).toEqual({})
    expect(await w.post({ ...value, guid: 'twice' }, time + 1)).toEqual(UNWANTED)
    expect([await w.files(), (await w.stateOf(id)).file]).toEqual([count, file])
  })
})

describe('whose it is', () => {
  test('another account of the application neither sees, uses nor discards it, and waits for the terminal', async () => {
    const other = await w.account(...POINTS)
    const { id } = await w.askGate()
    const busy = await w.call('POST', '', { deviceId: w.gate.id }, other)
    expect(busy).toMatchObject({ status: 409, msg: '该设备正在为他人采集，请稍候或换一台' })
    await w.post({ personId: id, ok: true, photo: w.photo() })
    expect(await w.call('GET', `/${id}`, undefined, other)).toMatchObject(GONE)
    expect(await w.call('POST', `/${id}/use`, {}, other)).toMatchObject(GONE)
    expect((await w.call('DELETE', `/${id}`, undefined, other)).data).toBe(false)
    expect((await w.stateOf(id)).state).toBe('taken')
  })

  test('asked for again by the same account, the first is replaced', async () => {
    const first = await w.askGate()
    await w.rows(sql`update devices.portrait set asked_at = asked_at - interval '3 seconds'`)
    const second = await w.askGate()
    expect(await w.post({ personId: first.id, ok: true, photo: w.photo() })).toEqual(UNWANTED)
    await w.post({ personId: second.id, ok: true, photo: w.photo() })
    expect((await w.stateOf(second.id)).state).toBe('taken')
  })

  test('asked for many times at once, the device gets one command', async () => {
    const commands = (): Promise<unknown[]> =>
      w.rows(sql`select 1 from devices.command where device_id = ${w.gate.id} and identifier = 'captureFace'`)
    const before = (await commands()).length
    const asked = await Promise.all(Array.from({ length: 12 }, () => w.call('POST', '', { deviceId: w.gate.id })))
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(asked.filter(({ msg }) => msg === '刚刚已让该设备采集，请稍候')).toHaveLength(11)
    expect((await commands()).length).toBe(before + 1)
  })

  test.each([
    ['before it was used', false],
    ['when it was used', true],
  ])('as the picture of an alarm or a ticket: neither %s, and nobody else sees it', async (_when, used) => {
    const { server, appId } = w.platform
    const { id: userId, token } = await w.account(...POINTS, 'deviceAlarm:raise')
    const { id } = (await w.call('POST', '', { deviceId: w.gate.id }, { token })).data
    await w.post({ personId: id, ok: true, photo: w.photo() })
    const { file } = (await w.call('GET', `/${id}`, undefined, { token })).data
    if (used) await w.call('POST', `/${id}/use`, {}, { token })
    const alarm = { deviceId: w.gate.id, name: '照片', level: 1, photos: [file] }
    const raised = (await server.call('POST', `/api/device/alarm/raise?appId=${appId}`, alarm, { token })).body
    expect(raised).toMatchObject({ error: 'invalid', msg: '照片不存在、已用于别处，或是人脸照片，请重新上传' })
    expect(await w.rows(sql`select 1 from devices.alarm where device_id = ${w.gate.id}`)).toEqual([])
    // Whatever row names it does not hold it.
    await w.rows(sql`select engine.hold_files(${[file]}, 'ticket', ${userId})`)
    const reader = await w.account('ticket:list', 'deviceAlarm:list')
    expect([await w.sees(token, file), await w.sees(reader.token, file)]).toEqual([200, 404])
  })

  test('not at the terminal of another application, nor from there', async () => {
    const elsewhere = await makeApplication(w.platform.server, '另一小区')
    expect((await w.call('POST', '', { deviceId: w.gate.id }, elsewhere)).status).toBe(404)
    const { id } = await w.askGate()
    await w.post({ personId: id, ok: true, photo: w.photo() })
    expect(await w.call('GET', `/${id}`, undefined, elsewhere)).toMatchObject(GONE)
    expect(await w.call('POST', `/${id}/use`, {}, elsewhere)).toMatchObject(GONE)
    expect((await w.call('GET', '/devices', undefined, elsewhere)).data).toEqual([])
  })

  test.each([[['deviceBind:list', 'person:list']], [['person:add', 'person:edit']]])(
    'only for accounts that write people and see devices: not with %j',
    async points => {
      const account = await w.account(...points)
      const refused = await w.call('POST', '', { deviceId: w.gate.id }, account)
      expect(refused).toMatchObject({ status: 403, msg: '从设备采集人脸需要新增或修改人员、查看设备的权限' })
      expect((await w.call('GET', '/devices', undefined, account)).data).toEqual([])
    },
  )

  test('not for an account that is limited to places: it writes no people', async () => {
    const { server, appId, ask } = w.platform
    const account = await quickAccount(server, {
      ...{ type: 2, roleIds: [await quickRole(server, { points: POINTS })], apps: [appId] },
    })
    const site = await ask('POST', '/api/admin/site', { name: '二号楼', type: 1, status: 1 })
    await w.rows(sql`insert into identity.account_scope (account_id, app_id, site_ids)
      values (${account.id}, ${appId}, ${[site.id]}::bigint[])`)
    const refused = await w.call('POST', '', { deviceId: w.gate.id }, account)
    expect(refused).toMatchObject({ status: 403, msg: '账号限定了设备范围，不能使用此功能' })
  })
})
