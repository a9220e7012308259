/** Messages that were set aside: showing their content, and storing them again, once. */
import sql from 'sql-template-tag'
import { isId } from '#base/id.ts'
import { Refusal } from '#model/error.ts'
import { storedAs } from '#model/families.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { toState } from '#server/moves/toState.ts'
import { handler, implement } from '#server/parts.ts'
import { isLater } from '#server/sql/causeOf.ts'
import { reasonOf } from './bury.server.ts'
import { deadMessage } from './deadMessage.noun.ts'
import { mergeStates, renewIds, type Rows } from './lanes.server.ts'
import { tallyLane } from './tallyLane.ts'

const ENGINE = { role: 'engine' } as const
/** Characters of all messages in one answer; each gets an equal share. */
const SHOWN_CHARACTERS = 512 * 1024
const AGAIN = 'deadMessage.again'
/** An unreadable message may be of any of these kinds. */
const UNREADABLE = ['passRecord', 'deviceCapture', 'deviceEvent', 'deviceLog']
const NOUNS = { passage: 'passRecord', capture: 'deviceCapture', event: 'deviceEvent', reading: 'deviceEvent' } as const

/** The message and its result, without internal columns. */
function shown(payload: string, characters: number): unknown {
  if (payload.length > characters) return { cut: payload.slice(0, characters) }
  try {
    return JSON.parse(payload) as unknown
  } catch {
    return { cut: payload }
  }
}

/** The kinds of rows it would have become: users who may not read those see nothing of it. */
function kindsIn(payload: string): string[] {
  try {
    const { facts = [], states = [], frames = [] } = JSON.parse(payload) as Partial<Rows>
    return [
      ...new Set([
        ...facts.map(fact => NOUNS[storedAs(Number(fact.family))]),
        ...(states.length ? ['deviceBind'] : []),
        ...(frames.length ? ['deviceLog'] : []),
      ]),
    ]
  } catch {
    return UNREADABLE
  }
}

export const deadMessageHalf = implement(deadMessage, {
  async compute(ctx, rows) {
    const ids = rows.map(row => row.id)
    const found = await ctx.sql<{ id: string; payload: string; dropped: number }>(
      sql`select m.id, m.payload #>> '{}' as payload, coalesce(d.n, 0)::int as dropped from devices.dead_message m
        left join devices.dead_dropped d on d.device_id = m.device_id where m.id = any(${ids}::bigint[])`,
    )
    for (const row of rows) {
      const one = found.find(({ id }) => id === row.id)
      row.dropped = one?.dropped ?? 0
      const readable = one !== undefined && kindsIn(one.payload).every(noun => mayRead(ctx.user, noun))
      row.message = readable ? shown(one.payload, Math.floor(SHOWN_CHARACTERS / rows.length)) : null
      // Error messages of the database quote the refused values.
      if (!readable) row.error = ''
    }
  },
  actions: {
    /** Requested here, done by the engine a moment later: what still cannot be stored stays, with the new reason. */
    async again(ctx, input) {
      const ids = (input.ids ?? []).filter(isId).slice(0, 1000)
      const rows = await ctx.sql<{ id: string; device_id: string | null; app_id: string | null; what: string | null }>(
        sql`select id, device_id, app_id, what from devices.dead_message where id = any(${ids}::bigint[]) and state = 0 order by id`,
      )
      if (!rows.length && ids.length === 1)
        throw new Refusal('wrong_state', {
          text: ['不存在，或已补存', 'It no longer exists or has already been stored'],
        })
      for (const row of rows) {
        await ctx.emit({
          type: AGAIN,
          ...(row.device_id && { key: row.device_id }),
          appId: row.app_id,
          payload: { id: row.id },
        })
        await ctx.audit({ action: 'again', object: 'deadMessage', objectId: row.id, objectName: row.what })
      }
      return rows.length
    },
  },
})

/** Stores a message again: known facts change nothing, and a message is stored once however often this is requested. */
export const storeAgain = handler({
  name: 'devices.deadMessage',
  on: [AGAIN],
  async run(ports, event) {
    await ports.db.tx(ENGINE, async query => {
      const [row] = await query<{ id: string; payload: string }>(
        sql`select id, payload #>> '{}' as payload from devices.dead_message where id = ${event.payload.id} and state = 0 for update`,
      )
      if (!row) return
      await query(sql`savepoint again`)
      try {
        const given = JSON.parse(row.payload) as Partial<Rows>
        const rows = { facts: given.facts ?? [], states: mergeStates(given.states ?? []), frames: given.frames ?? [] }
        renewIds(ports, rows)
        await query(
          sql`select fact_id from ingest.store(${tallyLane(ports)}::smallint, ${JSON.stringify(rows.facts)}::jsonb, ${JSON.stringify(rows.states)}::jsonb, ${JSON.stringify(rows.frames)}::jsonb)`,
        )
        await query(
          sql`update devices.dead_message set ${toState(deadMessage.fields.state.values, 'stored')}, tries = tries + 1, tried_at = now(), stored_at = now() where id = ${row.id}`,
        )
      } catch (error) {
        if (isLater(error)) throw error
        await query(sql`rollback to savepoint again`)
        await query(
          sql`update devices.dead_message set tries = tries + 1, tried_at = now(), reason = ${reasonOf(error)}, error = ${(error as Error).message.replaceAll('\0', '�').slice(0, 500)} where id = ${row.id}`,
        )
      }
    })
  },
})
