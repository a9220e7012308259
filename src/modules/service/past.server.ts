/** Imports history of an installation: tickets that were reported and worked on earlier. The demo creates its month with it. */
import sql from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import type { Ports } from '#server/ports.ts'
import { wire } from './ticket.server.ts'

const ENGINE = { role: 'engine' } as const

/** Moves a ticket back: `times` are those of its steps in their order, the first that of its report. */
export async function reportedAt(ports: Ports, ticketId: string, times: readonly Date[]): Promise<void> {
  const [first, last] = [times[0]!, times.at(-1)!]
  const stepAt = (...states: number[]) =>
    sql`(select max(s.at) from service.ticket_step s where s.ticket_id = t.id and s.to_state = any(${states}::smallint[]))`
  await ports.db.tx(ENGINE, async query => {
    await query(
      sql`with numbered as (
          select id, row_number() over (order by id) as no from service.ticket_step where ticket_id = ${ticketId})
        update service.ticket_step s set at = (${times}::timestamptz[])[numbered.no] from numbered where s.id = numbered.id`,
    )
    await query(
      sql`update service.ticket t set created_at = ${first}, updated_at = ${last},
          report_no = 'R' || to_char(${first}::timestamptz at time zone ${DEFAULT_ZONE}, 'YYMMDD') || substr(t.report_no, 8),
          accept_due_at = t.accept_due_at - (t.created_at - ${first}),
          finish_due_at = t.finish_due_at - (t.created_at - ${first}),
          accepted_at = case when t.accepted_at is not null then ${stepAt(wire('working'))} end,
          finished_at = case when t.finished_at is not null then ${stepAt(wire('finished'), wire('closed'))} end
        where t.id = ${ticketId}`,
    )
  })
}
