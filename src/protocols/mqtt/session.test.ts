/** CONNECT and PUBLISH in the pure session, for both versions. */
import { expect, test } from 'vitest'
import { identity, playSession, POST, versions } from '../../../tests/harness/playSession.ts'
import { mayRead } from './receiving.ts'

test.each(versions)('%s: CONNECT is handed over, CONNACK follows the decision', v => {
  const game = playSession(v)
  expect(game.connect()).toEqual(['open'])
  expect(game.feed({ kind: 'opened', identity })).toEqual(['admitted', '> connack'])
  expect(game.feed({ kind: 'gone' })).toEqual(['closed networkError'])
  expect(game.feed({ kind: 'gone' })).toEqual([])
})

test.each([
  ['unknownDevice', 4, 0x86],
  ['badSecret', 4, 0x86],
  ['disabled', 5, 0x87],
] as const)('refused as %s: %i in 3.1.1, %i in 5', (reason, v4, v5) => {
  for (const [version, code] of [
    [4, v4],
    [5, v5],
  ] as const) {
    const game = playSession(version)
    game.connect()
    expect(game.feed({ kind: 'refused', reason })).toEqual([`refused ${reason}`, `> connack ${code}`, 'end polite'])
    expect(game.feed({ kind: 'gone' })).toEqual([])
  }
})

test.each(['flapping', 'busy', 'unavailable'] as const)(
  'refused as %s, which passes: the connection is closed without the CONNACK that clients take as final',
  reason => {
    for (const version of versions) {
      const game = playSession(version)
      game.connect()
      expect(game.feed({ kind: 'refused', reason })).toEqual([`refused ${reason}`, 'end destroy'])
      expect(game.feed({ kind: 'gone' })).toEqual([])
    }
  },
)

test('CONNECTs that are refused before any lookup', () => {
  const will = { topic: POST, payload: Buffer.from('{}'), qos: 0, retain: false } as const
  expect(playSession(4).receive({ cmd: 'foreignConnect', answer: 4 })).toEqual([
    'refused unsupportedVersion',
    '> connack 1',
    'end polite',
  ])
  expect(playSession(5).receive({ cmd: 'foreignConnect', answer: 5 })).toEqual([
    'refused unsupportedVersion',
    '> connack 132',
    'end polite',
  ])
  expect(playSession(4).connect({ clientId: '', clean: false })).toEqual([
    'refused badClientId',
    '> connack 2',
    'end polite',
  ])
  expect(playSession(4).connect({ clientId: '' })).toEqual(['open'])
  expect(playSession(5).connect({ clientId: '', clean: false })).toEqual(['open'])
  expect(playSession(5).connect({ properties: { authenticationMethod: 'SCRAM' } })).toEqual([
    'refused badMethod',
    '> connack 140',
    'end polite',
  ])
  expect(playSession(5).connect({ will: { ...will, retain: true } })).toEqual([
    'refused retain',
    '> connack 154',
    'end polite',
  ])
  expect(playSession(5).connect({ will: { ...will, qos: 2 } })).toEqual(['refused qos', '> connack 155', 'end polite'])
  expect(playSession(4).connect({ username: 'a/b' })).toEqual(['refused badCredentials', '> connack 4', 'end polite'])
  expect(playSession(4).connect({ username: '+' })).toEqual(['refused badCredentials', '> connack 4', 'end polite'])
  expect(playSession(4).connect({ password: Buffer.alloc(0) })).toEqual([
    'refused badCredentials',
    '> connack 4',
    'end polite',
  ])
  expect(playSession(4).connect({ username: 'dn&pk' })).toEqual(['refused badClientId', '> connack 2', 'end polite'])
})

test.each(versions)('%s: PUBACK after the commit and in the order of arrival', v => {
  const game = playSession(v).online()
  expect(game.publish({ messageId: 1 })).toEqual(['store 1 report'])
  expect(game.publish({ messageId: 2 })).toEqual(['store 2 report'])
  expect(game.publish({ messageId: 3, qos: 0 })).toEqual(['store 3 report'])
  expect(game.stored(2)).toEqual([])
  expect(game.stored(3)).toEqual([])
  expect(game.stored(1)).toEqual(['> puback #1', '> puback #2'])
  expect(game.state.pending).toEqual([])
})

