/** The types of the events that a handler takes. */
import type { Handler } from './parts.ts'
import type { Ports } from './ports.ts'

/** Each once. */
export const typesOf = ({ on }: Handler, ports: Ports): readonly string[] => [
  ...new Set(typeof on === 'function' ? on(ports) : on),
]
