/** The server part that prepares the database at each start. */
import type { Ports } from './ports.ts'

/** Prepares the database once at each start, for example the rows of a dictionary. Must be repeatable. */
export interface Seed {
  part: 'seed'
  name: string
  order: number
  run(ports: Ports): Promise<void>
}
export const seed = (spec: Omit<Seed, 'part'>): Seed => ({ part: 'seed', ...spec })
