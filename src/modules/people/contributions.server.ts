/**
 * What people add to applications, agencies and templates: counts, the refusal to remove an application with people,
 * labels that are taken, and rows affected by a change.
 */
import { counted } from '#base/counted.ts'
import sql from 'sql-template-tag'
import { invalidFields } from '#model/error.ts'
import type { Fields } from '#model/field.ts'
import { application } from '#modules/applications/application.noun.ts'
import { customTemplate } from '#modules/applications/customTemplate.noun.ts'
import type { Definition } from '#modules/applications/definition.rules.ts'
import { agency } from '#modules/organisation/agency.noun.ts'
import { contributes } from '#server/parts.ts'
import { organization } from './organization.noun.ts'
import { person } from './person.noun.ts'

export const applicationPeople = contributes(application, {
  async compute(ctx, rows) {
    const counts = await ctx.sql<{ app_id: string; n: number }>(
      sql`select app_id, count(*)::int as n from people.person
        where app_id = any(${rows.map(row => row.id)}::bigint[]) and deleted_at is null group by 1`,
    )
    for (const row of rows) row.personCount = counts.find(count => count.app_id === row.id)?.n ?? 0
  },
  async holds(ctx, id) {
    const [found] = await ctx.sql<{ n: number }>(
      sql`select count(*)::int as n from people.person where app_id = ${id} and deleted_at is null`,
    )
    const count = found!.n
    return { count, text: [`${count}名人员`, counted(count, 'person', 'people')] }
  },
})

/** For self-registered agencies: how much they use during the trial. */
export const agencyPeople = contributes(agency, {
  async compute(ctx, rows) {
    const registered = rows.filter(row => row.registeredAt !== null)
    if (!registered.length) return
    const counts = await ctx.sql<{ source_id: string; n: number }>(
      sql`select source_id, count(*)::int as n from people.person
        where source_id = any(${registered.map(row => row.id)}::bigint[]) and deleted_at is null group by 1`,
    )
    for (const row of registered) row.personCount = counts.find(count => count.source_id === row.id)?.n ?? 0
  },
})

const ofKind = { person, organization } as const
type Kind = keyof typeof ofKind

/** A column of an import is identified by its label, so two with the same label could not be distinguished. */
function refuseTaken(kind: Kind, definitions: readonly Definition[]): void {
  const fields: Fields = ofKind[kind].fields
  const taken = new Set(Object.values(fields).flatMap(({ label }) => label.map(word => word.toLowerCase())))
  const double = definitions.find(one =>
    [one.label, one.labelEn].some(word => word && taken.has(word.trim().toLowerCase())),
  )
  if (double)
    throw invalidFields([
      {
        field: 'fields',
        text: [`“${double.label}”与已有的列同名，请换一个字段名`, `"${double.label}" is the name of a column there is`],
      },
    ])
}

export const templatePeople = contributes(customTemplate, {
  on: {
    async defined(_ctx, { kind, definitions }) {
      refuseTaken(kind as Kind, definitions as readonly Definition[])
    },
    /** Returns the number of rows with, or without, a value of the field `key`. */
    async touched(ctx, { templateId, kind, key, has }) {
      const [found] =
        kind === 'person'
          ? await ctx.sql<{ n: number }>(
              sql`select count(*)::int as n from people.person p join applications.application a on a.id = p.app_id
                where a.person_template_id = ${templateId} and p.deleted_at is null and (p.ext ? ${key}) = ${has}`,
            )
          : await ctx.sql<{ n: number }>(
              sql`select count(*)::int as n from people.organization o
                join applications.application a on a.id = o.app_id
                where a.org_template_id = ${templateId} and (o.ext ? ${key}) = ${has}`,
            )
      return found!.n
    },
  },
})
