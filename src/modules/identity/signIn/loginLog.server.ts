/** The sign-in log, the open sessions, and ending them. */
import { BlockList, isIP } from 'node:net'
import sql from 'sql-template-tag'
import { translate } from '#base/text.ts'
import { Refusal } from '#model/error.ts'
import { implement } from '#server/parts.ts'
import { agentWords } from './agentWords.rules.ts'
import { canonicalAddress } from '#base/address.ts'
import { loginLog } from './loginLog.noun.ts'
import { organisation } from '../organisation/organisation.noun.ts'
import { checkReach } from '../role/reach.server.ts'
import { endSessions } from './session.server.ts'

const networks = (...of: readonly [address: string, prefix: number][]): BlockList => {
  const list = new BlockList()
  for (const [address, prefix] of of) list.addSubnet(address, prefix, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return list
}
const LOCAL = networks(['127.0.0.0', 8], ['::1', 128])
const INSIDE = networks(
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['fc00::', 7],
  ['fe80::', 10],
)
/** Where an address is; null for what is none. */
function networkOf(ip: string | null): 'local' | 'inside' | 'outside' | null {
  const address = canonicalAddress(ip ?? '') ?? ''
  const version = isIP(address)
  if (!version) return null
  const within = (list: BlockList): boolean => list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  return within(LOCAL) ? 'local' : within(INSIDE) ? 'inside' : 'outside'
}

/** Users see the organisations of their data scope. */
export const organisationHalf = implement(organisation, {
  narrowsToOwn: true,
  narrow: ({ user }) => (user.sources === 'all' ? [] : [sql`t.id = any(${user.sources}::bigint[])`]),
})

export const loginLogHalf = implement(loginLog, {
  async compute(ctx, rows) {
    const ids = rows.map(row => row.sessionId).filter(Boolean)
    const live = await ctx.sql<{ id: string }>(
      sql`select id from identity.session where id = any(${ids}::bigint[]) and revoked_at is null and refresh_until > now()`,
    )
    const online = new Set(live.map(session => session.id))
    for (const row of rows)
      Object.assign(row, {
        online: online.has(String(row.sessionId)),
        network: networkOf(row.ip),
        client: translate(agentWords(row.agent), ctx.language),
      })
  },
  actions: {
    async kick(ctx, input) {
      const [entry] = await ctx.sql<{ session_id: string | null; username: string }>(
        sql`select session_id, username from identity.login_log where id = ${input.id}`,
      )
      if (!entry) throw new Refusal('not_found')
      if (!entry.session_id)
        throw new Refusal('wrong_state', { text: ['该次登录没有会话', 'That attempt opened no session'] })
      const [account] = await ctx.sql<{ id: string; type: number; main: boolean }>(
        sql`select a.id, a.type, a.main from identity.session s join identity.account a on a.id = s.account_id where s.id = ${entry.session_id}`,
      )
      if (!account) throw new Refusal('not_found')
      await checkReach(ctx, account)
      await endSessions(ctx.sql, ctx.ports, { sessionId: entry.session_id }, 'kicked')
      await ctx.audit({ action: 'kick', object: 'loginLog', objectId: input.id!, objectName: entry.username })
      return true
    },
  },
})
