/** Finds the rows whose time has come: of every noun with such moves, the earliest first. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { DEFAULT_ZONE, dayOf } from '#base/zonedTime.ts'
import type { Noun } from '#model/noun.ts'
import type { TimedMove } from '#model/timedMove.ts'
import { snake, tableOf } from '../crud/columns.ts'
import type { RunSql } from '../sql/db.ts'
import { prepared } from '../sql/prepared.ts'

export interface Due {
  noun: string
  move: string
  id: string
  appId: string | null
  sourceId: string | null
  /** When it was due. */
  at: string
}
export interface TimedOf {
  noun: Noun
  timed: TimedMove
}

/** Whether the row `t` is due at `now`. States are part of the text, so that a partial index serves it. */
export function isDue({ noun, timed }: TimedOf, now: Date): Sql {
  const { machine, move, state, field, isDay, afterMs } = timed
  const time = raw(`t.${snake(field)}`)
  const reached = now.getTime() - afterMs
  const states = move.from.map(one => machine.states[one]![0]).join(', ')
  const come = isDay ? sql`${time} < ${dayOf(reached, DEFAULT_ZONE)}::date` : sql`${time} <= ${new Date(reached)}`
  return sql`t.${raw(snake(state))} in (${raw(states)}) and ${come}
    ${noun.remove === 'soft' ? sql`and t.deleted_at is null` : empty}`
}

/** Those of one move, in the order in which they were due. */
export function dueOf(one: TimedOf, now: Date, most: number): Sql {
  const { noun, timed } = one
  const time = raw(`t.${snake(timed.field)}`)
  const began = timed.isDay ? sql`(${time} + 1)::timestamp at time zone ${DEFAULT_ZONE}` : time
  return sql`select ${noun.key} as noun, ${timed.name} as move, t.id,
      ${noun.scope === 'application' ? sql`t.app_id` : sql`null::bigint`} as "appId",
      ${noun.scope === 'platform' ? sql`null::bigint` : sql`t.source_id`} as "sourceId",
      ${began} + make_interval(secs => ${timed.afterMs / 1000}) as at
    from ${tableOf(noun)} t where ${isDue(one, now)}
      and not exists (select from engine.refused_move r
        where r.noun = ${noun.key} and r.move = ${timed.name} and r.row_id = t.id and r.next_at > ${now})
    order by ${time}, t.id limit ${most}`
}

/** Of one noun, whose statement is its module's alone. */
const dueOfNoun = (query: RunSql, all: readonly TimedOf[], now: Date, most: number): Promise<Due[]> =>
  query<Due>(
    prepared(
      sql`select noun, move, id, "appId", "sourceId", at from (${join(
        all.map(one => sql`(${dueOf(one, now, most)})`),
        ' union all ',
      )}) due order by at, id limit ${most}`,
    ),
  )

/** The first `most` of all nouns. Those that were refused are left out until they are tried again. */
export async function findDue(query: RunSql, all: readonly TimedOf[], now: Date, most: number): Promise<Due[]> {
  const found: Due[] = []
  for (const of of Map.groupBy(all, ({ noun }) => noun.key).values())
    found.push(...(await dueOfNoun(query, of, now, most)))
  const inOrder = (one: Due, other: Due): number =>
    Date.parse(one.at) - Date.parse(other.at) || Number(BigInt(one.id) - BigInt(other.id))
  return found.sort(inOrder).slice(0, most)
}
