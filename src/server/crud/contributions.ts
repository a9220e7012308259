/** What later modules add to a noun, as its engines and its half ask for it. */
import type { Text } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Input, Params, Row } from '#model/row.ts'
import type { Contribution } from '../parts.ts'
import type { Page } from './operations.ts'

const contributionsTo = (ctx: Ctx, noun: Noun): readonly Contribution[] =>
  ctx.ports.contributions.filter(one => one.of.key === noun.key)

/** Fills the computed fields that later modules know, in place. */
export async function computeContributed(ctx: Ctx, noun: Noun, rows: Row[]): Promise<void> {
  if (!rows.length) return
  for (const one of contributionsTo(ctx, noun)) await one.compute?.(ctx, rows)
}

/** How much of later modules the row `id` holds, in all and in words, such as `3 devices`. */
export async function heldIn(ctx: Ctx, noun: Noun, id: string): Promise<{ count: number; texts: readonly Text[] }> {
  const held: { count: number; text: Text }[] = []
  for (const one of contributionsTo(ctx, noun)) if (one.holds) held.push(await one.holds(ctx, id))
  return { count: held.reduce((sum, { count }) => sum + count, 0), texts: held.map(({ text }) => text) }
}

/** Lets later modules do what follows in their tables from `what` happened, in the transaction of `ctx`; answers the sum of what they did. */
export async function follow(ctx: Ctx, noun: Noun, what: string, about: Readonly<Params>): Promise<number> {
  let sum = 0
  for (const one of contributionsTo(ctx, noun)) sum += (await one.on?.[what]?.(ctx, about)) ?? 0
  return sum
}

/** The list that a later module gives in place of the noun's own, where one does for `input`. */
export async function listContributed(ctx: Ctx, noun: Noun, input: Input): Promise<Page | null> {
  for (const one of contributionsTo(ctx, noun)) {
    const page = await one.list?.(ctx, input)
    if (page) return page
  }
  return null
}
