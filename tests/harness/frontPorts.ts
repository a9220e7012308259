/** A free port for the variable of each listener for devices, so that a product that a test starts opens none of its default ports. */
import { listeners } from '#main/listeners.ts'
import { frontVariables } from '#main/variables.ts'
import { freePort } from './freePort.ts'

/** By the key of the listener. */
export async function frontPorts(): Promise<Record<string, number>> {
  const ports: Record<string, number> = {}
  for (const key of listeners.keys()) ports[key] = await freePort()
  return ports
}
export const portVariables = (ports: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries([...listeners.values()].map(one => [frontVariables(one).port, String(ports[one.key])]))
