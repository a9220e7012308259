/** When the user of a session last proved their identity. */
import sql from 'sql-template-tag'
import type { LastProof } from '#server/ports.ts'
import type { Db } from '#server/sql/db.ts'

/** Null for an unknown session. */
export async function lastProof(db: Db, sessionId: string): Promise<LastProof | null> {
  const [session] = await db.query<{ proved_at: string; factors: number[] | null }>(
    { role: 'engine' },
    sql`select s.proved_at,
      (select array_agg(distinct f.kind) from identity.factor f where f.account_id = s.account_id) as factors
    from identity.session s where s.id = ${sessionId}`,
  )
  return session ? { provedAt: new Date(session.proved_at), factors: session.factors ?? [] } : null
}
