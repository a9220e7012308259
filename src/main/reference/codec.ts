/** Messages of exchanges, written and answered by the codec that serves real devices, so that nothing is written twice. */
import type { Text } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'
import type { DeviceIdentity } from '#model/gate.ts'
import type { Input, Params } from '#model/row.ts'
import { splitComponent, wireParams } from '#modules/devices/command/command.rules.ts'
import { wireValues } from '#modules/devices/command/setProperties.rules.ts'
import { writeDownlink } from '#protocols/alink/writeDownlink.ts'
import { type Publish, replyTo, SUCCESS } from '#protocols/alink/reply.ts'
import { readUplink } from '#protocols/alink/uplink.ts'
import { exampleOf, PLACEHOLDER, slot, stored, type PlatformStep, type Step, type Template } from './exchange.ts'

/** The instant of every example: 2026-03-02 09:30:00 in China. */
export const EXAMPLE_MS = Date.UTC(2026, 2, 2, 1, 30)
const { productKey, deviceName } = PLACEHOLDER
const TYPES = `/sys/${productKey}/${deviceName}/thing/`
const identityOf = (deviceClass: string): DeviceIdentity => ({
  ...PLACEHOLDER,
  deviceId: '0',
  serial: deviceName,
  deviceClass,
})
/** A topic of the device below `thing/`. */
export const thing = (call: string): string => `${TYPES}${call}`

/** A message of a device, in the standard envelope. */
export const uplinkStep = (call: string, params: Template, options: { id?: string; note?: Text } = {}): Step => ({
  kind: 'device',
  topic: thing(call),
  qos: 1,
  body: { id: options.id ?? '1', version: '1.0', method: `thing.${call.replaceAll('/', '.')}`, params },
  ...(options.note && { note: options.note }),
})

/** An event with its time, which is now. */
export const timed = (value: Template): Template => ({ value, time: slot('time', EXAMPLE_MS) })

const platformStep = ({ topic, payload }: Publish, qos: 0 | 1, note?: Text): PlatformStep => ({
  kind: 'platform',
  topic,
  qos,
  body: JSON.parse(payload.toString()) as Template,
  ...(note && { note }),
})

/** The platform's reply to a message, made by the codec. Throws when there is none. */
export function replied(step: Step, deviceClass: string, note?: Text): PlatformStep {
  if (step.kind !== 'device') throw new Error('only devices are replied to')
  const payload = Buffer.from(JSON.stringify(exampleOf(step.body)))
  const reply = readUplink(identityOf(deviceClass), step.topic, payload, {}, EXAMPLE_MS)?.reply
  if (!reply) throw new Error(`${step.topic} has no reply`)
  return platformStep(reply, 0, note)
}

const commandId = slot('commandId', '7301298237440000')
const expiresAt = slot('expireAt', EXAMPLE_MS + 10_000)

export interface Sent {
  identifier: string
  params: Readonly<Record<string, Template>>
  component?: string
  reason?: string | null
  /** An example of the operator; null when the platform itself gives it. */
  operator?: string | null
}
/** A command as the gateway writes it. */
export function commandSent(
  deviceClass: DeviceClass,
  { identifier, params, component = '', reason = null, operator = '周宁' }: Sent,
  note?: Text,
): PlatformStep {
  const part = splitComponent(component)
  const wire = wireParams(deviceClass, component, stored(params) as Params, {
    reason,
    operator: operator === null ? null : (slot('operator', operator) as never),
    commandId: commandId as never,
  })
  const publish = writeDownlink(identityOf(deviceClass.key), {
    kind: 'command',
    commandId: commandId as never,
    identifier,
    params: wire,
    expiresAt: expiresAt as never,
    ...(part ? { component: part } : {}),
  })
  return platformStep(publish, 1, note)
}

/** Properties to be set, as the gateway writes them. */
export const setSent = (deviceClass: DeviceClass, component: string, values: Input): PlatformStep =>
  platformStep(
    writeDownlink(identityOf(deviceClass.key), {
      kind: 'set',
      commandId: commandId as never,
      values: wireValues(deviceClass, component, stored(values) as Input),
      expiresAt: expiresAt as never,
    }),
    1,
  )

/** The answer to a question of the device. */
export const answerSent = (deviceClass: DeviceClass, identifier: string, data: Template, note?: Text): PlatformStep =>
  platformStep(
    writeDownlink(identityOf(deviceClass.key), {
      kind: 'answer',
      questionId: `${identifier}/"1"`,
      data: data as Params,
    }),
    1,
    note,
  )

/** The device's reply to a command. */
export function answers(sent: PlatformStep, data: Template = {}, note?: Text): Step {
  const { topic } = replyTo(sent.topic, {}, SUCCESS)
  return {
    kind: 'device',
    topic,
    qos: 1,
    body: { id: (sent.body as { id: Template }).id, code: SUCCESS, data },
    ...(note && { note }),
  }
}
