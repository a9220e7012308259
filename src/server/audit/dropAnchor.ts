/** Signs how far the chain has come, keeps the anchor in the database, and copies what this machine's file lacks. */
import sql from 'sql-template-tag'
import type { Ports } from '../ports.ts'
import { anchorKeys, signAnchor, type Anchor } from './anchor.ts'

const ENGINE = { role: 'engine' } as const

export type AnchorPorts = Pick<Ports, 'db' | 'vault' | 'anchors' | 'now'>

/** Can be repeated; signs nothing if nothing was sealed since the last anchor. */
export async function dropAnchor(ports: AnchorPorts): Promise<void> {
  const written = await ports.anchors.read()
  const lastWritten = newest(written)
  await ports.db.tx(ENGINE, async query => {
    const [head] = await query<{ seq: string; chain: Buffer }>(
      sql`select seq, chain from audit.head for update skip locked`,
    )
    // Another machine is making an anchor; this machine's file gets it in the next round.
    if (!head) return
    const [last] = await query<Anchor>(
      sql`select no, at, seq, chain, signature from audit.anchor order by no desc limit 1`,
    )
    if (head.seq === '0' || last?.seq === head.seq) return
    // The file may have later anchors than a database that was tampered with or restored.
    const no = maximum(last?.no, lastWritten?.no) + 1n
    const anchor = signAnchor(
      { no: String(no), at: ports.now().toISOString(), seq: head.seq, chain: head.chain },
      anchorKeys(ports.vault),
    )
    await query(
      sql`insert into audit.anchor (no, at, seq, chain, signature) values (${anchor.no}, ${anchor.at}, ${anchor.seq}, ${anchor.chain}, ${anchor.signature})`,
    )
  })
  await ports.anchors.append(
    await ports.db.query<Anchor>(
      ENGINE,
      sql`select no, at, seq, chain, signature from audit.anchor where no > ${lastWritten?.no ?? '0'} order by no`,
    ),
  )
}

const maximum = (...numbers: (string | undefined)[]): bigint =>
  numbers.reduce((most, number) => (BigInt(number ?? 0) > most ? BigInt(number!) : most), 0n)
export const newest = (anchors: readonly Anchor[]): Anchor | undefined =>
  anchors.reduce<Anchor | undefined>((last, one) => (!last || BigInt(one.no) > BigInt(last.no) ? one : last), undefined)
