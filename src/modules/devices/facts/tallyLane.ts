/** Under which name a process counts in the tallies: two that shared one would wait for each other's rows. */
import type { Ports } from '#server/ports.ts'

export const LANES = 2

/** `lane` is below LANES; what passes by the lanes counts in the first. */
export const tallyLane = (ports: Pick<Ports, 'node'>, lane = 0): number => Number(ports.node) * LANES + lane
