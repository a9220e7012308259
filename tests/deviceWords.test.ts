/**
 * A declaration of a device class is enforced by the server or does not exist: every word of `model/device.ts` names its
 * reader, and those that forbid something are tried by the API, where no screen stands between.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interfacesOf, unreadIn, wordsOf, type Readers } from './harness/declaredWords.ts'
import { connectDevice, openDevice, type TestDevice } from './harness/device.ts'
import { startLinkedDevices, type LinkedDevices } from './harness/linkedDevices.ts'

const COMMAND = 'src/modules/devices/command/command.server.ts'
const PARAMS = 'src/modules/devices/command/judgeParams.server.ts'
const SET = 'src/modules/devices/command/setProperties.rules.ts'
const TRANSLATE = 'src/modules/devices/facts/translate.rules.ts'
const DECIDE = 'src/modules/devices/connect/decideFact.server.ts'
const NARROW = 'src/modules/rights/narrow.rules.ts'
const NEXT = 'src/modules/sync/next.server.ts'
const DELIVER = 'src/modules/sync/deliver.server.ts'
const DOCUMENT = 'src/modules/sync/document.server.ts'
const MODEL = 'src/model/device.ts'
const ACTS = 'src/modules/devices/page/command/classCommands.ts'
const PEOPLE = 'src/modules/devices/page/drawer/PeopleTab.tsx'
const LINKAGE = 'src/modules/linkage/judgeRule.server.ts'

/** By interface and word: who reads it. What only a screen reads is presentation and forbids nothing. */
const READERS: Readers = {
  Component: { label: COMMAND, min: 'src/main/reference/classPage.ts', max: COMMAND, param: TRANSLATE, list: SET },
  Property: {
    ...{ field: SET, access: SET, per: SET, risk: SET, never: SET, confirm: SET },
    ...{ unit: 'src/modules/devices/page/drawer/ReadingDialog.tsx', wears: 'src/modules/devices/stock/week.server.ts' },
    record: 'src/modules/devices/facts/readings.server.ts',
  },
  NeverRule: {
    property: SET,
    is: SET,
    with: 'src/modules/devices/command/command.rules.ts',
    because: COMMAND,
    force: COMMAND,
  },
  Command: {
    ...{ label: COMMAND, input: COMMAND, per: COMMAND, ttlS: COMMAND, offline: COMMAND, risk: COMMAND, lane: COMMAND },
    ...{ never: 'src/modules/devices/command/command.rules.ts', typed: PARAMS, fits: PARAMS, proof: COMMAND },
    ...{ output: MODEL, safety: LINKAGE, inert: LINKAGE },
    ...{ confirm: 'src/modules/devices/page/command/CommandTray.tsx', atHand: ACTS, undoes: ACTS },
  },
  EventSpec: {
    ...{ label: TRANSLATE, level: TRANSLATE, fields: TRANSLATE, per: TRANSLATE, record: TRANSLATE },
    ...{
      ends: 'src/model/problems/classProblems.ts',
      ask: DECIDE,
      seen: 'src/modules/devices/facts/seen.rules.ts',
      veiled: 'src/modules/devices/connect/messageIntake.server.ts',
    },
  },
  Keeps: { rights: NARROW, spansADay: NARROW, closedDays: NARROW },
  HeldSet: {
    ...{ kind: MODEL, item: NEXT, keeps: NARROW, put: NEXT, putRights: NEXT, remove: NEXT },
    ...{ key: 'src/modules/sync/settle.server.ts', readBack: 'src/modules/sync/readBack.server.ts' },
    ...{ capacity: PEOPLE, count: PEOPLE },
  },
  HeldDocument: {
    ...{ kind: MODEL, document: DOCUMENT, put: DOCUMENT, readBack: DOCUMENT },
    keeps: 'src/modules/settings/doorSetting.server.ts',
  },
  Ability: {
    ...{
      name: 'src/model/problems/classProblems.ts',
      components: MODEL,
      properties: MODEL,
      commands: MODEL,
      events: MODEL,
      holds: MODEL,
      look: MODEL,
    },
    ...{ opens: NARROW, mustEnd: 'src/modules/devices/command/mustEnd.rules.ts' },
    ...{ faults: 'src/modules/service/label.server.ts', screen: 'src/modules/adverts/advertScreens.server.ts' },
    ...{ portraits: 'src/modules/devices/portrait/takePortrait.server.ts', figures: MODEL },
  },
  ClassSpec: {
    ...{
      label: 'src/main/defaultMenu.ts',
      icon: 'src/main/defaultMenu.ts',
      category: 'src/modules/catalog/catalog.server.ts',
    },
    ...{ abilities: MODEL, protocols: 'src/modules/devices/connect/gate.server.ts' },
    ...{ pages: 'src/main/defaultMenu.ts', lenses: MODEL },
  },
}

