/** The server half of the log of devices: what its lines contain, and the search for it. */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Row } from '#model/row.ts'
import type { Ctx } from '#server/ctx.ts'
import { implement } from '#server/parts.ts'
import { deviceLog } from './facts.noun.ts'
import { FRAME_KINDS } from './frameKinds.ts'

const FACT_KINDS: readonly number[] = [FRAME_KINDS.event[0], FRAME_KINDS.ask[0]]
/** A line of a fact whose content has not been read yet. */
const isFactWithoutContent = (row: Row): boolean =>
  (row.content ?? null) === null && FACT_KINDS.includes(Number(row.kind))

/** Earlier versions stored the number of the request as its identifier. */
const isUnnamedReply = ({ kind, identifier, requestId }: Row): boolean =>
  kind === FRAME_KINDS.reply[0] && (identifier ?? requestId) === requestId

async function nameReplies(ctx: Ctx, replies: Row[]): Promise<void> {
  if (!replies.length) return
  const sent = await ctx.sql<{ request_id: string; identifier: string | null }>(
    sql`select request_id, identifier from devices.frame
      where request_id = any(${replies.map(row => row.requestId)}::text[]) and not upstream`,
  )
  for (const row of replies)
    row.identifier = sent.find(({ request_id: id }) => id === row.requestId)?.identifier ?? null
}

export const deviceLogHalf = implement(deviceLog, {
  found: {
    // No index knows what messages contain, so those of one device are read. Lines of facts have the id of their fact, which
    // is stored longer than they are: older facts are not read.
    content(given, _ctx, { deviceId }) {
      const contains = (column: string): Sql => sql`position(lower(${given}) in lower(${raw(column)}::text)) > 0`
      const facts = sql`device_id = ${deviceId}
        and id >= (select min(f.id) from devices.frame f where f.device_id = ${deviceId}) and ${contains('params')}`
      return sql`(${contains('t.content')} or t.id in (
        select id from devices.event where ${facts} union all select id from devices.passage where ${facts}))`
    },
  },
  /**
   * A device is named as people call it, with its serial number. Lines of facts have the fact's id and no content of
   * their own: it is read from the fact. A reply contains no identifier: that of its command is shown.
   */
  async compute(ctx, rows) {
    const devices = await ctx.sql<{ id: string; name: string }>(
      sql`select id, name || ' · ' || sn as name from devices.device
        where id = any(${rows.map(row => row.deviceId)}::bigint[])`,
    )
    for (const row of rows)
      Object.assign(row, { deviceName: devices.find(one => one.id === row.deviceId)?.name ?? null })
    await nameReplies(ctx, rows.filter(isUnnamedReply))
    const ids = rows.filter(isFactWithoutContent).map(row => row.id)
    if (!ids.length) return
    const facts = await ctx.sql<{ id: string; params: unknown }>(
      sql`select id, params from devices.event where id = any(${ids}::bigint[])
        union all select id, params from devices.passage where id = any(${ids}::bigint[])`,
    )
    for (const row of rows) row.content ??= facts.find(fact => fact.id === row.id)?.params ?? null
  },
})
