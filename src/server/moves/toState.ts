/** The part of a statement that writes a state: by its name in the definition, never by its number. */
import sql, { type Sql } from 'sql-template-tag'

/**
 * `state = …`, for `set`. For statements that must stay one: those about many rows that the platform keeps by itself, such as
 * commands and deliveries, and actions that write more than the state and their own entry of the audit. Everything else is a
 * move (`Operations.move`, `moveAll`, or `at` in its definition).
 */
export const toState = <const S extends Readonly<Record<string, number | readonly [wire: number, ...unknown[]]>>>(
  states: S,
  name: keyof S & string,
): Sql => sql`state = ${wireOf(states[name]!)}`

const wireOf = (state: number | readonly [wire: number, ...unknown[]]): number =>
  typeof state === 'number' ? state : state[0]