test('the reply follows the acknowledgement', () => {
  const game = playSession(4).online()
  game.publish({ payload: Buffer.from('{"id":"5","params":{"a":1}}') })
  expect(game.stored(1)).toEqual(['> puback #10', `> publish q0 ${POST}_reply`])
})

test.each(versions)('%s: what was not stored is not acknowledged, and ends the session', v => {
  const game = playSession(v).online({
    will: { topic: POST, payload: Buffer.from('{"params":{}}'), qos: 0, retain: false },
  })
  game.publish()
  expect(game.feed({ kind: 'takeFailed' })).toEqual(v === 5 ? ['> disconnect 137', 'end polite'] : ['end polite'])
  expect(game.stored(1)).toEqual([])
  expect(game.feed({ kind: 'gone' })).toEqual(['closed serverStop'])
})

test('QoS 2 in 3.1.1: stored once, whatever is repeated, until PUBREL', () => {
  const game = playSession(4).online()
  expect(game.publish({ qos: 2, messageId: 7 })).toEqual(['store 1 report'])
  expect(game.publish({ qos: 2, messageId: 7, dup: true })).toEqual([])
  expect(game.stored(1)).toEqual(['> pubrec #7'])
  expect(game.publish({ qos: 2, messageId: 7, dup: true })).toEqual(['> pubrec #7'])
  expect(game.receive({ cmd: 'pubrel', messageId: 7, code: 0 })).toEqual(['> pubcomp #7'])
  expect(game.receive({ cmd: 'pubrel', messageId: 7, code: 0 })).toEqual(['> pubcomp #7'])
  expect(game.publish({ qos: 2, messageId: 7 })).toEqual(['store 2 report'])
  expect(game.receive({ cmd: 'pubrel', messageId: 7, code: 0 })).toEqual(['end polite'])
})

test('QoS 2 broken: PUBREC or PUBCOMP for what was never sent', () => {
  for (const cmd of ['pubrec', 'pubcomp'] as const)
    expect(playSession(4).online().receive({ cmd, messageId: 1, code: 0 })).toEqual(['end polite'])
})

test('5: QoS 2 and retained messages are refused as announced, PUBREL of nothing is answered', () => {
  expect(playSession(5).online().publish({ qos: 2 })).toEqual(['> disconnect 155', 'end polite'])
  expect(playSession(5).online().publish({ retain: true })).toEqual(['> disconnect 154', 'end polite'])
  expect(playSession(5).online().receive({ cmd: 'pubrel', messageId: 1, code: 0 })).toEqual(['> pubcomp #1 146'])
})

test('3.1.1: a retained message is an ordinary one', () => {
  expect(playSession(4).online().publish({ retain: true })).toEqual(['store 1 report'])
})

test.each(versions)('%i: beyond what may be unacknowledged nothing is read, and nothing is refused', v => {
  const game = playSession(v, { unackedMax: 2, receiveMaximum: 2 }).online()
  game.publish({ messageId: 1 })
  game.publish({ messageId: 2 })
  expect(mayRead(game.state, 0x32, true)).toBe(false)
  game.stored(1)
  expect(mayRead(game.state, 0x32, true)).toBe(true)
  expect(game.publish({ messageId: 3 })).toEqual(['store 3 report'])
})

test.each([
  ['/sys/pk/dn/thing/whatever/post', 16],
  ['/sys/pk/dn/thing/service/rise', 16],
  ['/pk/dn/user/update', 16],
  ['/ota/device/request/pk/dn', 16],
  ['/broadcast/pk/news', 16],
  ['/ext/rrpc/77/pk/dn/user/x', 16],
  [`/sys/pk/dn/thing/event/${'x'.repeat(300)}/post`, 16],
  ['sensors/temperature', 16],
  ['__proto__', 16],
])('without use, and acknowledged: %s', (topic, code) => {
  const old = playSession(4).online()
  expect(old.publish({ topic })).toEqual(['unused', '> puback #10'])
  expect(old.publish({ topic, qos: 0, messageId: 0 })).toEqual(['unused'])
  expect(old.publish({ topic, qos: 2, messageId: 11 })).toEqual(['unused', '> pubrec #11'])
  expect(playSession(5).online().publish({ topic })).toEqual(['unused', `> puback #10 ${code}`])
})

