/** Reads the audit's chain from its beginning, or from an anchor, and names the first row that differs from what was sealed. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import type { Ports } from '../ports.ts'
import { anchorKeys, isGenuine, type Anchor } from './anchor.ts'
import { ENTRY_COLUMNS, GENESIS, linkOf, type Entry } from './chain.ts'
import { newest } from './dropAnchor.ts'
import { retirementAnchor } from './retire.ts'

const ENGINE = { role: 'engine' } as const
const READ_AT_ONCE = 2000
const LAST_ID = '9223372036854775807'

/**
 * `changed` in place (or swapped) · `missing` from the middle or the beginning · `inserted` · `rewritten` including
 * digests · `cut` at the end · `anchors` only.
 */
export type Damage = 'changed' | 'missing' | 'inserted' | 'rewritten' | 'cut' | 'anchors'
export interface AuditReport {
  ok: boolean
  /** The first seq that differs from what was sealed; null when none does, or only anchors were changed. */
  firstBad: string | null
  damage: Damage | null
  text: Text
  /** Rows read and found intact. */
  rows: number
  from: string | null
  through: string | null
  /** Number of genuine anchors, and when the newest was signed: rows sealed later are protected by the chain alone. */
  anchors: number
  anchoredAt: string | null
  /** Rows not sealed yet. */
  waiting: number
}

type Row = Entry & { seq: string; chain: Buffer | null }
class Found extends Error {
  readonly damage: Damage
  readonly seq: bigint | null
  constructor(damage: Damage, seq: bigint | null) {
    super(damage)
    this.damage = damage
    this.seq = seq
  }
}

const WORDS: Record<Damage, (seq: string) => Text> = {
  changed: seq => [`第 ${seq} 行的内容被改动`, `Row ${seq} was changed`],
  missing: seq => [`第 ${seq} 行缺失`, `Row ${seq} is missing`],
  inserted: seq => [`第 ${seq} 处被插入了行`, `A row was inserted at ${seq}`],
  rewritten: seq => [
    `从第 ${seq} 行起被改写，与签名的锚不符`,
    `From row ${seq} on it was rewritten; a signed anchor says otherwise`,
  ],
  cut: seq => [`从第 ${seq} 行起被截断`, `Cut off from row ${seq} on`],
  anchors: () => ['锚被删除或改动', 'Anchors were removed or changed'],
}

/** `lastRows`: starts at the newest anchor at least this many rows back, instead of at the beginning. */
export async function verifyAudit(
  ports: Pick<Ports, 'db' | 'vault' | 'anchors' | 'now'>,
  options: { lastRows?: number } = {},
): Promise<AuditReport> {
  const keys = anchorKeys(ports.vault)
  const inDatabase = await ports.db.query<Anchor>(
    ENGINE,
    sql`select no, at, seq, chain, signature from audit.anchor order by no`,
  )
  const inFile = await ports.anchors.read()
  const genuine = [...inDatabase, ...inFile].filter(anchor => isGenuine(anchor, keys))
  const bySeq = new Map<string, Anchor>()
  for (const anchor of genuine) bySeq.set(`${anchor.seq} ${anchor.chain.toString('hex')}`, anchor)
  const anchors = [...bySeq.values()].sort((a, b) => (BigInt(a.seq) < BigInt(b.seq) ? -1 : 1))
  const report: AuditReport = {
    ok: true,
    firstBad: null,
    damage: null,
    text: ['审计完整', 'The audit is intact'],
    rows: 0,
    from: null,
    through: null,
    anchors: anchors.length,
    anchoredAt: newest(genuine)?.at ?? null,
    waiting: 0,
  }
  try {
    await walk(ports, anchors, report, options.lastRows)
    if (genuine.length < inDatabase.length + inFile.length || !sameAnchors(inDatabase, inFile))
      throw new Found('anchors', null)
  } catch (error) {
    if (!(error instanceof Found)) throw error
    const seq = error.seq === null ? null : String(error.seq)
    Object.assign(report, { ok: false, firstBad: seq, damage: error.damage, text: WORDS[error.damage](seq ?? '') })
  }
  return report
}

/** Every anchor of the file must be in the database too, and no number may be missing from both. */
function sameAnchors(inDatabase: readonly Anchor[], inFile: readonly Anchor[]): boolean {
  const known = new Set(inDatabase.map(anchor => anchor.no))
  const all = [...new Set([...known, ...inFile.map(anchor => anchor.no)])].map(BigInt).sort((a, b) => (a < b ? -1 : 1))
  return inFile.every(anchor => known.has(anchor.no)) && all.every((no, at) => no === BigInt(at + 1))
}

