/** Devices behind a gateway in the pure session: login, messages, commands, and all the ways in which they end. */
import { expect, test } from 'vitest'
import {
  body,
  childIdentity,
  ERROR,
  LOGIN_REPLY,
  playGateway,
  post,
  SESSION,
  signed,
  TOPOLOGY,
} from '../../../tests/harness/playGateway.ts'
import { playSession, versions } from '../../../tests/harness/playSession.ts'
import { childCode, type ChildRefusal } from './reason.ts'

test.each(versions)('%i: a login is judged by the platform, and answered when that is done', version => {
  const game = playGateway(version)
  expect(game.login('a')).toEqual(['> puback #101', 'openChild 1 a'])
  expect(game.admit(1, 'a')).toEqual([LOGIN_REPLY])
  expect(game.publish({ topic: post('a'), messageId: 1 })).toEqual(['store 2 report of 1'])
  expect(game.stored(2)).toEqual(['> puback #1'])
})

test('only the secret of the device itself proves its login', () => {
  const game = playGateway()
  expect(game.login('a')).toContain('openChild 1 a')
  const { login } = [...game.state.children!.judged.values()][0]!
  expect([login!.proves('secret'), login!.proves('Secret'), login!.proves('')]).toEqual([true, false, false])
  game.login('b', { sign: signed('a').sign })
  const other = [...game.state.children!.judged.values()][1]!
  expect(other.login!.proves('secret')).toBe(false)
})

test.each([
  ['no parameters', undefined],
  ['no product', signed('a', { productKey: undefined })],
  ['a name with a slash', signed('a/b')],
  ['no client id', signed('a', { clientId: '' })],
  ['a client id that is far too long', signed('a', { clientId: 'x'.repeat(300) })],
  ['a method that is not offered', signed('a', { signMethod: 'Sha512' })],
  ['no sign', signed('a', { sign: null })],
  ['itself', signed('dn', { productKey: 'pk' })],
])('a login with %s is answered at once, and asks nobody', (_, params) => {
  const game = playGateway()
  expect(game.publish({ topic: `${SESSION}/login`, payload: body(params) })).toEqual(['> puback #10', LOGIN_REPLY])
  expect(game.publish({ topic: `${SESSION}/login`, payload: Buffer.from('\xff{') })).toContain(LOGIN_REPLY)
})

test.each(Object.keys(childCode) as ChildRefusal[])('refused as %s: answered, and the gateway stays', why => {
  const game = playGateway()
  game.login('a')
  expect(game.feed({ kind: 'childRefused', no: 1, reason: why })).toEqual([LOGIN_REPLY])
  expect(game.state.phase).toBe('connected')
  expect(game.state.children).toMatchObject({ open: new Map(), judged: new Map() })
})

test('what was never logged in is refused like the topic of any other device', () => {
  expect(playGateway().publish({ topic: post('a') })).toEqual(['trespass', 'end polite'])
  expect(
    playGateway(5)
      .withTwo()
      .publish({ topic: post('c') }),
  ).toEqual(['trespass', '> puback #10 135'])
  const refused = playGateway()
  refused.login('a')
  refused.feed({ kind: 'childRefused', no: 1, reason: 'badSecret' })
  expect(refused.publish({ topic: post('a') })).toEqual(['trespass', 'end polite'])
})

test('without a session any longer, or not yet: nothing is stored, the gateway is notified, the others stay', () => {
  const game = playGateway().withTwo()
  expect(game.logout('a')).toEqual(['> puback #9', 'closedChild 1 disconnect', `> publish q0 ${SESSION}/logout_reply`])
  expect(game.publish({ topic: post('a') })).toEqual(['trespass', '> puback #10', `> publish q0 ${ERROR}`])
  expect(game.logout('a')).toEqual(['> puback #9', `> publish q0 ${SESSION}/logout_reply`])
  expect(game.publish({ topic: post('b'), messageId: 11 })[0]).toMatch(/^store \d+ report of 2$/)
  game.login('c')
  expect(game.publish({ topic: post('c'), messageId: 12 })[0]).toBe('trespass')
  expect(game.state.phase).toBe('connected')
})

test('acknowledgements keep the order of the connection, whoever the messages are of', () => {
  const game = playGateway().withTwo()
  const [first] = game.publish({ topic: post('a'), messageId: 1 })
  const [second] = game.publish({ topic: post('b'), messageId: 2 })
  const third = game.publish({ messageId: 3 })
  const seq = (outputs: string): number => Number(/store (\d+)/.exec(outputs)![1])
  expect(third[0]).toMatch(/^store \d+ report$/)
  expect(game.stored(seq(second!))).toEqual([])
  expect(game.stored(seq(first!))).toEqual(['> puback #1', '> puback #2'])
  expect(game.stored(seq(third[0]!))).toEqual(['> puback #3'])
})

