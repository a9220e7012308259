/** Counts refused calls for each identity and address: a row is written at once, then at most once a second. */
import sql from 'sql-template-tag'
import type { CallRefusal } from '#model/gate.ts'
import { limitList } from '#server/limitList.ts'
import type { Ports } from '#server/ports.ts'

const EVERY_MS = 1000
const WINDOW_MS = 60_000
export const refusalLimits = limitList('refusal', {
  identities: [
    60,
    '/ min',
    '一个地址编造的身份，多出的合并计数',
    'Identities that one address invents; further ones are counted together',
  ],
  addresses: [20_000, '', '同时计数的地址', 'Addresses counted at the same time'],
})
export const OTHERS = '*'

export interface Refused {
  identity: string
  address: string
  protocol: string
  reason: CallRefusal
}

export class RefusalTally {
  private readonly ports: Ports
  private waiting = new Map<string, Refused & { tries: number }>()
  private readonly seen = new Map<string, { untilMs: number; identities: Set<string> }>()
  private timer: NodeJS.Timeout | undefined

  constructor(ports: Ports) {
    this.ports = ports
  }

  /** Resolves when the call is written, or will be within a second. Never rejects. */
  async count(refused: Refused): Promise<void> {
    const identity = this.named(refused)
    const key = `${identity} ${refused.address} ${refused.reason}`
    const before = this.waiting.get(key)
    this.waiting.set(key, { ...refused, identity, tries: (before?.tries ?? 0) + 1 })
    if (this.timer) return
    this.timer = setTimeout(() => void this.later(), EVERY_MS).unref()
    await this.flush()
  }

  /** Writes the counts. */
  async flush(): Promise<void> {
    const rows = [...this.waiting.values()].map(row => ({ id: this.ports.newId(), ...row }))
    this.waiting = new Map()
    if (!rows.length) return
    await this.ports.db
      .query(
        { role: 'engine' },
        sql`insert into devices.refusal as r (id, identity, address, protocol, reason, tries)
        select id, identity, address, protocol, reason, tries
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id bigint, identity text, address text,
        protocol text, reason text, tries integer)
        order by identity, address, reason
        on conflict (identity, address, reason) do update set tries = r.tries + excluded.tries, last_at = now()`,
      )
      .catch((error: Error) => this.ports.log.warn({ error: error.message }, 'refused calls could not be counted'))
  }

  private async later(): Promise<void> {
    // The database is about to be closed.
    if (this.ports.stopping.aborted) return
    const busy = this.waiting.size > 0
    await this.flush()
    this.timer = busy ? setTimeout(() => void this.later(), EVERY_MS).unref() : undefined
  }

  private named({ identity, address }: Refused): string {
    const now = this.ports.now().getTime()
    const open = this.seen.get(address)
    if (open && open.untilMs > now) {
      if (open.identities.has(identity)) return identity
      if (open.identities.size >= refusalLimits.most.identities) return OTHERS
      open.identities.add(identity)
      return identity
    }
    if (this.seen.size >= refusalLimits.most.addresses) this.seen.clear()
    this.seen.set(address, { untilMs: now + WINDOW_MS, identities: new Set([identity]) })
    return identity
  }
}
