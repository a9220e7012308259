/** An action that prevents harm, in a rule one after another: it goes first, at once, and waits for no other action. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLinkedDevices, type LinkedDevices } from '../../../tests/harness/linkedDevices.ts'
import { until } from '../../../tests/harness/platform.ts'

const DELAY_MS = 1500
let world: LinkedDevices
/** The commands of the rules in the order in which the devices got them; the platform gives others of its own. */
const got: { command: string; atMs: number }[] = []

beforeAll(async () => {
  world = await startLinkedDevices()
  for (const { link } of Object.values(world.devices))
    link.client.on('message', (topic, payload) => {
      const command = topic.split('/').at(-1)!
      if (command === 'openDoor' || command === 'stop') got.push({ command, atMs: performance.now() })
      const { id } = JSON.parse(payload.toString())
      // The bollard answers no stop: what follows must wait for it in vain, what prevents harm must not.
      if (command === 'openDoor')
        link.client.publish(`${topic}_reply`, JSON.stringify({ id, code: 200, data: {} }), { qos: 1 })
    })
})
afterAll(() => world?.close())

const rule = (mode: 0 | 1, actions: readonly object[]) => ({
  ...{ name: `防撞 ${mode}`, deviceClass: 'accessControlDevice', triggerEvent: 'fire', mode, state: 1 },
  triggerDeviceIds: [world.devices.controller.id],
  actions,
})
const open = () => ({ deviceId: world.devices.face.id, component: 'door:1', identifier: 'openDoor', delayMs: DELAY_MS })
const stop = () => ({ deviceId: world.devices.bollard.id, identifier: 'stop' })

test('a stop after a delayed opening goes before it and at once; the opening keeps its delay', async () => {
  const { platform } = world
  const { id } = await platform.ask('POST', '/api/device/linkage', rule(0, [open(), stop()]))
  const run = await platform.ask('POST', `/api/device/linkage/${id}/test`, { reason: '演练' })
  await until(async () => got.length === 2, 'both commands')
  expect(got.map(({ command }) => command)).toEqual(['stop', 'openDoor'])
  expect(got[1]!.atMs - got[0]!.atMs).toBeGreaterThan(DELAY_MS - 500)
  const { actions } = await platform.ask('GET', `/api/device/linkageRun/${run.id}`)
  expect(actions).toMatchObject([
    { identifier: 'stop', safety: true },
    { identifier: 'openDoor', delayMs: DELAY_MS },
  ])
  await platform.ask('DELETE', `/api/device/linkage/${id}`)
})

test('one after another, a second stop does not wait for the first, and the opening waits for both', async () => {
  got.length = 0
  const { platform } = world
  const { id } = await platform.ask('POST', '/api/device/linkage', rule(1, [{ ...open(), delayMs: 0 }, stop(), stop()]))
  const run = await platform.ask('POST', `/api/device/linkage/${id}/test`, { reason: '演练' })
  const states = async (): Promise<string[]> =>
    (await platform.ask('GET', `/api/device/linkageRun/${run.id}`)).actions.map((step: any) => step.state)
  await until(async () => (await states()).join() === 'sent,sent,waiting', 'both stops are given, the opening waits')
  // Nobody answers them, so the opening fails with them.
  await until(async () => (await states()).join() === 'failed,failed,failed', 'the end of the run')
  expect(got.every(({ command }) => command === 'stop')).toBe(true)
  await platform.ask('DELETE', `/api/device/linkage/${id}`)
})
