/** Adds a visitor by name and phone, for modules that let somebody in who is not registered yet. */
import { Operations } from '#server/crud/operations.ts'
import type { Ctx } from '#server/ctx.ts'
import { personHalf } from './people.server.ts'
import { person } from './person.noun.ts'

const people = new Operations(personHalf, new Map())
const [VISITOR] = person.fields.personType.values.visitor

/**
 * Returns the id. Whoever may invite visitors adds them so, without the right to add people, and without what a template asks
 * of those who live or work there.
 */
export async function addVisitor(
  ctx: Ctx,
  { name, phone, validTo }: { name: string; phone: string; validTo: string },
): Promise<string> {
  const { id } = await people.insert(ctx, { name, phone, personType: VISITOR, validTo }, { ownOnly: true })
  return id
}
