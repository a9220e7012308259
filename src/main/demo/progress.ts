/**
 * The progress of creating each part of the demo, stored in the database, so that what people changed or removed is
 * never created again.
 */
import sql from 'sql-template-tag'
import type { Ports } from '#server/ports.ts'

const ENGINE = { role: 'engine' } as const
/** The first customer was once the whole demo, and its progress still has that name. */
const nameOf = (part: string): string => (part === 'residence' ? 'demo' : `demo.${part}`)

/** The stages: the application and its devices exist, then its people, then its history. */
export const STAGE = { nothing: 0, place: 1, people: 2, past: 3 } as const

const PERCENT = 'demo.percent'

/** Writes how much of all `parts` is created, in percent, for the data centre. */
export function reportPercent(ports: Ports, parts: readonly string[]): (part: string, share: number) => void {
  const shares = new Map<string, number>()
  let percent = -1
  return (part, share) => {
    const sum = [...shares.set(part, share).values()].reduce((all, one) => all + one, 0)
    const now = Math.floor((sum / parts.length) * 100)
    if (now === percent) return
    percent = now
    ports.db
      .query(
        ENGINE,
        sql`insert into engine.head (name, version) values (${PERCENT}, ${now})
          on conflict (name) do update set version = excluded.version`,
      )
      .catch((error: Error) =>
        ports.log.warn({ error: error.message }, 'the progress of the demo could not be written'),
      )
  }
}

/** Marks that nothing is being created. The server does this too without a demo, because an earlier one may have been killed midway. */
export const clearPercent = async (ports: Ports): Promise<void> =>
  void (await ports.db.query(ENGINE, sql`delete from engine.head where name = ${PERCENT}`))

export async function readStage(ports: Ports, part: string): Promise<number> {
  const [row] = await ports.db.query<{ version: string }>(
    ENGINE,
    sql`select version from engine.head where name = ${nameOf(part)}`,
  )
  return Number(row?.version ?? 0)
}

export async function writeStage(ports: Ports, part: string, stage: number): Promise<void> {
  await ports.db.query(
    ENGINE,
    sql`insert into engine.head (name, version) values (${nameOf(part)}, ${stage}) on conflict (name) do update set version = excluded.version`,
  )
}
