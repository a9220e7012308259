/** The simulators of the demo's devices, each with its plan. */
import type { Link } from '#simulators/Link.ts'
import { simulate, type Simulated } from '#simulators/simulate.ts'
import type { Key } from './keyring.ts'
import type { DevicePlan } from './places/PlacePlan.ts'

export interface Player extends Simulated {
  plan: DevicePlan
  id: string
}

export function makePlayer(
  plan: DevicePlan,
  key: Key,
  mqtt: { host: string; port: number },
  log: (line: string) => void,
  /** The connection of the gateway that it is behind; without it, one of its own. */
  behind?: Link,
): Player {
  const { id, productKey, deviceName, secret } = key
  return {
    plan,
    id,
    ...simulate(plan.deviceClass, {
      ...{ ...plan.behaves, ...mqtt, credentials: { productKey, deviceName, secret }, log },
      ...(behind && { behind }),
    }),
  }
}
