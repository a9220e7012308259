/** Every wire that is simulated besides the platform's own, by its protocol. */
import { all } from './generated/wires.ts'
import type { Wire } from './Wire.ts'

const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null && 'make' in value

export const wires: ReadonlyMap<string, Wire> = new Map(all.filter(isWire).map(wire => [wire.protocol, wire]))
