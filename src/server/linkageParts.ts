/** The server halves of what modules add to linkage rules: what started them, what conditions find, what acts do. */
import type { Text } from '#base/text.ts'
import type { Check, Known } from '#model/linkage.ts'
import type { Params } from '#model/row.ts'
import type { Ctx } from './ctx.ts'
import type { OutboxEvent } from './parts.ts'
import type { Ports } from './ports.ts'
import type { Query } from './sql/db.ts'

/** What started a rule. */
export interface Cause {
  /** A rule starts once for each. */
  factId?: string
  device?: { id: string; name: string }
  /** The key of the event, or of the trigger. */
  event: string
  fields: Params | null
  personId?: string | null
  at: string
}
/** Reads what an event of the outbox is about; without this half, it is what the event carries. */
export interface Causes {
  part: 'causes'
  /** The key of the trigger. */
  of: string
  /** Null for what is gone, and for what starts nothing. `late`: it describes the past, and must not move anything now. */
  read(query: Query, event: OutboxEvent): Promise<(Cause & { late?: boolean; received: string }) | null>
  /** A run that it started has begun, gone on or ended. */
  ran?(ports: Ports, query: Query, factId: string): Promise<void>
}
export const causes = (spec: Omit<Causes, 'part'>): Causes => ({ part: 'causes', ...spec })

/** Judges a condition by what it finds in the database. */
export interface Looks {
  part: 'looks'
  /** The key of the condition. */
  of: string
  /** `name` is that of the row which the condition refers to. */
  look(
    ports: Pick<Ports, 'classes'>,
    query: Query,
    condition: Readonly<Params>,
    known: Known,
  ): Promise<Check & { name?: string | undefined }>
}
export const looks = (spec: Omit<Looks, 'part'>): Looks => ({ part: 'looks', ...spec })

/** An action while it is carried out. */
export interface Acting {
  rule: { id: string; name: string }
  run: { id: string; appId: string; sourceId: string }
  /** Null where it is about no device. */
  device: { id: string; name: string } | null
  params: Readonly<Params>
  endAfterS: number | null
}
export interface Acted {
  /** `sent`: it ends later, and `ended` is asked for it by `ref`. */
  state: 'done' | 'failed' | 'sent'
  message?: Text
  ref?: string
}
export interface Acts {
  part: 'acts'
  /** The key of the act. */
  of: string
  /** Refuses what the rule may not do; `before` are the parameters with which it was saved last. */
  judge?(
    ctx: Ctx,
    given: { device: { id: string; name: string } | null; params: Readonly<Params> },
    before: readonly Readonly<Params>[],
  ): Promise<void>
  /** In the transaction of the engine. A refusal is the outcome of the action. */
  run(ports: Ports, query: Query, acting: Acting): Promise<Acted>
  ended?(query: Query, ref: string): Promise<Acted>
}
export const acts = (spec: Omit<Acts, 'part'>): Acts => ({ part: 'acts', ...spec })

export type LinkagePart = Causes | Looks | Acts
