/** How far the demo was made: a number in the database, so that what people changed or removed is never made again. */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
const NAME = 'demo'

/** The application and its devices stand, its people too, its past was told, and the platform has work. */
export const STAGE = { nothing: 0, place: 1, people: 2, past: 3, office: 4 } as const

export async function readStage(ports: Ports): Promise<number> {
  const [row] = await ports.db.query<{ version: string }>(
    ENGINE,
    sql`select version from engine.head where name = ${NAME}`,
  )
  return Number(row?.version ?? 0)
}

export async function writeStage(ports: Ports, stage: number): Promise<void> {
  await ports.db.query(
    ENGINE,
    sql`insert into engine.head (name, version) values (${NAME}, ${stage}) on conflict (name) do update set version = excluded.version`,
  )
}

/**
 * Demo only: lets the application have held its devices since `hours` ago, so that what they tell about yesterday is its own.
 * There is no API for that, and there must be none: whose a fact is, is decided by these rows.
 */
export async function backdateBindings(ports: Ports, deviceIds: readonly string[], hours: number): Promise<void> {
  await ports.db.tx(ENGINE, async query => {
    await query(
      sql`update devices.binding set from_at = now() - make_interval(hours => ${hours})
        where device_id = any(${deviceIds}::bigint[]) and to_at is null
        and bound_by = (select id from identity.account where username = 'demo')`,
    )
    await query(
      sql`update devices.device set bound_at = now() - make_interval(hours => ${hours}) where id = any(${deviceIds}::bigint[])`,
    )
  })
}
