/** PINs of people: sealed, nobody else's in the application, and never read by people again. */
import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { invalidFields, Refusal } from '#model/error.ts'
import { isSpent, spend } from '#modules/identity/api.ts'
import type { Ctx } from '#server/ctx.ts'
import { limitList } from '#server/limitList.ts'
import type { Ports } from '#server/ports.ts'
import { person } from './person.noun.ts'

export const pinLimits = limitList('pin', {
  ofAccount: [10, '/ day', '一个账号填写的不可用通行密码', 'PINs entered by an account that cannot be used'],
})
const { most } = pinLimits
const WINDOW_MINUTES = 24 * 60
const NOT_POSSIBLE: Text = ['此密码不可用，请改用系统生成的密码', 'This PIN cannot be used; have one made instead']
const ENTERED_TOO_MANY: Text = [
  '今天多次填写了不可用的密码，请改用系统生成的密码',
  'Too many PINs that cannot be used were entered today; have one made instead',
]

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

/**
 * Sets the PIN of a form or a sheet; an empty one keeps what there is. Devices know people by their PIN alone, so two cannot have
 * the same. A refusal names no reason and offers one that we make; as it still tells something, an account has few of them a
 * day, one after the other, and then enters none at all.
 */
export async function writePin(ctx: Ctx, personId: string, given: unknown): Promise<void> {
  if (typeof given !== 'string' || given === '') return
  const guesses = `pin:${ctx.user.userId}`
  await ctx.sql(sql`select pg_advisory_xact_lock(hashtextextended(${guesses}, 0))`)
  if (await isSpent(ctx.ports, guesses, most.ofAccount)) throw invalidFields([{ field: 'pin', text: ENTERED_TOO_MANY }])
  if (await give(ctx, personId, given)) return
  await spend(ctx.ports, guesses, most.ofAccount, WINDOW_MINUTES)
  throw invalidFields([{ field: 'pin', text: NOT_POSSIBLE }])
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