describe('every word of model/device.ts', () => {
  test('is in the table', () => {
    // A class is what its abilities declare, joined.
    expect(interfacesOf(MODEL, ['DeviceClass']).toSorted()).toEqual(Object.keys(READERS).toSorted())
    for (const [name, readers] of Object.entries(READERS))
      expect([name, wordsOf(MODEL, name).toSorted()]).toEqual([name, Object.keys(readers).toSorted()])
  })
  test('is read where the table says', () => expect(unreadIn(READERS)).toEqual([]))
})

describe('what a declaration forbids, the API refuses', () => {
  let world: LinkedDevices
  let platform: LinkedDevices['platform']
  let board: { id: string; link: TestDevice }
  beforeAll(async () => {
    world = await startLinkedDevices()
    platform = world.platform
    const { server, appId, models, gateway } = platform
    const made = await connectDevice(server, appId, models.ledDevice!, 'WORDS-LED', '屏')
    board = { id: made.id, link: await openDevice(gateway.port, made) }
    await board.link.post('event/property/post', { rows: 2, cols: 4 })
    await world.devices.bollard.link.post('event/property/post', { loop: true, mode: 0, motion: 2 })
    await world.devices.controller.link.post('event/property/post', { doors: [{ no: 1, mode: 2 }] })
  })
  afterAll(async () => {
    await board?.link.end()
    await world?.close()
  })
  const ask = async (path: string, body: object): Promise<unknown> => {
    const { status, body: answer } = await platform.server.call('POST', `${path}?appId=${platform.appId}`, body)
    return [status, answer.error ?? 'sent', answer.data?.fields?.[0]?.field ?? null]
  }
  const send = (key: 'face' | 'bollard' | 'controller' | 'board', identifier: string, more: object = {}) =>
    ask('/api/device/control/send', {
      ...{ deviceId: key === 'board' ? board.id : world.devices[key].id, identifier, ...more },
    })
  const set = (key: 'face' | 'bollard' | 'controller', values: object, more: object = {}) =>
    ask('/api/device/control/setProperties', { deviceId: world.devices[key].id, values, ...more })
  const rule = (actions: object[], more: object = {}) =>
    ask('/api/device/linkage', {
      ...{ name: `词 ${JSON.stringify(actions).length}`, deviceClass: 'bollardDevice', triggerEvent: 'moved' },
      ...{ actions, mode: 0, state: 1, ...more },
    })

  test('risk: what opens or moves needs a reason', async () => {
    expect(await send('controller', 'openDoor', { component: 'door:2' })).toEqual([400, 'invalid', 'reason'])
    expect(await set('bollard', { mode: 3 })).toEqual([400, 'invalid', 'reason'])
  })
  test('per: the part must exist', async () => {
    expect(await send('controller', 'openDoor', { component: 'door:9', reason: '试' })).toEqual([
      ...[400, 'invalid', 'component'],
    ])
  })
  test('never: in such a state neither a command nor a property is sent; force only overrides what says so', async () => {
    expect(await send('controller', 'openDoor', { component: 'door:1', reason: '试' })).toEqual([409, 'unsafe', null])
    expect(await send('bollard', 'rise', { reason: '试' })).toEqual([409, 'unsafe', null])
    expect(await set('bollard', { mode: 2 }, { reason: '试' })).toEqual([409, 'unsafe', null])
    const forced = { deviceId: world.devices.controller.id, identifier: 'openDoor', component: 'door:1', reason: '试' }
    expect(await ask('/api/device/control/force', forced)).toEqual([400, 'invalid', null])
  })
  test('input and field: each value is judged', async () => {
    expect(await send('board', 'show', { params: { text: '好', seconds: 0 } })).toEqual([400, 'invalid', 'seconds'])
    expect(await set('bollard', { riseDelay: 1 })).toEqual([400, 'invalid', 'riseDelay'])
  })
  test('access: what a device only reports is not set', async () => {
    expect(await set('bollard', { motion: 1 }, { reason: '试' })).toEqual([400, 'invalid', 'motion'])
  })
  test('typed: the serial number is that of the device', async () => {
    const params = { confirmToken: 'another' }
    expect(await send('face', 'factoryReset', { params, reason: '试' })).toEqual([400, 'invalid', 'confirmToken'])
  })
  test('lane: people and rules give no commands of the sync engine', async () => {
    expect(await send('controller', 'addCards')).toEqual([400, 'invalid', null])
    expect(await rule([{ deviceId: world.devices.controller.id, identifier: 'addCards' }])).toEqual([
      ...[400, 'invalid', 'actions'],
    ])
  })
  test('fits: a text that the board would cut', async () => {
    const params = { text: '这里有九个汉字太长', seconds: 5 }
    expect(await send('board', 'show', { params })).toEqual([400, 'invalid', 'text'])
  })
  test('mustEnd: a way is held open until a time only', async () => {
    expect(await set('bollard', { mode: 1 }, { reason: '试' })).toEqual([400, 'invalid', 'until'])
    const params = { mode: 1 }
    expect(await send('controller', 'doorMode', { component: 'door:2', params, reason: '试' })).toEqual([
      ...[400, 'invalid', 'until'],
    ])
  })
  test('safety: in a rule what prevents harm is not delayed', async () => {
    const stop = { deviceId: world.devices.bollard.id, identifier: 'stop', delayMs: 1000 }
    expect(await rule([stop], { deviceClass: 'faceEqui', triggerEvent: 'recognise' })).toEqual([
      ...[400, 'invalid', 'actions'],
    ])
  })
  test('inert: only what changes nothing may act on the device that started the rule', async () => {
    const own = (identifier: string, params: object = {}) =>
      rule([{ deviceId: world.devices.face.id, component: null, identifier, params }], {
        ...{ name: identifier, deviceClass: 'faceEqui', triggerEvent: 'recognise' },
      })
    expect(await own('reboot')).toEqual([400, 'invalid', 'actions'])
    expect(await own('showMessage', { text: '欢迎' })).toEqual([200, 'sent', null])
  })
  test('proof and ttlS: done when the state proves it, and over at its time', async () => {
    await world.devices.controller.link.post('event/property/post', { doors: [{ no: 2, mode: 0 }] })
    const { id } = await platform.ask('POST', '/api/device/control/send', {
      ...{ deviceId: world.devices.controller.id, identifier: 'openDoor', component: 'door:2', reason: '试' },
    })
    const given = await platform.ask('GET', `/api/device/control/${id}`)
    expect(given).toMatchObject({ state: 1, proof: { property: 'magnet', is: 1 } })
    expect(Date.parse(given.expiresAt) - Date.parse(given.queuedAt)).toBe(10_000)
  })
  test('offline: what needs a connection is refused without one', async () => {
    await board.link.end()
    await expect.poll(() => send('board', 'play', { params: { text: '好' } })).toEqual([409, 'device_offline', null])
  })
})
