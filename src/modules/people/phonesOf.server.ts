/** The phones of people, for messages to them. They are sealed in the database and shown masked everywhere else. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'
import type { RunSql } from '#server/sql/db.ts'

export interface Phone {
  /** Whose it is. */
  name: string
  /** Null where they have none. */
  number: string | null
}

/** Of those among the people who are in the application. In the transaction of the engine. */
export async function phonesOf(
  { vault }: Pick<Ports, 'vault'>,
  query: RunSql,
  appId: string,
  personIds: readonly string[],
): Promise<Phone[]> {
  const people = await query<{ id: string; name: string; phone_sealed: Buffer | null }>(
    sql`select id, name, phone_sealed from people.person
      where id = any(${personIds}::bigint[]) and app_id = ${appId} and deleted_at is null order by id`,
  )
  return people.map(({ id, name, phone_sealed: sealed }) => ({
    name,
    number: sealed && vault.open(sealed, `people.person|phone|${id}`).toString(),
  }))
}

/** How many of the people are in the application. */
export async function countPeople(query: RunSql, appId: string, personIds: readonly string[]): Promise<number> {
  if (!personIds.length) return 0
  const [row] = await query<{ found: number }>(
    sql`select count(*)::int as found from people.person
      where id = any(${personIds}::bigint[]) and app_id = ${appId} and deleted_at is null`,
  )
  return row!.found
}
