/** Parts that later modules add to a noun, for use by its engines and its half. */
import type { Text } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Input, Params, Row } from '#model/row.ts'
import type { Contribution } from '../parts.ts'
import type { Page } from './operations.ts'

const contributionsTo = (ctx: Ctx, noun: Noun): readonly Contribution[] =>
  ctx.ports.contributions.filter(one => one.of.key === noun.key)

/** Fills the computed fields of later modules, in place. */
export async function computeContributed(ctx: Ctx, noun: Noun, rows: Row[]): Promise<void> {
  if (!rows.length) return
  for (const one of contributionsTo(ctx, noun)) await one.compute?.(ctx, rows)
}

/** How much data of later modules belongs to the row `id`, as a total and in words, such as `3 devices`. */
export async function heldIn(ctx: Ctx, noun: Noun, id: string): Promise<{ count: number; texts: readonly Text[] }> {
  const held: { count: number; text: Text }[] = []
  for (const one of contributionsTo(ctx, noun)) if (one.holds) held.push(await one.holds(ctx, id))
  return { count: held.reduce((sum, { count }) => sum + count, 0), texts: held.map(({ text }) => text) }
}

/** Lets later modules update their tables after the event `what`, in the transaction of `ctx`; returns the sum of what they changed. */
export async function follow(ctx: Ctx, noun: Noun, what: string, about: Readonly<Params>): Promise<number> {
  let sum = 0
  for (const one of contributionsTo(ctx, noun)) sum += (await one.on?.[what]?.(ctx, about)) ?? 0
  return sum
}

/** The list of a later module in place of the noun's own, if one handles `input`. */
export async function listContributed(ctx: Ctx, noun: Noun, input: Input): Promise<Page | null> {
  for (const one of contributionsTo(ctx, noun)) {
    const page = await one.list?.(ctx, input)
    if (page) return page
  }
  return null
}
