/** Sets properties of a device as a command: with the same states, and done only when the device itself reports the values. */
import { CHOOSE_REASON } from '#base/deviceTexts.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Params } from '#model/row.ts'
import type { Ports } from '#server/ports.ts'
import { splitComponent } from './command.rules.ts'
import {
  checkPart,
  checkReachable,
  unsafeRefusal,
  type Commanded,
  type CommandRequest,
  type Judged,
} from './command.server.ts'
import { judgeEnd } from './mustEnd.rules.ts'
import { judgeValues, riskOf, unsafeToSet } from './setProperties.rules.ts'

const TTL_S = 30
/** A risky change must not take effect after everybody has forgotten about it. */
const RISKY_TTL_S = 10

/** Refuses unsafe values, and any while the device is offline; each invalid value is named. */
export function judgeSet(ports: Pick<Ports, 'classes' | 'now'>, device: Commanded, request: CommandRequest): Judged {
  const deviceClass = ports.classes.get(device.device_class)
  if (!deviceClass) throw new Refusal('invalid')
  const component = request.component ?? ''
  if (component) checkPart(device, deviceClass, partKind(deviceClass.components, component), component)
  const judged = judgeValues(deviceClass, component, request.params ?? {})
  if ('problems' in judged) throw invalidFields(judged.problems)
  const values = judged.ok
  const risk = riskOf(deviceClass, values)
  if (risk !== 'none' && !request.reason) throw invalidFields([{ field: 'reason', text: CHOOSE_REASON }])
  const heldUntil = judgeEnd(deviceClass, values, { field: 'until', until: request.until, now: () => ports.now() })
  checkReachable(device, request.identifier, 'refuse')
  const unsafe = unsafeToSet(deviceClass, values, device.states[component] ?? {})
  if (unsafe) throw unsafeRefusal(unsafe)
  const ttlS = risk === 'none' ? TTL_S : RISKY_TTL_S
  return { component, params: values, ttlS, lane: 'now', risk, proof: { values }, heldUntil }
}

function partKind(components: Readonly<Params>, component: string): string {
  const kind = splitComponent(component)?.kind
  if (!kind || !components[kind])
    throw invalidFields([{ field: 'component', text: ['没有这个部件', 'The part does not exist'] }])
  return kind
}
