/**
 * Whoever acts for somebody who is not there has that somebody's points, as they are now: rules, callbacks and escalations
 * act for who last saved them. An account that is locked or removed, no longer enters the application, is limited to places
 * there or lost a point lets nothing act any more, until somebody with the points saves it again. What no account saved is
 * the platform's own.
 */
import sql from 'sql-template-tag'
import { translate, type Text } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { missingRight } from '#server/auth/missingRight.ts'
import type { Ctx, Principal } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'
import type { Db, RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { entersApp, rightsOf, type Rights } from '../role/rights.server.ts'
import type { NeededPoints } from './neededPoints.rules.ts'

/** For whom something acts, and in which application. */
export interface Saver {
  /** Null: the platform itself. */
  userId: string | null
  appId: string
  sourceId: string
}

const LOCKED: Text = [
  '最后保存的账号已停用或删除，请由有权限的人重新保存',
  'Who last saved it can no longer act; somebody with the permissions must save it again',
]
const OUTSIDE: Text = [
  '最后保存的账号已不能进入本应用，请由有权限的人重新保存',
  'Who last saved it has no access to this application any more; somebody with the permissions must save it again',
]
const LIMITED: Text = [
  '最后保存的账号已限定设备范围，请由有权限的人重新保存',
  'Who last saved it is limited to some sites or device groups; somebody with the permissions must save it again',
]
const SAVER: Text = ['最后保存的账号', 'Who last saved it: ']

const missingOf = (permissions: ReadonlySet<string>, needed: NeededPoints): string | undefined =>
  needed.find(some => !some.some(point => permissions.has(point)))?.[0]

/** Refuses the caller who lacks what the thing needs that they save; the refusal names the point. */
export function requirePoints({ permissions }: Principal, needed: NeededPoints): void {
  const point = missingOf(permissions, needed)
  if (point !== undefined) throw new Refusal('forbidden', { point })
}

/** Why it must not act now for who last saved it, or null. Mostly costs no statement. */
export async function heldBack(
  ports: Ports,
  query: RunSql,
  { userId, appId, sourceId }: Saver,
  needed: NeededPoints,
): Promise<Text | null> {
  if (userId === null) return null
  const rights = await standingOf(ports, query, userId)
  if (!rights) return LOCKED
  if (!entersApp(rights, { appId, sourceId })) return OUTSIDE
  if (rights.places?.has(appId)) return LIMITED
  const point = missingOf(rights.permissions, needed)
  if (point === undefined) return null
  const [zh, en] = missingRight(point, ports.nouns)
  return [`${SAVER[0]}${zh}`, `${SAVER[1]}${en}`]
}

/** For lists: why each of the rows must not act now, in the caller's language, by its id; nothing for those that may. */
export async function heldBackRows(
  ctx: Ctx,
  rows: readonly (Saver & { id: string; needed: NeededPoints })[],
): Promise<ReadonlyMap<string, string>> {
  // Applications cannot read accounts, so the question is asked as the engine.
  const query: RunSql = text => ctx.ports.db.query({ role: 'engine' }, text)
  const why = new Map<string, string>()
  for (const { id, needed, ...saver } of rows) {
    const text = await heldBack(ctx.ports, query, saver, needed)
    if (text) why.set(id, translate(text, ctx.language))
  }
  return why
}

interface Remembered {
  version: string
  lookedMs: number
  /** Null for accounts that may not act. */
  rights: Map<string, { is: Rights | null; untilMs: number }>
}
/** A change of identity data is noticed after this time at the latest, as for sessions. */
const LOOK_MS = 500
const MAX_REMEMBERED = 10_000
const remembered = new WeakMap<Db, Remembered>()

/** The rights of an account that may act now, else null: from memory while identity data are unchanged. */
async function standingOf({ db, bus, now }: Ports, query: RunSql, userId: string): Promise<Rights | null> {
  let known = remembered.get(db)
  if (!known) {
    known = { version: '', lookedMs: 0, rights: new Map() }
    const own = known
    remembered.set(db, known)
    bus.subscribe('head', ({ name }) => {
      if (name === 'identity') own.lookedMs = 0
    })
  }
  await forgetChanged(known, query)
  const found = known.rights.get(userId)
  if (found && found.untilMs > now().getTime()) return found.is
  const { version } = known
  const [account] = await query<{ expires_at: string | null }>(
    prepared(sql`select (select k.expires_at from identity.api_key k where k.id = a.id) as expires_at
      from identity.account a where a.id = ${userId} and a.state = 0 and a.deleted_at is null`),
  )
  const untilMs = account?.expires_at ? Date.parse(account.expires_at) : Infinity
  const acts = account !== undefined && untilMs > now().getTime()
  const is = acts ? ((await rightsOf(query, [userId])).get(userId) ?? null) : null
  if (known.rights.size >= MAX_REMEMBERED) known.rights.clear()
  // What was read before a change that was noticed meanwhile is not kept after it.
  if (known.version === version) known.rights.set(userId, { is, untilMs: acts ? untilMs : Infinity })
  return is
}

async function forgetChanged(known: Remembered, query: RunSql): Promise<void> {
  const nowMs = performance.now()
  if (known.lookedMs !== 0 && nowMs - known.lookedMs < LOOK_MS) return
  known.lookedMs = nowMs
  const [head] = await query<{ version: string }>(
    prepared(sql`select version from engine.head where name = 'identity'`),
  )
  if (head?.version === known.version) return
  known.version = head?.version ?? ''
  known.rights.clear()
}