test('commands and answers go to the topic of the device they are for', () => {
  const game = playGateway().withTwo()
  expect(game.commandTo(1, 7)).toEqual(['> publish q1 #1 /sys/pkc/a/thing/service/rise', 'sent 7'])
  expect(game.commandTo(2, 8)).toEqual(['> publish q1 #2 /sys/pkc/b/thing/service/rise', 'sent 8'])
  expect(game.commandTo(3, 9)).toEqual(['unsent 9 not connected'])
  game.logout('b')
  expect(game.commandTo(2, 10)).toEqual(['unsent 10 not connected'])
})

test('an answer to a question of a device goes to that device, and nowhere once it is logged out', () => {
  for (const stays of [true, false]) {
    const game = playSession(4, {}, identifier => identifier === 'askPass').online()
    game.publish({ topic: `${SESSION}/login`, payload: body(signed('a')) })
    game.feed({ kind: 'childOpened', no: 1, identity: childIdentity('a') })
    const [asked] = game.publish({
      topic: '/sys/pkc/a/thing/event/askPass/post',
      payload: Buffer.from('{"id":3,"params":{"plate":"x"}}'),
      messageId: 11,
    })
    if (!stays) game.feed({ kind: 'childClose', no: 1, reason: 'kicked' })
    const outputs = game.stored(Number(/store (\d+)/.exec(asked!)![1]), [
      { kind: 'answer', questionId: 'askPass/3', data: { allow: true } },
    ])
    expect(outputs).toEqual(
      stays ? ['> puback #11', '> publish q1 #1 /sys/pkc/a/thing/event/askPass/post_reply'] : ['> puback #11'],
    )
  }
})

test('one device is ended alone: its waiting commands fail, the gateway is notified at QoS 1', () => {
  const game = playGateway(5, { outflightMax: 1 }).withTwo()
  game.commandTo(2, 1)
  game.commandTo(1, 2)
  game.commandTo(2, 3)
  expect(game.feed({ kind: 'childClose', no: 1, reason: 'kicked', how: 'reset' })).toEqual([
    'unsent 2 kicked',
    'closedChild 1 kicked',
  ])
  expect(game.state.queue.map(({ topic }) => topic)).toEqual(['/sys/pkc/b/thing/service/rise', ERROR])
  expect(game.feed({ kind: 'childClose', no: 1, reason: 'kicked' })).toEqual([])
  expect([...game.state.children!.open.keys()]).toEqual(['pkc/b'])
})

test.each([
  ['reset after a command timed out', { reason: 'commandTimeout', how: 'reset' }],
  ['taken over', { reason: 'takenOver' }],
] as const)('%s: what it may still receive late resets the connection, otherwise the others stay', (_, close) => {
  const late = playGateway().withTwo()
  late.commandTo(1, 7)
  expect(late.feed({ kind: 'childClose', no: 1, ...close })).toEqual([`closedChild 1 ${close.reason}`, 'end reset'])
  expect(late.feed({ kind: 'gone' })).toEqual(['closedChild 2 gateway', 'closed commandTimeout'])

  const acknowledged = playGateway().withTwo()
  acknowledged.commandTo(1, 7)
  acknowledged.receive({ cmd: 'puback', messageId: 1, code: 0 })
  expect(acknowledged.feed({ kind: 'childClose', no: 1, ...close })).toEqual([
    `closedChild 1 ${close.reason}`,
    `> publish q1 #2 ${ERROR}`,
  ])

  const unsure = playGateway().withTwo()
  unsure.receive({
    cmd: 'subscribe',
    messageId: 5,
    subscriptions: [{ filter: '/sys/pkc/a/thing/#', qos: 0 }],
    properties: {},
  })
  expect(unsure.commandTo(1, 7)).toEqual(['> publish q0 /sys/pkc/a/thing/service/rise', 'sent 7'])
  expect(unsure.feed({ kind: 'childClose', no: 1, ...close })).toContain('end reset')
})

test.each([
  ['networkError', 'gateway'],
  ['keepAlive', 'gateway'],
  ['takenOver', 'gateway'],
  ['serverStop', 'serverStop'],
] as const)('the gateway ends by %s: all behind it by %s, each once', (why, childReason) => {
  const game = playGateway().withTwo()
  game.login('c')
  if (why !== 'networkError') game.feed({ kind: 'close', reason: why })
  expect(game.feed({ kind: 'gone' })).toEqual([
    `closedChild 1 ${childReason}`,
    `closedChild 2 ${childReason}`,
    `closed ${why}`,
  ])
  // The platform's word comes too late.
  expect(game.admit(3, 'c')).toEqual([`closedChild 3 ${childReason}`])
  expect(game.feed({ kind: 'gone' })).toEqual([])
})

