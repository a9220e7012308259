/** The number of rows for each value of one filter, shown on its segmented control. */
import { Refusal } from '#model/error.ts'
import { isCounted } from '#model/noun.ts'
import type { Input } from '#model/row.ts'
import type { Ctx } from '../ctx.ts'
import type { Half } from '../parts.ts'
import { tableOf } from './columns.ts'
import { foundBy } from './foundBy.ts'
import { exactTotal } from './total.ts'

/** By wire value; `all` is the number without that filter. */
export type Counts = Readonly<Record<string, number>>

/** The wire values of a filter that can be counted. */
export function countable({ noun }: Pick<Half, 'noun'>, name: string): readonly (string | number)[] | undefined {
  if (!isCounted(noun)) return undefined
  const field = Object.hasOwn(noun.fields, name) ? noun.fields[name] : undefined
  const machine = noun.states && Object.hasOwn(noun.states, name) ? noun.states[name] : undefined
  const values = machine?.states ?? (field?.kind === 'choice' && field.find && !field.many ? field.values : undefined)
  return values && Object.values(values).map(([wire]) => wire)
}

/** Counted with the other filters of `query` applied. Refuses filters that cannot be counted. */
export async function countsBy(half: Half, ctx: Ctx, query: Input, name: string): Promise<Counts> {
  const wires = countable(half, name)
  if (!wires)
    throw new Refusal('invalid', { text: [`不能按${name.slice(0, 40)}计数`, `Cannot count by ${name.slice(0, 40)}`] })
  const count = async (value: unknown): Promise<number> =>
    exactTotal(ctx, tableOf(half.noun), await foundBy(half, ctx, { ...query, [name]: value }))
  const counts: Record<string, number> = { all: await count(undefined) }
  for (const wire of wires) counts[wire] = await count(wire)
  return counts
}
