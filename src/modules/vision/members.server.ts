/** The members of libraries: those who are named, and all of the organisations that are. What devices follow is their log. */
import sql, { type Sql } from 'sql-template-tag'
import { touchMembers } from '#modules/sync/api.ts'
import type { Query, RunSql } from '#server/sql/db.ts'

/** The kind of faces in libraries in the sync engine; their ids are those of people. */
export const FACE = 'face'

/** Rows of `library_id` and `person_id`, of the libraries whose ids `which` selects; people who were removed are none. */
export const membersOf = (which: Sql): Sql => sql`(
  with recursive below as (
    select library_id, org_id as id from vision.library_org where library_id in (${which})
    union select b.library_id, o.id from below b join people.organization o on o.parent_id = b.id
  )
  select lp.library_id, lp.person_id from vision.library_person lp
  join people.person p on p.id = lp.person_id and p.deleted_at is null where lp.library_id in (${which})
  union select b.library_id, p.id from below b join people.person p on p.org_id = b.id and p.deleted_at is null)`

/** Writes to the log of a library who joined it and who left it. Call it last in the transaction. */
export async function settleMembers(query: Query, libraryId: string): Promise<void> {
  const rows = await query<{ id: string; gone: boolean }>(
    sql`select coalesce(m.person_id, s.subject_id) as id, m.person_id is null as gone
      from ${membersOf(sql`${libraryId}::bigint`)} m
      full join (select subject_id from sync.member
        where group_id = ${libraryId} and subject_kind = ${FACE} and not gone) s on s.subject_id = m.person_id
      where m.person_id is null or s.subject_id is null order by 1`,
  )
  for (const [gone, some] of Map.groupBy(rows, row => row.gone))
    await touchMembers(
      query,
      libraryId,
      FACE,
      some.map(row => row.id),
      gone,
    )
}

/** The libraries that a person belongs to, or did by the log. */
export const librariesOf = async (query: RunSql, personId: string): Promise<{ id: string; member: boolean }[]> =>
  query<{ id: string; member: boolean }>(
    sql`select l.id, m.person_id is not null as member from people.person p
      join vision.library l on l.app_id = p.app_id
      left join ${membersOf(sql`select id from vision.library
        where app_id = (select app_id from people.person where id = ${personId})`)} m
        on m.library_id = l.id and m.person_id = p.id
      left join sync.member s on s.group_id = l.id and s.subject_kind = ${FACE} and s.subject_id = p.id and not s.gone
      where p.id = ${personId} and (m.person_id is not null or s.subject_id is not null) order by l.id`,
  )
