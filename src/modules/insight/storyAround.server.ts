/** The stories before and after one: of the same person, and of the same door. */
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '#server/ctx.ts'
import type { Around, Neighbours } from './mend.ts'

interface Place {
  id: string
  /** For facts: the time they were reported for. */
  time: string
  deviceId: string
  component: string
  personId: string | null
}

const pair = async (ctx: Ctx, query: Sql): Promise<Neighbours> =>
  (await ctx.sql<Neighbours>(query))[0] ?? { previous: null, next: null }

const passagesOf = (ctx: Ctx, { id, time, personId }: Place): Promise<Neighbours> =>
  pair(
    ctx,
    sql`select (select id from devices.passage where person_id = ${personId} and app_id is not null
        and (time, id) < (${time}::timestamptz, ${id}::bigint) order by time desc, id desc limit 1) as previous,
      (select id from devices.passage where person_id = ${personId} and app_id is not null
        and (time, id) > (${time}::timestamptz, ${id}::bigint) order by time, id limit 1) as next`,
  )

const OF_DOOR: Readonly<Record<string, (place: Place) => Sql>> = {
  passage: ({ id, time, deviceId, component }) =>
    sql`select (select id from devices.passage where device_id = ${deviceId} and component = ${component}
        and app_id is not null and (time, id) < (${time}::timestamptz, ${id}::bigint)
        order by time desc, id desc limit 1) as previous,
      (select id from devices.passage where device_id = ${deviceId} and component = ${component}
        and app_id is not null and (time, id) > (${time}::timestamptz, ${id}::bigint)
        order by time, id limit 1) as next`,
  event: ({ id, time, deviceId, component }) =>
    sql`select (select id from devices.event where device_id = ${deviceId} and component = ${component}
        and app_id is not null and (time, id) < (${time}::timestamptz, ${id}::bigint)
        order by time desc, id desc limit 1) as previous,
      (select id from devices.event where device_id = ${deviceId} and component = ${component}
        and app_id is not null and (time, id) > (${time}::timestamptz, ${id}::bigint)
        order by time, id limit 1) as next`,
  capture: ({ id, time, deviceId, component }) =>
    sql`select (select id from devices.capture where device_id = ${deviceId} and component = ${component}
        and app_id is not null and (time, id) < (${time}::timestamptz, ${id}::bigint)
        order by time desc, id desc limit 1) as previous,
      (select id from devices.capture where device_id = ${deviceId} and component = ${component}
        and app_id is not null and (time, id) > (${time}::timestamptz, ${id}::bigint)
        order by time, id limit 1) as next`,
  command: ({ id, deviceId, component }) =>
    sql`select (select id from devices.command where device_id = ${deviceId} and component = ${component}
        and id < ${id} order by id desc limit 1) as previous,
      (select id from devices.command where device_id = ${deviceId} and component = ${component}
        and id > ${id} order by id limit 1) as next`,
}

export async function around(ctx: Ctx, kind: string, place: Place): Promise<Around> {
  return {
    person: kind === 'passage' && place.personId ? await passagesOf(ctx, place) : null,
    door: await pair(ctx, OF_DOOR[kind]!(place)),
  }
}
