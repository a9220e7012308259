/** A simulated device without a platform: what it does with commands, by the messages that it sends. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { until } from '../../tests/harness/platform.ts'
import { simulate, type SimClass } from './simulate.ts'

describe('a simulated device by itself', () => {
  const made = (deviceClass: SimClass) => {
    const simulated = simulate(deviceClass, {
      host: '127.0.0.1',
      port: 1,
      credentials: { productKey: 'pk', deviceName: 'dn', secret: 's' },
    })
    const published: { topic: string; body: any }[] = []
    simulated.device.link.publish = (topic, body) => void published.push({ topic, body })
    const command = (identifier: string, params: object, id = '1'): void =>
      simulated.device.link.onMessage(`/sys/pk/dn/thing/service/${identifier}`, { id, params })
    const replies = () => published.filter(one => one.topic.endsWith('_reply'))
    return { ...simulated, published, command, replies }
  }
  test('a command under the same request id has one effect and two answers', async () => {
    const { command, replies, published, device } = made('accessControlDevice')
    command('openDoor', { doorNo: 1, requestId: '7' }, '7')
    command('openDoor', { doorNo: 1, requestId: '7' }, '8')
    await until(async () => replies().length === 2, 'answers')
    expect(replies().map(one => [one.body.id, one.body.code])).toEqual([
      ['7', 200],
      ['8', 200],
    ])
    expect(published.filter(one => one.body.params?.doors?.[0].lock === 1)).toHaveLength(1)
    await device.stop()
  })
  test.each([
    ['ssmDevice', 'open'],
    ['swingdoorDevice', 'openLeaf'],
    ['brakeDevice', 'letIn'],
  ] as const)('E2: the same request twice is one motion with the same answer: %s', async (deviceClass, identifier) => {
    const { command, replies, published, device } = made(deviceClass)
    command(identifier, { requestId: '7' }, '7')
    command(identifier, { requestId: '7' }, '8')
    await until(async () => replies().length === 2, 'answers')
    expect(replies().map(one => [one.body.id, one.body.code])).toEqual([
      ['7', 200],
      ['8', 200],
    ])
    const OPENING = 3
    const begun = published.filter(({ body }) => (body.params?.lanes?.[0] ?? body.params)?.motion === OPENING)
    expect(begun).toHaveLength(1)
    await device.stop()
  })
  test('what comes too late is not done, by the time it learnt from the platform', async () => {
    const { command, replies, published, device } = made('accessControlDevice')
    device.clock.skewMs = -3_600_000
    const sent = String(Date.now() - 3_600_000)
    device.clock.learn({ deviceSendTime: sent, serverRecvTime: String(Date.now()), serverSendTime: String(Date.now()) })
    command('openDoor', { doorNo: 1, requestId: '9', expireAt: Date.now() - 50 })
    await until(async () => replies().length === 1, 'the answer')
    expect(replies()[0]!.body.code).toBe(4080)
    expect(published.some(one => one.body.params?.doors)).toBe(false)
    await device.stop()
  })
  test('a portrait that it takes is a picture of a face; where nobody comes, it says so after its time', async () => {
    const { command, replies, device } = made('faceEqui')
    const answers: { personId: string; ok: boolean; photo: string }[] = []
    device.link.keep = (_topic, message) =>
      void answers.push((message as { params: { value: (typeof answers)[number] } }).params.value)
    command('captureFace', { personId: '71', timeoutSec: 30 })
    await until(async () => answers.length === 1, 'the portrait')
    const { width, height } = await sharp(Buffer.from(answers[0]!.photo, 'base64')).metadata()
    expect([answers[0]!.personId, answers[0]!.ok, width, height]).toEqual(['71', true, 480, 576])
    device.faults.add('nobody')
    command('captureFace', { personId: '72', timeoutSec: 0.1 }, '2')
    await until(async () => answers.length === 2, 'the failure')
    expect(answers[1]).toMatchObject({ personId: '72', ok: false, reason: 'timeout' })
    expect(replies().map(one => one.body.code)).toEqual([200, 200])
    await device.stop()
  })
  test('a bollard never rises under a car, and gives way to one that comes', async () => {
    const { motion, published, device } = made('bollardDevice')
    expect(motion!.open()).toMatchObject({ code: 200 })
    await until(async () => motion!.isOpen, 'down')
    motion!.obstruct(true)
    expect(motion!.close()).toMatchObject({ code: 4091 })
    motion!.obstruct(false)
    expect(motion!.close()).toMatchObject({ code: 200 })
    motion!.obstruct(true)
    await until(async () => motion!.isOpen, 'down again')
    expect(published.filter(one => one.body.params?.motion === 1)).toEqual([])
    await device.stop()
  })
})
