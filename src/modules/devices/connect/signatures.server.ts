/** Signed calls: each counts once, whichever process it reaches, and only within a few minutes of its time. */
import { hash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Call, CallRefusal } from '#model/gate.ts'
import { worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'

const ENGINE = { role: 'engine' } as const
const LATE_MS = 300_000
/** Longer than a signature can be used: its time may be as far ahead as it may be behind. */
const KEPT_MS = 600_000

/** Why a call whose signature is right is refused; null when it counts, once. Throws while the database is away. */
export async function judgeSignature(
  ports: Pick<Ports, 'db' | 'now'>,
  deviceId: string,
  { nonce, atMs, window = { behindMs: LATE_MS, aheadMs: LATE_MS } }: NonNullable<Call['signed']>,
): Promise<CallRefusal | null> {
  const now = ports.now().getTime()
  if (!(now - atMs <= window.behindMs && atMs - now <= window.aheadMs)) return 'stale'
  const keptMs = Math.max(KEPT_MS, window.behindMs + window.aheadMs)
  const fresh = await ports.db.query<{ device_id: string }>(
    ENGINE,
    prepared(sql`insert into devices.call_nonce (device_id, digest, until)
      values (${deviceId}, ${hash('sha256', nonce, 'buffer')}, ${new Date(now + keptMs)})
      on conflict do nothing returning device_id`),
  )
  return fresh.length > 0 ? null : 'replayed'
}

export const forgetSignatures = worker({
  name: 'devices.signatures',
  where: 'worker',
  async run(ports) {
    await ports.db.query(ENGINE, sql`delete from devices.call_nonce where until < ${ports.now()}`)
    return KEPT_MS / 10
  },
})
