/** The sealer: gives committed rows of the audit their place in the chain, without a lock that other transactions wait for. */
import { setImmediate } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Ports } from '../ports.ts'
import { ENTRY_COLUMNS, linkOf, type Entry } from './chain.ts'

const ENGINE = { role: 'engine' } as const
/** Rows per batch. Each batch scans all waiting rows, so it must not be small; and its one statement must be short. */
export const SEALED_AT_ONCE = 5000
/** Rows hashed before yielding to the event loop. */
const HASHED_AT_ONCE = 500

/** Seals one batch and returns its number of rows; 0 also while another process seals. */
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
    // The head moves over every row of the batch or none.
    if (sealed.length !== entries.length) throw new Error('rows of the audit went away while they were sealed')
    await query(sql`update audit.head set seq = ${String(seq)}, chain = ${chain}`)
    return entries.length
  })
}
