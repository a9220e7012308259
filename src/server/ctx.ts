/** The one explicit argument of every operation: the caller, the scope, the time, and the ports it may use. */
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import { isId } from '#base/id.ts'
import type { Language } from '#base/text.ts'
import type { Input, Params } from '#model/row.ts'
import type { Actor, Query } from './sql/db.ts'
import type { Ports } from './ports.ts'

/** User types of the API contract. */
export const USER_TYPE = { admin: 0, staff: 1, agency: 2, supplier: 3, application: 4, end: 5 } as const

/** The sites and device groups to which an account is limited in one application. */
export interface Places {
  sites: readonly string[]
  groups: readonly string[]
  /** When it was limited to these, as an instant. */
  since: string
}

export interface Principal {
  userId: string
  username: string
  nickname: string
  type: number
  sourceId: string
  sourceCode: string
  main: boolean
  sessionId: string
  roleIds: readonly string[]
  permissions: ReadonlySet<string>
  /** Applications this user may act in; `source` means every application of `sources`, `all` every one. */
  apps: 'all' | 'source' | ReadonlySet<string>
  /** By application, for an account that is limited to places in it; missing for all other accounts. */
  places?: ReadonlyMap<string, Places>
  /** Organisations whose rows this user may see: the data scope of the roles. */
  sources: 'all' | readonly string[]
  /** When this session last proved its identity, at sign-in or later. */
  provedAt: Date
  /** For a program with an API key: the addresses it may call from. */
  key?: { holds(address: string): boolean }
  /** The role as which this user looks at the console, for trial: only reading, and never more than the user's own rights. */
  viewing?: { id: string; name: string }
}

export interface Emitted {
  /** `noun.happened`, for example `device.bound`. */
  type: string
  /** Events with the same key are handled in order. */
  key?: string
  appId?: string | null
  payload: Params
}

export interface AuditEntry {
  action: string
  object: string
  objectId?: string | null
  objectName?: string | null
  changes?: Input | null
  reason?: string | null
  /** The organisation of the rows, where the role of the transaction does not imply it. */
  sourceId?: string
}

export interface Ctx {
  user: Principal
  actor: Actor
  /** The application the request acts in, after the check that it may. */
  appId: string | null
  /** The time zone of the application, or of the platform: it decides where days begin, and what exports show. */
  zone: string
  language: Language
  requestId: string
  /** The job that the operation is part of. */
  jobId?: string
  ip: string
  sql: Query
  now: Date
  newId(): string
  /** Writes to the outbox, in this transaction. */
  emit(event: Emitted): Promise<void>
  /** Writes to the audit, in this transaction. */
  audit(entry: AuditEntry): Promise<void>
  /** Makes every process drop its cache of `name`, within 500 ms of the commit. */
  bump(name: 'identity' | 'devices' | 'access' | 'linkage' | 'callbacks'): Promise<void>
  ports: Ports
}

/** The context of an action that runs its statements itself, without the transaction and role of the request. */
export type DirectCtx = Omit<Ctx, 'sql' | 'emit' | 'audit' | 'bump'>

/** Whoever makes what nobody asked for: moves whose time has come, and their consequences. It is no account. */
export const SYSTEM: Principal = {
  userId: '0',
  username: 'system',
  nickname: 'system',
  type: USER_TYPE.admin,
  sourceId: '1',
  sourceCode: '',
  main: false,
  sessionId: '',
  roleIds: [],
  permissions: new Set(),
  apps: 'all',
  sources: 'all',
  provedAt: new Date(0),
}
/** The account by which a row is changed; null for the platform itself. */
export const accountOf = (user: Pick<Principal, 'userId'>): string | null => (user === SYSTEM ? null : user.userId)

export const isPlatform = (user: Principal): boolean => user.type === USER_TYPE.admin || user.type === USER_TYPE.staff

type Request = Pick<Ctx, 'user' | 'actor' | 'appId' | 'language' | 'requestId' | 'jobId' | 'ip' | 'ports'> & {
  zone?: string
}

/** Argument for `makeCtx`: the time zone of an application, if there is one. */
export const zoned = (app: { zone: string } | null): { zone?: string } => (app ? { zone: app.zone } : {})

/**
 * The organisation that owns the entry: the owner of the changed row, so that the audit shows nobody rows of an
 * organisation that they have no access to. Roles that write rows of several organisations look it up, so the entry is
 * written before the row is deleted.
 */
function ownerOf({ user, actor, ports }: DirectCtx, { object, objectId, sourceId }: AuditEntry): Sql {
  const implied = sourceId ?? ('sourceId' in actor ? actor.sourceId : undefined)
  if (implied) return sql`${implied}::bigint`
  const noun = ports.nouns.get(object)
  const owned = noun && noun.scope !== 'platform' && noun.life !== 'view'
  if (!owned || !objectId || !isId(objectId)) return sql`${user.sourceId}::bigint`
  return sql`coalesce((select o.source_id from ${raw(noun.table)} o where o.id = ${objectId}), ${user.sourceId}::bigint)`
}

/** The statement that writes an audit entry; can be part of a larger statement, to save a round trip, and be conditional there. */
export function auditInsert(ctx: DirectCtx, entry: AuditEntry, condition: Sql = empty): Sql {
  const { user } = ctx
  return sql`insert into audit.entry (id, at, actor_id, actor_name, source_id, app_id, ip, request_id, action, object,
    object_id, object_name, changes, reason)
    select ${ctx.newId()}, ${ctx.now}, ${accountOf(user)}, ${user.username}, ${ownerOf(ctx, entry)}, ${ctx.appId}, ${ctx.ip}, ${ctx.requestId},
      ${entry.action}, ${entry.object}, ${entry.objectId ?? null}, ${entry.objectName ?? null}, ${entry.changes ? JSON.stringify(entry.changes) : null}, ${entry.reason ?? null} ${condition}`
}

/** The context of an action that runs its statements itself. */
export const makeDirectCtx = (request: Request): DirectCtx => ({
  ...request,
  zone: request.zone ?? DEFAULT_ZONE,
  now: request.ports.now(),
  newId: request.ports.newId,
})

/** The context of one operation inside the transaction `query`. */
export function makeCtx(request: Request, query: Query, now: Date): Ctx {
  const { ports } = request
  const direct = { ...makeDirectCtx(request), now }
  return {
    ...direct,
    sql: query,
    async emit(event) {
      await query(sql`insert into engine.outbox (id, type, key, app_id, payload)
        values (${ports.newId()}, ${event.type}, ${event.key ?? null}, ${event.appId ?? request.appId}, ${JSON.stringify(event.payload)})`)
    },
    async audit(entry) {
      await query(auditInsert(direct, entry))
    },
    async bump(name) {
      await query(sql`update engine.head set version = version + 1 where name = ${name}`)
      query.afterCommit(() => ports.bus.publish('head', { name }))
    },
  }
}
