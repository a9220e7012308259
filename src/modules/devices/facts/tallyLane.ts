/** The lane number under which a process counts in the tallies: two processes with the same one would wait for each other's rows. */
import type { Ports } from '#server/ports.ts'

export const LANES = 2

/** `lane` is below LANES; what bypasses the lanes counts in the first. */
export const tallyLane = (ports: Pick<Ports, 'node'>, lane = 0): number => Number(ports.node) * LANES + lane
