/** Libraries: their members in the log that devices follow, their names in the documents of devices. */
import sql from 'sql-template-tag'
import { refName } from '#model/field.ts'
import { invalidFields, type Refusal } from '#model/error.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import type { Ctx } from '#server/ctx.ts'
import { contributes, following, implement } from '#server/parts.ts'
import { organization } from '#modules/people/organization.noun.ts'
import { beginGroup } from '#modules/sync/api.ts'
import { touchArming } from './arming.server.ts'
import { faceLibrary, LIBRARY_KINDS } from './faceLibrary.noun.ts'
import { membersOf, settleMembers } from './members.server.ts'

const strings = (value: unknown): string[] => (Array.isArray(value) ? [...new Set(value.map(String))] : [])
interface Library {
  id: string
  appId: string
  sourceId: string
}

const gone = (field: 'personIds' | 'orgIds', zh: string, en: string): Refusal =>
  invalidFields([{ field, text: [`${zh}不存在，或已删除`, `${en} does not exist, or was deleted`] }])

async function setPeople(ctx: Ctx, { id, appId, sourceId }: Library, ids: readonly string[]): Promise<void> {
  const [known] = await ctx.sql<{ n: number }>(
    sql`select count(*)::int as n from people.person
      where id = any(${ids}::bigint[]) and deleted_at is null and app_id = ${appId}`,
  )
  if (known!.n !== ids.length) throw gone('personIds', '人员', 'A person')
  await ctx.sql(sql`delete from vision.library_person where library_id = ${id} and person_id <> all(${ids}::bigint[])`)
  await ctx.sql(
    sql`insert into vision.library_person (library_id, person_id, app_id, source_id)
      select ${id}, p.id, ${appId}, ${sourceId} from people.person p
      where p.id = any(${ids}::bigint[]) and p.deleted_at is null and p.app_id = ${appId} on conflict do nothing`,
  )
}
async function setOrgs(ctx: Ctx, { id, appId, sourceId }: Library, ids: readonly string[]): Promise<void> {
  const [known] = await ctx.sql<{ n: number }>(
    sql`select count(*)::int as n from people.organization where id = any(${ids}::bigint[]) and app_id = ${appId}`,
  )
  if (known!.n !== ids.length) throw gone('orgIds', '组织', 'An organisation')
  await ctx.sql(sql`delete from vision.library_org where library_id = ${id} and org_id <> all(${ids}::bigint[])`)
  await ctx.sql(
    sql`insert into vision.library_org (library_id, org_id, app_id, source_id)
      select ${id}, o.id, ${appId}, ${sourceId} from people.organization o
      where o.id = any(${ids}::bigint[]) and o.app_id = ${appId} on conflict do nothing`,
  )
}
const stamped = async (ctx: Ctx, id: string): Promise<Library> =>
  (
    await ctx.sql<Library>(
      sql`select id, app_id as "appId", source_id as "sourceId" from vision.library where id = ${id}`,
    )
  )[0]!

export const faceLibraryHalf = implement(faceLibrary, {
  async beforeWrite(_ctx, values, before) {
    const { kind, urgent } = { ...before, ...values }
    if (urgent && kind !== LIBRARY_KINDS.watched[0])
      throw invalidFields([
        { field: 'urgent', text: ['只有重点关注的库产生告警', 'Only watched libraries open alarms'] },
      ])
  },
  async afterWrite(ctx, row, before, given) {
    const library = await stamped(ctx, row.id)
    if (!before) await beginGroup(ctx.sql, library)
    if ('personIds' in given) await setPeople(ctx, library, strings(given.personIds))
    if ('orgIds' in given) await setOrgs(ctx, library, strings(given.orgIds))
    if (before && before.name !== row.name) await touchArming(ctx, sql`library_id = ${row.id}`)
    await settleMembers(ctx.sql, row.id)
  },
  async compute(ctx, rows) {
    const ids = rows.map(row => row.id)
    const counts = await ctx.sql<{ id: string; people: number; devices: number }>(
      sql`select l.id, (select count(distinct m.person_id)::int from
          ${membersOf(sql`select unnest(${ids}::bigint[])`)} m where m.library_id = l.id) as people,
        (select count(distinct a.device_id)::int from vision.arming a where a.library_id = l.id) as devices
        from vision.library l where l.id = any(${ids}::bigint[])`,
    )
    // Values inside answers belong to who may read their noun.
    const people = mayRead(ctx.user, 'person')
      ? await ctx.sql<{ library_id: string; id: string; name: string }>(
          sql`select lp.library_id, p.id, p.name from vision.library_person lp
            join people.person p on p.id = lp.person_id and p.deleted_at is null
            where lp.library_id = any(${ids}::bigint[]) order by p.name, p.id`,
        )
      : []
    const orgs = mayRead(ctx.user, 'organization')
      ? await ctx.sql<{ library_id: string; id: string; name: string }>(
          sql`select lo.library_id, o.id, o.name from vision.library_org lo
            join people.organization o on o.id = lo.org_id
            where lo.library_id = any(${ids}::bigint[]) order by o.name, o.id`,
        )
      : []
    for (const row of rows) {
      const count = counts.find(one => one.id === row.id)
      const [own, below] = [people, orgs].map(all => all.filter(one => one.library_id === row.id))
      Object.assign(row, {
        ...{ personCount: count?.people ?? 0, deviceCount: count?.devices ?? 0 },
        ...{ personIds: own!.map(one => one.id), [refName('personIds')]: own!.map(one => one.name) },
        ...{ orgIds: below!.map(one => one.id), [refName('orgIds')]: below!.map(one => one.name) },
      })
    }
  },
})

export const libraryFollowing = following(faceLibrary, {
  keeps: [
    {
      table: 'vision.library_person',
      by: 'library_id',
      label: ['库内人员', 'Person of a library'],
      parentExists: sql`exists (select from people.person p where p.id = k.person_id and p.deleted_at is null)`,
    },
    {
      table: 'vision.library_org',
      by: 'library_id',
      label: ['库内组织', 'Organisation of a library'],
      parentExists: sql`exists (select from people.organization o where o.id = k.org_id)`,
    },
  ],
  restored: (ctx, row) => settleMembers(ctx.sql, row.id),
})

export const libraryOrgFollowing = following(organization, {
  keeps: [
    {
      table: 'vision.library_org',
      by: 'org_id',
      label: ['库内组织', 'Organisation of a library'],
      parentExists: sql`exists (select from vision.library l where l.id = k.library_id)`,
    },
  ],
})

/** An organisation came below another: the libraries of both have other members. */
export const librariesOfOrgs = contributes(organization, {
  on: {
    async moved(ctx) {
      const rows = await ctx.sql<{ id: string }>(
        sql`select distinct library_id as id from vision.library_org where app_id = ${ctx.appId} order by 1`,
      )
      for (const { id } of rows) await settleMembers(ctx.sql, id)
    },
  },
})
