/** How a session ends: errors, silence, disconnects, wills. */
import { expect, test } from 'vitest'
import { defaultLimits } from './limits.ts'
import { identity, playSession, versions } from '../../../tests/harness/playSession.ts'
import { mayRead } from './receiving.ts'
import { step } from './step.ts'
import { freshState, type Input } from './state.ts'

test('malformed before CONNECT: 3.1.1 gets no answer, 5 gets CONNACK with the reason', () => {
  expect(playSession(4).feed({ kind: 'malformed', code: 0x81, version: undefined })).toEqual(['end destroy'])
  expect(playSession(4).feed({ kind: 'malformed', code: 0x81, version: 4 })).toEqual(['end destroy'])
  expect(playSession(4).feed({ kind: 'malformed', code: 0x85, version: 4 })).toEqual([
    'refused badClientId',
    '> connack 2',
    'end polite',
  ])
  expect(playSession(5).feed({ kind: 'malformed', code: 0x81, version: 5 })).toEqual(['> connack 129', 'end polite'])
})

test('malformed later: 5 receives DISCONNECT with the reason', () => {
  expect(playSession(4).online().feed({ kind: 'malformed', code: 0x81, version: undefined })).toEqual(['end polite'])
  const game = playSession(5).online()
  expect(game.feed({ kind: 'malformed', code: 0x95, version: undefined })).toEqual(['> disconnect 149', 'end polite'])
  expect(game.publish()).toEqual([])
  expect(game.feed({ kind: 'gone' })).toEqual(['closed protocolError'])
})

test('a will outside the rights refuses the CONNECT', () => {
  for (const [v, code] of [
    [4, 5],
    [5, 0x87],
  ] as const) {
    const game = playSession(v)
    game.connect({
      will: { topic: '/sys/pk/other/thing/event/x/post', payload: Buffer.from('{}'), qos: 0, retain: false },
    })
    expect(game.feed({ kind: 'opened', identity })).toEqual([
      'trespass',
      'refused willRefused',
      `> connack ${code}`,
      'end polite',
    ])
    expect(game.feed({ kind: 'gone' })).toEqual(['closed topicRefused'])
  }
})

test('the will speaks at every end but a goodbye and a stop of the server', () => {
  const will = {
    topic: '/sys/pk/dn/thing/event/powerFall/post',
    payload: Buffer.from('{"params":{}}'),
    qos: 1,
    retain: false,
  } as const
  const end = (...inputs: Input[]): string[] => {
    const game = playSession(5).online({ will })
    for (const input of inputs) game.feed(input)
    return game.feed({ kind: 'gone' })
  }
  expect(end()).toEqual(['store 0 event', 'closed networkError'])
  expect(end({ kind: 'close', reason: 'takenOver' })).toEqual(['store 0 event', 'closed takenOver'])
  expect(end({ kind: 'malformed', code: 0x81, version: undefined })).toEqual(['store 0 event', 'closed protocolError'])
  expect(end({ kind: 'packet', packet: { cmd: 'disconnect', code: 0 } })).toEqual(['closed disconnect'])
  expect(end({ kind: 'packet', packet: { cmd: 'disconnect', code: 4 } })).toEqual([
    'store 0 event',
    'closed disconnect',
  ])
  expect(end({ kind: 'stop' })).toEqual(['closed serverStop'])
})

test('5: a session expiry that appears at DISCONNECT is a protocol error', () => {
  expect(playSession(5).online().receive({ cmd: 'disconnect', code: 0, sessionExpiryInterval: 5 })).toEqual([
    '> disconnect 130',
    'end polite',
  ])
  expect(
    playSession(5)
      .online({ properties: { sessionExpiryInterval: 9 } })
      .receive({ cmd: 'disconnect', code: 0, sessionExpiryInterval: 5 }),
  ).toEqual(['end polite'])
})

test('silence: one and a half keep-alive periods, unless the server was not reading', () => {
  const game = playSession(5).online()
  expect(game.at(89_999).feed({ kind: 'tick', held: false })).toEqual([])
  expect(game.at(90_000).feed({ kind: 'tick', held: true })).toEqual([])
  expect(game.at(100_000).receive({ cmd: 'pingreq' })).toEqual(['alive', '> pingresp'])
  expect(game.at(189_999).feed({ kind: 'tick', held: false })).toEqual([])
  expect(game.at(190_000).feed({ kind: 'tick', held: false })).toEqual(['> disconnect 141', 'end polite'])
  expect(game.feed({ kind: 'gone' })).toEqual(['closed keepAlive'])
  const never = playSession(4).online({ keepAliveS: 0 })
  expect(never.at(1e9).feed({ kind: 'tick', held: false })).toEqual([])
  const capped = playSession(5).online({ keepAliveS: 0 })
  expect(capped.at(1_800_000).feed({ kind: 'tick', held: false })).toEqual(['> disconnect 141', 'end polite'])
})

test.each(versions)('%i: what a silent or doubled device has not acknowledged can never arrive late', version => {
  const silent = playSession(version).online()
  silent.command(1)
  expect(silent.at(90_000).feed({ kind: 'tick', held: false })).toEqual(['end reset'])
  const doubled = playSession(version).online()
  doubled.command(1)
  expect(doubled.feed({ kind: 'close', reason: 'takenOver' })).toEqual(['end reset'])
  const answered = playSession(version).online()
  answered.command(1)
  answered.receive({ cmd: 'puback', messageId: 1, code: 0 })
  expect(answered.feed({ kind: 'close', reason: 'takenOver' })).toContain('end polite')
})

test('a stranger has nine seconds', () => {
  const game = playSession(4)
  expect(game.at(8_999).feed({ kind: 'tick', held: false })).toEqual([])
  expect(game.at(9_000).feed({ kind: 'tick', held: false })).toEqual(['end destroy'])
})

test('a stop waits for what is being stored', () => {
  const game = playSession(5).online()
  game.publish({ messageId: 1 })
  expect(game.feed({ kind: 'stop' })).toEqual([])
  expect(mayRead(game.state, 0x30, true)).toBe(false)
  expect(game.stored(1)).toEqual(['> puback #1', '> disconnect 139', 'end polite'])
  expect(game.feed({ kind: 'gone' })).toEqual(['closed serverStop'])
  expect(playSession(4).online().feed({ kind: 'stop' })).toEqual(['end polite'])
})

test('a device that left while it was judged is closed all the same', () => {
  const game = playSession(4)
  game.connect()
  expect(game.feed({ kind: 'gone' })).toEqual([])
  expect(game.feed({ kind: 'opened', identity })).toEqual(['closed networkError'])
})

test('a certificate must name the device', () => {
  for (const [name, good] of [
    ['SN1', true],
    ['dn', true],
    ['SN2', false],
  ] as const) {
    let state = freshState({ limits: defaultLimits }, name, 0)
    ;[state] = step(
      state,
      {
        kind: 'packet',
        packet: {
          cmd: 'connect',
          version: 4,
          clean: true,
          keepAliveS: 0,
          clientId: 'c',
          username: 'SN1',
          password: Buffer.from('s'),
          properties: {},
        },
      },
      0,
    )
    ;[state] = step(state, { kind: 'opened', identity }, 0)
    expect(state.phase).toBe(good ? 'connected' : 'closing')
  }
})
