/** Makes the moves whose time has come, as the worker of the platform does, at a time of the test. */
import { partsOf } from '#main/wire.ts'
import type { Ports } from '#server/ports.ts'

const due = partsOf('worker').find(one => one.name === 'moves.due')!

export async function makeDue(ports: Ports, now?: Date): Promise<void> {
  const then = now ? { ...ports, now: () => now } : ports
  while ((await due.run(then, new AbortController().signal)) === 0);
}
