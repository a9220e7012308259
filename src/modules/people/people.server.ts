/** People's server half: portraits, and events about changes for the modules that keep rights. */
import sql from 'sql-template-tag'
import { invalidFields, Refusal } from '#model/error.ts'
import type { Input } from '#model/row.ts'
import { follow } from '#server/crud/contributions.ts'
import { mergeBranch } from '#server/crud/mergeBranch.ts'
import { implement } from '#server/parts.ts'
import type { Ctx } from '#server/ctx.ts'
import { foundByCard, foundByPlate, writeCardsAndPlates } from './cardsAndPlates.server.ts'
import { dropCustom, extendedBy, layOutCustom, packCustom, restoreCustom } from './custom.server.ts'
import { organization } from './organization.noun.ts'
import { person } from './person.noun.ts'
import { clearPin, makePin, writePin } from './pin.server.ts'
import { revealer } from './reveal.server.ts'

export const organizationHalf = implement(organization, {
  extend: extendedBy('organization', organization.fields),
  async beforeWrite(ctx, values, before) {
    if (!before) values.sort ??= 0
    await packCustom(ctx, organization, 'organization', values, before)
  },
  async compute(ctx, rows) {
    await layOutCustom(ctx, 'organization', rows)
    const counts = await ctx.sql<{ root: string; n: number }>(sql`
      with recursive below as (
        select id as root, id from unnest(${rows.map(row => row.id)}::bigint[]) as given(id)
        union all select b.root, o.id from below b join people.organization o on o.parent_id = b.id
      ) select b.root, count(*)::int as n from below b
      join people.person p on p.org_id = b.id and p.deleted_at is null group by 1`)
    const byRoot = new Map(counts.map(count => [count.root, count.n]))
    for (const row of rows) row.personCount = byRoot.get(row.id) ?? 0
  },
  async beforeRemove(ctx, row) {
    const [used] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from people.person where org_id = ${row.id} and deleted_at is null`,
    )
    if (used!.n > 0)
      throw new Refusal('in_use', {
        text: [`组织下还有${used!.n}人，不能删除`, `It still has ${used!.n} people; cannot be deleted`],
      })
    await ctx.sql(sql`update people.person set org_id = null where org_id = ${row.id}`)
  },
  async afterWrite(ctx, row, before) {
    if (before && before.parentId !== row.parentId) await follow(ctx, organization, 'moved', { id: row.id })
  },
  afterRemove: (ctx, row) => dropCustom(ctx, 'organization', row),
  afterRestore: (ctx, row) => restoreCustom(ctx, organization, 'organization', row),
  actions: {
    reveal: revealer(organization, 'organization', {}),
    async merge(ctx, input) {
      const { id, intoId } = input as { id: string; intoId: string }
      return mergeBranch(ctx, organization, { id, intoId }, async from => {
        const moved = await ctx.sql<{ id: string }>(
          sql`update people.person set org_id = ${intoId}, rev = rev + 1, updated_at = ${ctx.now},
            updated_by = ${ctx.user.userId} where org_id = ${id} returning id`,
        )
        for (const row of moved) await ctx.emit({ type: 'person.changed', key: row.id, payload: { personId: row.id } })
        await dropCustom(ctx, 'organization', from)
      })
    },
  },
})

async function writePortrait(ctx: Ctx, personId: string, values: Input): Promise<void> {
  if (values.portrait === undefined) return
  const id = (values.portrait as string[] | null)?.[0] ?? null
  if (id === null) {
    await ctx.sql(
      sql`update people.person set portrait_file = null, portrait_digest = null, face_state = 0, face_reason = null where id = ${personId}`,
    )
    return
  }
  const [file] = await ctx.ports.db.query<{ sha256: Buffer }>(
    { role: 'engine' },
    sql`select sha256 from engine.file where id = ${id} and kind = 'portrait' and owner_id = ${ctx.user.userId}`,
  )
  const [known] = await ctx.sql<{ portrait_file: string | null; consent_at: string | null }>(
    sql`select portrait_file, consent_at from people.person where id = ${personId}`,
  )
  if (known?.portrait_file === id) return
  if (!file)
    throw invalidFields([
      { field: 'portrait', text: ['照片不存在，请重新上传', 'The picture is not there; please upload it again'] },
    ])
  if (values.consent !== true && !known?.consent_at)
    throw invalidFields([
      {
        field: 'consent',
        text: ['登记人脸前须取得本人单独同意', 'Separate consent is needed before a face is enrolled'],
      },
    ])
  // The picture was checked and re-encoded at upload; the terminal's own check is part of the sync result.
  await ctx.sql(
    sql`update people.person
      set portrait_file = ${id}, portrait_digest = ${file.sha256.toString('base64url').slice(0, 22)},
      face_state = 2, face_reason = null, consent_at = coalesce(consent_at, now())
      where id = ${personId}`,
  )
}

/** Visitors come and go, and blocked people are there to be refused: neither uses up the limit of an application. */
const [VISITOR, BLOCKED] = [person.fields.personType.values.visitor[0], person.fields.personType.values.blocked[0]]
export const WITHIN_QUOTA = sql`person_type not in (${VISITOR}, ${BLOCKED})`
const isCounted = (personType: unknown): boolean =>
  typeof personType === 'number' && personType !== VISITOR && personType !== BLOCKED

/** The number of people that may still be added, counted once per context: an import adds many in one. */
const quotas = new WeakMap<Ctx, { quota: number; left: number }>()
async function quotaIn(ctx: Ctx): Promise<{ quota: number; left: number }> {
  const known = quotas.get(ctx)
  if (known) return known
  const [counted] = await ctx.sql<{ quota: number; used: number }>(
    sql`select person_quota as quota,
      (select count(*)::int from people.person where app_id = a.id and deleted_at is null and ${WITHIN_QUOTA}) as used
      from applications.application a where id = ${ctx.appId}`,
  )
  const counts = counted ? { quota: counted.quota, left: counted.quota - counted.used } : { quota: 0, left: Infinity }
  quotas.set(ctx, counts)
  return counts
}

function refuseBeyond({ quota, left }: { quota: number; left: number }, needed: number): void {
  if (left < needed)
    throw new Refusal('full', {
      text: [`应用的人员数已达上限 ${quota}`, `The application's limit of ${quota} people is reached`],
    })
}

