/** Moves of the platform that were refused: the reason is in the audit of their row, and they are tried again later and later. */
import sql from 'sql-template-tag'
import { Refusal } from '#model/error.ts'
import type { Text } from '#base/text.ts'
import type { Ports } from '../ports.ts'
import type { Due } from './findDue.ts'
import { systemCtx } from './systemCtx.ts'

const ENGINE = { role: 'engine' } as const
const FIRST_S = 60
const LONGEST_S = 3600
/** More doublings than this are the longest pause anyway. */
const MOST_DOUBLINGS = 6
/** One that was not tried for so long has been made, or is not due any more. */
const FORGOTTEN_S = 86_400
const FAULT: Text = ['平台内部错误，稍后重试', 'An error of the platform; it is tried again']

/** The act of the audit that says why a row did not change by itself. */
const MOVE_REFUSED = 'moveRefused'

/** Keeps the refusal of one move; only the first goes into the audit, each into the log. */
export async function keepRefusal(ports: Ports, due: Due, name: string, error: unknown): Promise<void> {
  const reason = error instanceof Refusal ? error.text : FAULT
  const now = ports.now()
  ports.log.warn(
    { ...{ noun: due.noun, move: due.move, id: due.id, reason: reason[1] }, error: (error as Error).message },
    'a move that is due was refused and will be tried again',
  )
  await ports.db.tx(ENGINE, async query => {
    const [kept] = await query<{ tries: number }>(
      sql`insert into engine.refused_move as r (noun, move, row_id, tries, next_at)
        values (${due.noun}, ${due.move}, ${due.id}, 1,
          ${now}::timestamptz + make_interval(secs => ${FIRST_S}))
        on conflict (noun, move, row_id) do update set tries = r.tries + 1,
          next_at = ${now}::timestamptz
            + make_interval(secs => least(${LONGEST_S}, ${FIRST_S} * 2 ^ least(r.tries, ${MOST_DOUBLINGS})))
        returning tries`,
    )
    if (kept!.tries > 1) return
    await systemCtx(ports, query, { appId: due.appId }).audit({
      ...{ action: MOVE_REFUSED, object: due.noun, objectId: due.id, objectName: name, reason: reason[0] },
      ...{ changes: { act: due.move } },
      ...(due.sourceId ? { sourceId: due.sourceId } : {}),
    })
  })
}

export const forgetRefusals = (ports: Ports): Promise<unknown> =>
  ports.db.query(
    ENGINE,
    sql`delete from engine.refused_move
      where next_at < ${ports.now()}::timestamptz - make_interval(secs => ${FORGOTTEN_S})`,
  )