test.each(['config/get', 'log/post', 'sub/register', 'job/get', 'list/found'])('not served, and answered: %s', call => {
  for (const v of versions)
    expect(
      playSession(v)
        .online()
        .publish({ topic: `/sys/pk/dn/thing/${call}` }),
    ).toEqual(['unused', '> puback #10', `> publish q0 /sys/pk/dn/thing/${call}_reply`])
})

test('5: where no answer fits, there is no session and no lookup', () => {
  for (const maximumPacketSize of [1, 5, 23])
    expect(playSession(5).connect({ properties: { maximumPacketSize } })).toEqual(['end destroy'])
  expect(playSession(5).connect({ properties: { maximumPacketSize: 24 } })).toEqual(['open'])
  const named = playSession(5)
  named.connect({ clientId: '', properties: { maximumPacketSize: 24 } })
  expect(named.feed({ kind: 'opened', identity })).toEqual(['end destroy'])
  expect(named.feed({ kind: 'gone' })).toEqual(['closed protocolError'])
})

test('what is not of its type is named in the reply', () => {
  const game = playSession(4).online()
  game.publish({ payload: Buffer.from('{"id":"1","params":{"a":1}}') })
  expect(game.stored(1, [], ['door:1.magnet'])).toEqual([
    '> puback #10',
    '> publish q0 /sys/pk/dn/thing/event/property/post_reply',
  ])
})

test('reading stops at 64 unacknowledged publishes, and while nothing can be stored', () => {
  const game = playSession(4).online()
  for (let i = 1; i <= 64; i++) {
    expect(mayRead(game.state, 0x30, true)).toBe(true)
    game.publish({ messageId: i })
  }
  expect(mayRead(game.state, 0x32, true)).toBe(false)
  expect(mayRead(game.state, 0xc0, true)).toBe(true)
  game.stored(1)
  expect(mayRead(game.state, 0x32, true)).toBe(true)
  expect(mayRead(game.state, 0x32, false)).toBe(false)
  expect(mayRead(game.state, 0x40, false)).toBe(true)
})

test.each(['/sys/pk/other/thing/event/property/post', `/${'a/'.repeat(120)}`, '$SYS/x'])(
  'outside its rights: %s',
  topic => {
    expect(playSession(4).online().publish({ topic })).toEqual(['trespass', 'end polite'])
    const game = playSession(5, { trespassesMax: 3 }).online()
    game.publish({ messageId: 1 })
    expect(game.publish({ topic, messageId: 2 })).toEqual(['trespass'])
    expect(game.stored(1)).toEqual(['> puback #1', '> puback #2 135'])
    expect(game.publish({ topic, qos: 0, messageId: 0 })).toEqual(['trespass'])
    expect(game.publish({ topic, messageId: 3 })).toEqual(['trespass', '> disconnect 135', 'end polite'])
    expect(game.feed({ kind: 'gone' })).toEqual(['closed topicRefused'])
  },
)

test('answers to an ask come with the acknowledgement, at QoS 1', () => {
  const game = playSession(4, {}, identifier => identifier === 'askPass').online()
  expect(
    game.publish({
      topic: '/sys/pk/dn/thing/event/askPass/post',
      payload: Buffer.from('{"id":3,"params":{"plate":"x"}}'),
    }),
  ).toEqual(['store 1 ask'])
  expect(game.stored(1, [{ kind: 'answer', questionId: 'askPass/3', data: { allow: true } }])).toEqual([
    '> puback #10',
    '> publish q1 #1 /sys/pk/dn/thing/event/askPass/post_reply',
  ])
})

test('the time is sent immediately, in order', () => {
  const game = playSession(4).online()
  game.publish({ messageId: 1 })
  expect(game.publish({ topic: '/ext/ntp/pk/dn/request', payload: Buffer.from('{}'), messageId: 2 })).toEqual([])
  expect(game.stored(1)).toEqual(['> puback #1', '> puback #2', '> publish q0 /ext/ntp/pk/dn/response'])
})
