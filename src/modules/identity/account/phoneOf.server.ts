/** The phone of an account, for messages to it. It is sealed in the database and shown masked everywhere else. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

/** Null where the account has none, is locked or does not exist. */
export async function phoneOf(ports: Ports, accountId: string): Promise<string | null> {
  const [row] = await ports.db.query<{ phone_sealed: Buffer | null }>(
    { role: 'engine' },
    sql`select phone_sealed from identity.account where id = ${accountId} and state = 0 and deleted_at is null`,
  )
  return row?.phone_sealed ? ports.vault.open(row.phone_sealed, `identity.account|phone|${accountId}`).toString() : null
}
