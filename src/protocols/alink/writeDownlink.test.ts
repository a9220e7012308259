/** Messages to a device, byte for byte. */
import { expect, test } from 'vitest'
import { writeDownlink } from './writeDownlink.ts'

const identity = {
  deviceId: '1',
  serial: 'SN1',
  productKey: 'pkDoor',
  deviceName: 'dn_1',
  deviceClass: 'accessControlDevice',
}

test('a command is a service with the instant after which it is refused', () => {
  const { topic, payload } = writeDownlink(identity, {
    kind: 'command',
    commandId: '72',
    identifier: 'openDoor',
    component: { kind: 'door', no: 2 },
    params: { doorNo: 2 },
    expiresAt: 1_700_000_005_000,
  })
  expect(topic).toBe('/sys/pkDoor/dn_1/thing/service/openDoor')
  expect(payload.toString()).toBe(
    '{"id":"72","version":"1.0","method":"thing.service.openDoor","params":{"doorNo":2,"expireAt":1700000005000}}',
  )
})

test('a set holds properties and nothing else among its parameters', () => {
  const { topic, payload } = writeDownlink(identity, {
    kind: 'set',
    commandId: '73',
    values: { volume: 5 },
    expiresAt: 9,
  })
  expect(topic).toBe('/sys/pkDoor/dn_1/thing/service/property/set')
  expect(payload.toString()).toBe(
    '{"id":"73","version":"1.0","method":"thing.service.property.set","params":{"volume":5},"expireAt":9}',
  )
})

test.each(['"8"', '8', '"a/b"'])('an answer carries the id %s just as it was asked', id => {
  const { topic, payload } = writeDownlink(identity, {
    kind: 'answer',
    questionId: `askPass/${id}`,
    data: { allow: true },
  })
  expect(topic).toBe('/sys/pkDoor/dn_1/thing/event/askPass/post_reply')
  expect(payload.toString()).toBe(
    `{"id":${id},"code":200,"data":{"allow":true},"message":"success","method":"thing.event.askPass.post","version":"1.0"}`,
  )
})

test('a question of another protocol is refused', () => {
  expect(() => writeDownlink(identity, { kind: 'answer', questionId: '12', data: {} })).toThrow('not a question')
})
