/** The one sealer: gives committed rows of the audit their place in the chain, without a lock that business waits for. */
import { setImmediate } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Ports } from '../ports.ts'
import { ENTRY_COLUMNS, linkOf, type Entry } from './chain.ts'

const ENGINE = { role: 'engine' } as const
/** Each batch looks through everything that waits, so they must not be small; and one statement must end soon. */
export const SEALED_AT_ONCE = 5000
/** Hashed without a pause, so that the loop of the process stays quick. */
const HASHED_AT_ONCE = 500

/** Seals one batch and answers how many rows it had; 0 also while another process seals. */
export async function sealBatch(ports: Pick<Ports, 'db'>): Promise<number> {
  const [waiting] = await ports.db.query(ENGINE, sql`select 1 from audit.entry where seq is null limit 1`)
  if (!waiting) return 0
  return ports.db.tx(ENGINE, async query => {
    const [head] = await query<{ seq: string; chain: Buffer }>(
      sql`select seq, chain from audit.head for update skip locked`,
    )
    if (!head) return 0
    const entries = await query<Entry>(
      sql`select ${ENTRY_COLUMNS} from audit.entry e where seq is null order by e.id limit ${SEALED_AT_ONCE}`,
    )
    if (!entries.length) return 0
    const seqs: string[] = []
    const chains: Buffer[] = []
    let [seq, chain] = [BigInt(head.seq), head.chain]
    for (const entry of entries) {
      seq += 1n
      chain = linkOf(chain, seq, entry)
      seqs.push(String(seq))
      chains.push(chain)
      if (chains.length % HASHED_AT_ONCE === 0) await setImmediate()
    }
    const sealed = await query(
      sql`update audit.entry e set seq = s.seq, chain = s.chain
        from unnest(${entries.map(entry => entry.id)}::bigint[], ${seqs}::bigint[], ${chains}::bytea[]) as s (id, seq, chain)
        where e.id = s.id and e.seq is null returning 1`,
    )
    // The head moves over every row of the batch or over none.
    if (sealed.length !== entries.length) throw new Error('rows of the audit went away while they were sealed')
    await query(sql`update audit.head set seq = ${String(seq)}, chain = ${chain}`)
    return entries.length
  })
}
