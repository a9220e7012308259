/** Moves that the platform makes by itself when their time has come: `by: 'system'` with `at`. */
import { DEFAULT_ZONE, instantOf } from '#base/zonedTime.ts'
import type { Machine, Move, NounSpec } from './noun.ts'
import type { Params } from './row.ts'

const UNIT_MS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 } as const
export type Duration = { readonly [K in keyof typeof UNIT_MS]?: number }
/**
 * A field of the row, or so long after it. An instant has come when it is reached, a day when it is over: it is the last one.
 * An empty field has no time.
 */
export type MoveTime = string | { readonly field: string; readonly after: Duration }

export interface TimedMove {
  name: string
  move: Move
  /** The field of the state. */
  state: string
  machine: Machine
  /** The field of the time. */
  field: string
  isDay: boolean
  afterMs: number
}

const durationMs = (after: Duration): number =>
  Object.entries(UNIT_MS).reduce((sum, [unit, ms]) => sum + (after[unit as keyof Duration] ?? 0) * ms, 0)

/** In the order of the definition. */
export const timedMovesOf = ({ states = {}, fields }: Pick<NounSpec, 'states' | 'fields'>): TimedMove[] =>
  Object.entries(states).flatMap(([state, machine]) =>
    Object.entries(machine.moves).flatMap(([name, move]) => {
      if (move.at === undefined) return []
      const { field, after } = typeof move.at === 'string' ? { field: move.at, after: {} } : move.at
      const isDay = fields[field]?.kind === 'day'
      return [{ name, move, state, machine, field, isDay, afterMs: durationMs(after) }]
    }),
  )

/** When the move of this row is due, in milliseconds; null where the row has no time. Days end with those of the platform. */
export function dueMs({ field, isDay, afterMs }: TimedMove, row: Readonly<Params>): number | null {
  const value = row[field]
  if (typeof value !== 'string') return null
  // A day that ends at midnight begins the next one, on days of 23 and of 25 hours as well.
  const next = isDay && new Date(Date.parse(`${value}T00:00:00Z`) + UNIT_MS.days).toISOString().slice(0, 10)
  return (next ? instantOf(`${next}T00:00:00`, DEFAULT_ZONE).getTime() : Date.parse(value)) + afterMs
}
