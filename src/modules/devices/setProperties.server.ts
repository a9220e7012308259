/** Sets properties of a device as a command: the same life, and done only when the device reports the values itself. */
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { splitComponent } from './command.rules.ts'
import {
  checkPart,
  checkReachable,
  shadowOf,
  unsafeRefusal,
  writeCommand,
  type Commanded,
  type CommandRequest,
} from './command.server.ts'
import { judgeValues, riskOf, unsafeToSet } from './setProperties.rules.ts'

const TTL_S = 30
/** What opens or moves must not happen when nobody thinks of it any more. */
const RISKY_TTL_S = 10

/** Queues in the caller's transaction. Refuses while the device is offline; each wrong value is named. */
export async function queueSet(
  ports: Ports,
  query: Query,
  device: Commanded,
  request: CommandRequest,
): Promise<{ id: string; values: Record<string, unknown> }> {
  const deviceClass = ports.classes.get(device.device_class)
  if (!deviceClass) throw new Refusal('invalid')
  const component = request.component ?? ''
  if (component) await checkPart(query, device.id, deviceClass, partKind(deviceClass.components, component), component)
  const judged = judgeValues(deviceClass, component, request.params ?? {})
  if ('problems' in judged) throw invalidFields(judged.problems)
  const values = judged.ok
  const risk = riskOf(deviceClass, values)
  if (risk !== 'none' && !request.reason)
    throw invalidFields([{ field: 'reason', text: ['请选择原因', 'A reason is required'] }])
  checkReachable(device, 'refuse')
  const unsafe = unsafeToSet(deviceClass, values, await shadowOf(query, device.id, component))
  if (unsafe) throw unsafeRefusal(unsafe)
  const id = await writeCommand(ports, query, request, {
    device,
    component,
    params: values,
    ttlS: risk === 'none' ? TTL_S : RISKY_TTL_S,
    lane: 'now',
    risk,
    proof: { values },
  })
  return { id, values }
}

function partKind(components: Readonly<Record<string, unknown>>, component: string): string {
  const kind = splitComponent(component)?.kind
  if (!kind || !components[kind])
    throw invalidFields([{ field: 'component', text: ['没有这个部件', 'There is no such part'] }])
  return kind
}