export const personHalf = implement(person, {
  extend: extendedBy('person', person.fields),
  found: { cards: foundByCard, plates: foundByPlate },
  async beforeWrite(ctx, values, before) {
    if (values.validFrom && values.validTo && values.validFrom >= values.validTo)
      throw invalidFields([{ field: 'validTo', text: ['有效期止应晚于有效期起', 'Valid to must be after valid from'] }])
    await packCustom(ctx, person, 'person', values, before)
    if (isCounted(values.personType ?? before?.personType) && !isCounted(before?.personType))
      refuseBeyond(await quotaIn(ctx), 1)
  },
  async afterWrite(ctx, row, before, values) {
    await writeCardsAndPlates(ctx, row.id, values, before === null)
    await writePin(ctx, row.id, values.pin)
    if (before || values.portrait) await writePortrait(ctx, row.id, values)
    if (isCounted(row.personType) && !isCounted(before?.personType)) (await quotaIn(ctx)).left -= 1
    if (before) await ctx.emit({ type: 'person.changed', key: row.id, payload: { personId: row.id } })
  },
  async afterRemove(ctx, row) {
    await ctx.sql(sql`delete from people.card where person_id = ${row.id}`)
    await ctx.sql(sql`delete from people.plate where person_id = ${row.id}`)
    await dropCustom(ctx, 'person', row)
    await ctx.emit({ type: 'person.gone', key: row.id, payload: { personId: row.id } })
  },
  async afterRestore(ctx, row) {
    // Counted again: the row is already included, and others may have been added since.
    quotas.delete(ctx)
    if (isCounted(row.personType)) refuseBeyond(await quotaIn(ctx), 0)
    await restoreCustom(ctx, person, 'person', row)
    await ctx.emit({ type: 'person.changed', key: row.id, payload: { personId: row.id } })
  },
  async onMove(ctx, move, row) {
    await ctx.emit({
      type: move === 'resume' ? 'person.changed' : 'person.gone',
      key: row.id,
      payload: { personId: row.id },
    })
  },
  async compute(ctx, rows) {
    await layOutCustom(ctx, 'person', rows)
    const ids = rows.map(row => row.id)
    const extra = await ctx.sql<{
      id: string
      portrait_file: string | null
      consent_at: string | null
      face_reason: string | null
      cards: string[] | null
      plates: string[] | null
      pin: boolean
    }>(sql`
      select p.id, p.portrait_file, p.consent_at, p.face_reason,
        (select array_agg(shown order by shown) from people.card c where c.person_id = p.id) as cards,
        (select array_agg(plate_no order by plate_no) from people.plate c where c.person_id = p.id) as plates,
        p.pin_index is not null as pin
      from people.person p where p.id = any(${ids}::bigint[])`)
    for (const row of rows) {
      const own = extra.find(entry => entry.id === row.id)
      if (own)
        Object.assign(row, {
          portrait: own.portrait_file ? [own.portrait_file] : [],
          consent: own.consent_at !== null,
          faceReason: own.face_reason,
          cards: own.cards ?? [],
          plates: own.plates ?? [],
          pinSet: own.pin,
        })
    }
  },
  actions: { reveal: revealer(person, 'person', { phone: 'phone', idCard: 'id_card' }), makePin, clearPin },
})
