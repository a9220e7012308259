/** Step-up: a sensitive operation requires a proof of identity within the last five minutes. */
import { Refusal } from '#model/error.ts'
import type { Principal } from '../ctx.ts'
import type { Ports } from '../ports.ts'

const PROOF_MS = 5 * 60_000

/** Refuses with 428 `{need:'proof'}`. The cached session may be older than its last proof, so the database is asked. */
export async function requireProof(ports: Ports, user: Principal): Promise<void> {
  if (user.key)
    throw new Refusal('forbidden', {
      text: ['此操作需要本人验证，接入密钥不能执行', 'This requires a person; an API key cannot do it'],
    })
  const since = ports.now().getTime() - PROOF_MS
  if (user.provedAt.getTime() >= since) return
  const last = await ports.lastProof(user.sessionId || '0')
  if (last && last.provedAt.getTime() >= since) return
  const factors = last?.factors ?? []
  const ways = [...(factors.includes(2) ? ['passkey'] : []), ...(factors.includes(1) ? ['totp'] : [])]
  throw new Refusal('need_proof', { data: { need: 'proof', ways: ways.length ? ways : ['password'] } })
}
