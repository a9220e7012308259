/** The principal of a token: read once, cached for at most 30 seconds, and dropped as soon as identity data change. */
import sql from 'sql-template-tag'
import type { Principal } from '#server/ctx.ts'
import type { Ports } from '#server/ports.ts'
import type { Query } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { holdsAddress } from '../apiKey/addresses.server.ts'
import { rightsOf } from '../role/rights.server.ts'
import { digestOf } from './session.server.ts'
import { viewAs } from './viewAs.server.ts'

const ENGINE = { role: 'engine' } as const
const REMEMBER_MS = 30_000
const POLL_MS = 500
const MAX_REMEMBERED = 20_000

interface Remembered {
  principal: Principal
  until: number
}

interface Account {
  account_id: string
  username: string
  nickname: string | null
  type: number
  source_id: string
  source_code: string
  main: boolean
  /** Whether it is the account of an API key, and from which addresses that may be used. */
  machine: boolean
  key_addresses: string | null
}

/** The principal of an account with its current rights. */
async function principalFrom(query: Query, row: Account, session: { id: string; provedAt: Date }): Promise<Principal> {
  const rights = (await rightsOf(query, [row.account_id])).get(row.account_id)
  if (!rights) throw new Error(`account ${row.account_id} has no rights to read`)
  return {
    userId: row.account_id,
    username: row.username,
    nickname: row.nickname ?? row.username,
    type: row.type,
    sourceId: row.source_id,
    sourceCode: row.source_code,
    main: row.main,
    sessionId: session.id,
    roleIds: rights.roleIds,
    permissions: rights.permissions,
    apps: rights.apps,
    sources: rights.sources,
    ...(rights.places ? { places: rights.places } : {}),
    provedAt: session.provedAt,
    ...(row.machine ? { key: { holds: holdsAddress(row.key_addresses) } } : {}),
  }
}

const ACCOUNT = sql`a.id as account_id, a.username, a.nickname, a.type, a.source_id, o.code as source_code, a.main, a.machine,
  (select k.addresses from identity.api_key k where k.id = a.id) as key_addresses`

/** The current principal of an account, for work that continues without its session; null when it may no longer act. */
export const principalOf = (ports: Ports, userId: string): Promise<Principal | null> =>
  ports.db.tx(ENGINE, async query => {
    const [row] = await query<Account>(
      sql`select ${ACCOUNT} from identity.account a join identity.organisation o on o.id = a.source_id
        where a.id = ${userId} and a.state = 0 and a.deleted_at is null`,
    )
    return row ? principalFrom(query, row, { id: '', provedAt: new Date(0) }) : null
  })

async function load(
  ports: Ports,
  token: string,
  roleId: string | undefined,
): Promise<{ principal: Principal; untilMs: number } | null> {
  return ports.db.tx(ENGINE, async query => {
    const [row] = await query<
      Account & { session_id: string; access_until: string; proved_at: string; quiet: boolean }
    >(sql`
      select s.id as session_id, s.access_until, s.proved_at, s.last_seen_at < now() - interval '5 minutes' as quiet, ${ACCOUNT}
      from identity.session s join identity.account a on a.id = s.account_id
      join identity.organisation o on o.id = a.source_id
      where s.access_hash = ${digestOf(token)} and s.revoked_at is null and s.access_until > ${ports.now()} and a.state = 0 and a.deleted_at is null`)
    if (!row) return null
    if (row.quiet) await query(sql`update identity.session set last_seen_at = now() where id = ${row.session_id}`)
    const session = { id: row.session_id, provedAt: new Date(row.proved_at) }
    const own = await principalFrom(query, row, session)
    return {
      untilMs: new Date(row.access_until).getTime(),
      principal: roleId === undefined ? own : await viewAs(query, own, roleId),
    }
  })
}

export interface Authenticator {
  /** `roleId`: the role as which the user looks at the console. */
  authenticate(token: string, roleId?: string): Promise<Principal | null>
  stop(): void
}

/** One per process. A change of identity data arrives by the bus at once, or by polling within 500 ms. */
export function makeAuthenticator(ports: Ports): Authenticator {
  const remembered = new Map<string, Remembered>()
  let version = ''
  /** Counts invalidations: what was read before one is not cached after it. */
  let forgettings = 0
  const forgetAll = (): void => {
    remembered.clear()
    forgettings += 1
  }
  const forget = ports.bus.subscribe('head', message => {
    if (message.name === 'identity') forgetAll()
  })
  const poll = async (): Promise<void> => {
    try {
      const [head] = await ports.db.query<{ version: string }>(
        ENGINE,
        prepared(sql`select version from engine.head where name = 'identity'`),
      )
      if (head && head.version !== version) {
        version = head.version
        forgetAll()
      }
    } catch {
      // While the database is unavailable, no token can be looked up again; cached ones expire.
    }
  }
  const timer = setInterval(() => void poll(), POLL_MS)
  timer.unref()
  return {
    async authenticate(token, roleId) {
      if (!/^at_[A-Za-z0-9_-]{43}$/.test(token)) return null
      const key = `${digestOf(token).toString('base64')} ${roleId ?? ''}`
      const known = remembered.get(key)
      if (known && known.until > Date.now()) return known.principal
      const before = forgettings
      const loaded = await load(ports, token, roleId)
      if (!loaded) return null
      if (before !== forgettings) return loaded.principal
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.set(key, { principal: loaded.principal, until: Math.min(Date.now() + REMEMBER_MS, loaded.untilMs) })
      return loaded.principal
    },
    stop() {
      clearInterval(timer)
      forget()
    },
  }
}