test('logged in again on the same connection: the platform takes the older session over, without a notification', () => {
  const game = playGateway().withTwo()
  game.login('a')
  expect(game.feed({ kind: 'childClose', no: 1, reason: 'takenOver' })).toEqual(['closedChild 1 takenOver'])
  expect(game.admit(3, 'a')).toEqual([LOGIN_REPLY])
  expect(game.publish({ topic: post('a') })[0]).toMatch(/of 3$/)
})

test('more devices, or more logins a minute, than a link has', () => {
  const game = playGateway(4, { childrenMax: 2, childLoginsPerMin: 6 }).withTwo()
  expect(game.login('c')).toEqual([expect.stringMatching('puback'), LOGIN_REPLY])
  // One that is logged in may log in again.
  expect(game.login('a')).toContain('openChild 3 a')
  game.feed({ kind: 'childRefused', no: 3, reason: 'flapping' })
  game.logout('b')
  expect(game.login('c')).toContain('openChild 4 c')
  game.feed({ kind: 'childRefused', no: 4, reason: 'badSecret' })
  expect(game.login('c')).toContain('openChild 5 c')
  expect(game.login('d')).toEqual([expect.stringMatching('puback'), LOGIN_REPLY])
  game.feed({ kind: 'childRefused', no: 5, reason: 'badSecret' })
  expect(game.login('d')).toEqual([expect.stringMatching('puback'), LOGIN_REPLY])
  game.at(60_000)
  expect(game.login('d')).toContain('openChild 6 d')
})

test('what is announced is judged by the platform, and answered when that is done', () => {
  const game = playGateway()
  const add = { topic: `${TOPOLOGY}/add`, payload: body([signed('a'), signed('b')]) }
  expect(game.publish(add)).toEqual(['> puback #10', 'topology add'])
  const publish = { topic: `${TOPOLOGY}/add_reply`, payload: body({}) }
  expect(game.feed({ kind: 'answered', publish })).toEqual([`> publish q0 ${TOPOLOGY}/add_reply`])
  expect(game.publish({ topic: `${TOPOLOGY}/get`, payload: body({}) })).toEqual(['> puback #10', 'topology get'])
  // Announced is not logged in: what is published for it is refused like the topic of any other device.
  expect(game.publish({ topic: post('a') })).toEqual(['trespass', 'end polite'])
  expect(game.feed({ kind: 'answered', publish })).toEqual([])
})

test('each device that is announced counts as a login', () => {
  const game = playGateway(4, { childLoginsPerMin: 4 }).withTwo()
  const add = { topic: `${TOPOLOGY}/add`, payload: body([signed('a'), signed('b')]) }
  expect(game.publish(add)).toContain('topology add')
  expect(game.publish(add)).toEqual(['> puback #10', `> publish q0 ${TOPOLOGY}/add_reply`])
  expect(game.publish({ topic: `${TOPOLOGY}/get` })).toEqual(['> puback #10', `> publish q0 ${TOPOLOGY}/get_reply`])
  game.at(60_000)
  expect(game.publish(add)).toContain('topology add')
})

test('filters: those of devices that are logged in, and no others', () => {
  const game = playGateway(4, { subscriptionsMax: 1 }).withTwo()
  const filters = ['/sys/pkc/a/thing/#', '/sys/pkc/b/thing/service/+', '/sys/pkc/c/thing/#', '/sys/pkc/+/thing/#']
  const subscriptions = filters.map(filter => ({ filter, qos: 1 as const }))
  expect(game.receive({ cmd: 'subscribe', messageId: 5, subscriptions, properties: {} })).toEqual([
    '> suback #5 1,1,128,128',
  ])
})

test.each([
  ['/ext/session/pkc/a/combine/login', signed('c')],
  ['/sys/pkc/a/thing/topo/add', [signed('c')]],
  ['/sys/pkc/a/thing/topo/get', {}],
])('nothing is behind a device behind a gateway: %s', (topic, params) => {
  const game = playGateway().withTwo()
  expect(game.publish({ topic, payload: body(params) })).toEqual([
    'unused of 1',
    '> puback #10',
    `> publish q0 ${topic}_reply`,
  ])
})

test.each([
  ['takenOver', 427],
  ['unlinked', 6401],
  ['kicked', 520],
] as const)('ended by %s: the gateway receives %i', (why, code) => {
  // The queue keeps the notification, because a command waits for its acknowledgement.
  const game = playGateway(4, { outflightMax: 1 }).withTwo()
  game.commandTo(2, 1)
  game.feed({ kind: 'childClose', no: 1, reason: why })
  const [notice] = game.state.queue
  expect([notice!.topic, JSON.parse(notice!.payload.toString())]).toEqual([
    ERROR,
    expect.objectContaining({ code, data: { productKey: 'pkc', deviceName: 'a' } }),
  ])
})
