/** PINs of people: sealed, nobody else's in the application, and never read by people again. */
import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'
import { person } from './person.noun.ts'

type Vaulted = Pick<Ports, 'vault'>

const MADE_DIGITS = 6
/** Of a million; a few of these are always free, unless an application has nearly all. */
const MOST_TRIES = 50

const placeOf = (personId: string): string => `people.person|pin|${personId}`
const indexOf = ({ vault }: Vaulted, appId: string, pin: string): Buffer => vault.blindIndex(`${appId} ${pin}`, 'pin')

/** As it is sent to a device that stores it. */
export const openPin = ({ vault }: Vaulted, personId: string, sealed: Uint8Array): string =>
  vault.open(sealed, placeOf(personId)).toString()

/** False where somebody else has it. */
async function give(ctx: Ctx, personId: string, pin: string): Promise<boolean> {
  const index = indexOf(ctx.ports, ctx.appId!, pin)
  const [taken] = await ctx.sql(
    sql`select 1 from people.person where app_id = ${ctx.appId} and pin_index = ${index} and id <> ${personId}
      and deleted_at is null`,
  )
  if (taken) return false
  await ctx.sql(
    sql`update people.person set pin_sealed = ${ctx.ports.vault.seal(pin, placeOf(personId))}, pin_index = ${index}
      where id = ${personId} and pin_index is distinct from ${index}`,
  )
  return true
}

/** Sets the PIN of a form or a sheet; an empty one keeps what there is. */
export async function writePin(ctx: Ctx, personId: string, given: unknown): Promise<void> {
  if (typeof given !== 'string' || given === '') return
  if (!(await give(ctx, personId, given)))
    throw invalidFields([
      { field: 'pin', text: ['该密码已被使用，请换一个', 'This PIN is in use; please choose another'] },
    ])
}

/** The person, whose devices follow what changes. */
async function changing(ctx: Ctx, id: unknown, action: string): Promise<string> {
  const [row] = await ctx.sql<{ id: string; name: string }>(
    sql`select id, name from people.person where id = ${String(id)} and deleted_at is null for update`,
  )
  if (!row) throw new Refusal('not_found')
  await ctx.audit({ action, object: person.key, objectId: row.id, objectName: row.name })
  await ctx.emit({ type: 'person.changed', key: row.id, payload: { personId: row.id } })
  return row.id
}

/** A PIN that we make, answered once. */
export async function makePin(ctx: Ctx, { id }: { id?: unknown }): Promise<{ pin: string }> {
  const personId = await changing(ctx, id, 'makePin')
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const pin = String(randomInt(10 ** MADE_DIGITS)).padStart(MADE_DIGITS, '0')
    if (await give(ctx, personId, pin)) return { pin }
  }
  throw new Refusal('full')
}

export async function clearPin(ctx: Ctx, { id }: { id?: unknown }): Promise<boolean> {
  const personId = await changing(ctx, id, 'clearPin')
  await ctx.sql(sql`update people.person set pin_sealed = null, pin_index = null where id = ${personId}`)
  return true
}