async function walk(
  ports: Pick<Ports, 'db' | 'now'>,
  anchors: readonly Anchor[],
  report: AuditReport,
  lastRows: number | undefined,
): Promise<void> {
  const start = await startOf(ports, anchors, lastRows)
  const expectations = new Map<string, Buffer[]>()
  for (const anchor of anchors) expectations.set(anchor.seq, [...(expectations.get(anchor.seq) ?? []), anchor.chain])
  let { seq, chain } = start
  /** Rows up to here are covered by a signature. */
  let vouched = seq
  let lastId = LAST_ID
  report.from = String(seq + 1n)
  for (;;) {
    const rows: Row[] = await ports.db.query<Row>(
      ENGINE,
      sql`select seq, chain, ${ENTRY_COLUMNS} from audit.entry e where e.seq >= ${String(seq)} and (e.seq, e.id) > (${String(seq)}, ${lastId}) order by e.seq, e.id limit ${READ_AT_ONCE}`,
    )
    for (const row of rows) {
      const at = BigInt(row.seq)
      if (at > seq + 1n) throw new Found('missing', seq + 1n)
      if (at <= seq) throw new Found('inserted', at)
      const link = linkOf(chain, at, row)
      if (!row.chain || !link.equals(row.chain)) throw new Found('changed', at)
      const expected = expectations.get(row.seq)
      if (expected?.some(one => !one.equals(link))) throw new Found('rewritten', vouched + 1n)
      if (expected) vouched = at
      ;[seq, chain, lastId] = [at, link, row.id]
      report.rows += 1
      report.through = row.seq
    }
    if (rows.length < READ_AT_ONCE) break
  }
  await judgeEnd(ports, anchors, report, { seq, chain, vouched })
}

/** The chain must reach exactly as far as the sealer and every anchor say. */
async function judgeEnd(
  ports: Pick<Ports, 'db'>,
  anchors: readonly Anchor[],
  report: AuditReport,
  end: { seq: bigint; chain: Buffer; vouched: bigint },
): Promise<void> {
  const [now] = await ports.db.query<{ seq: string; chain: Buffer; last: string | null; waiting: number }>(
    ENGINE,
    sql`select h.seq, h.chain, (select max(seq) from audit.entry) as last,
      (select count(*)::int from audit.entry where seq is null) as waiting
      from audit.head h`,
  )
  if (!now) throw new Found('rewritten', end.vouched + 1n)
  const head = BigInt(now.seq)
  const last = now.last ? BigInt(now.last) : end.seq
  const anchored = anchors.reduce((most, anchor) => (BigInt(anchor.seq) > most ? BigInt(anchor.seq) : most), 0n)
  report.waiting = now.waiting
  if (last > head) throw new Found('inserted', head + 1n)
  // More rows were sealed during the verification: they are left to the next one.
  if (end.seq < last) return
  if (end.seq < head || end.seq < anchored) throw new Found('cut', end.seq + 1n)
  if (end.seq === head && !end.chain.equals(now.chain)) throw new Found('rewritten', end.vouched + 1n)
}

/** Where to begin, and with which link. Rows at the beginning may be missing only up to an anchor that is old enough. */
async function startOf(
  ports: Pick<Ports, 'db' | 'now'>,
  anchors: readonly Anchor[],
  lastRows: number | undefined,
): Promise<{ seq: bigint; chain: Buffer }> {
  const [row] = await ports.db.query<{ first: string | null; head: string }>(
    ENGINE,
    sql`select (select min(seq) from audit.entry) as first, seq as head from audit.head`,
  )
  const head = BigInt(row?.head ?? 0)
  if (lastRows !== undefined) {
    const near = anchors.filter(anchor => BigInt(anchor.seq) <= head - BigInt(lastRows)).at(-1)
    if (near) return { seq: BigInt(near.seq), chain: near.chain }
  }
  const first = row?.first ? BigInt(row.first) : head + 1n
  if (first <= 1n) return { seq: 0n, chain: GENESIS }
  const allowed = retirementAnchor(anchors, ports.now())
  // A removal may have stopped half way: its remaining rows are about to be removed too.
  if (allowed && first <= BigInt(allowed.seq) + 1n) return { seq: BigInt(allowed.seq), chain: allowed.chain }
  throw new Found('missing', allowed ? BigInt(allowed.seq) + 1n : 1n)
}
