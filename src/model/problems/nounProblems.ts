/** What is wrong with a declared noun; the registry refuses a noun that has any problem. */
import type { Machine, Noun } from '../noun.ts'
import { timedMovesOf, type TimedMove } from '../timedMove.ts'

/** One line for each problem. */
export const nounProblems = (noun: Noun): string[] => [
  // Named applications narrow what staff see only where staff have no access of their own beside it.
  ...(noun.scope === 'application' && noun.staffWrites
    ? ['rows of an application are written in the application, by staff as by everybody']
    : []),
  ...timedMoveProblems(noun),
]

/** Moves with a time lead from each state to states after it; in a circle they would never end. */
function isCircle(machine: Machine, from: string, seen: readonly string[] = []): boolean {
  if (seen.includes(from)) return true
  return Object.values(machine.moves)
    .filter(move => move.at !== undefined && move.from.includes(from))
    .some(move => isCircle(machine, move.to, [...seen, from]))
}

function problemsOfMove({ fields, scope }: Noun, { move, field, afterMs }: TimedMove): string[] {
  const problems: string[] = []
  const known = fields[field]
  if (move.by !== 'system') problems.push("only moves of the platform have a time: add by: 'system'")
  if (!known) problems.push(`there is no field '${field}'`)
  else if (known.kind !== 'instant' && known.kind !== 'day') problems.push(`'${field}' is neither an instant nor a day`)
  else if (known.computed || known.virtual) problems.push(`'${field}' is not stored, so nobody can find what is due`)
  else if (known.kind === 'day' && scope === 'application')
    problems.push(`'${field}' is a day, which ends at another time in each application: make it an instant`)
  const durations = typeof move.at === 'object' ? Object.values(move.at.after) : null
  if (durations && !(afterMs > 0 && durations.every(one => Number.isInteger(one) && one >= 0)))
    problems.push("'after' is no duration in whole days, hours or minutes")
  for (const asked of ['where', 'unless', 'input', 'reason', 'proof', 'confirm', 'undo'] as const)
    if (move[asked] !== undefined) problems.push(`'${asked}' has no meaning where nobody makes the move`)
  return problems
}

/** What is wrong with the moves of the platform, each problem with the name of its move. */
function timedMoveProblems(noun: Noun): string[] {
  const timed = timedMovesOf(noun)
  return [
    ...timed.flatMap(one => problemsOfMove(noun, one).map(problem => `${one.name}: ${problem}`)),
    ...(timed.length && noun.life && noun.life !== 'row' ? [`its rows are a ${noun.life}, which no move changes`] : []),
    ...Object.entries(noun.states ?? {}).flatMap(([state, machine]) =>
      Object.keys(machine.states).some(name => isCircle(machine, name))
        ? [`${state}: its moves with a time lead back to where they began, so they would never end`]
        : [],
    ),
  ]
}
