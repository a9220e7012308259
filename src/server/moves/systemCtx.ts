/** The context of what the platform does by itself, in the application or organisation of a row. */
import { makeCtx, SYSTEM, type Ctx } from '../ctx.ts'
import type { Ports } from '../ports.ts'
import type { Actor, Query } from '../sql/db.ts'

interface Where {
  /** The role of the transaction; the engine's by default. */
  actor?: Actor
  appId?: string | null
  zone?: string
}

export const systemCtx = (ports: Ports, query: Query, { actor, appId, zone }: Where = {}): Ctx =>
  makeCtx(
    {
      ...{ ports, user: SYSTEM, actor: actor ?? { role: 'engine' }, appId: appId ?? null },
      ...{ language: 'zh', requestId: '', ip: '' },
      ...(zone ? { zone } : {}),
    },
    query,
    ports.now(),
  )
