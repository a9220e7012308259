/** Decisions that devices ask for, and the verdict of the platform's rules on passages that devices decided themselves. */
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import sql from 'sql-template-tag'
import { PASS_METHODS, REFUSAL_REASONS } from '#devices/abilities/passage.ts'
import type { Params } from '#model/row.ts'
import { decider, type Question, type Reviewed, type Verdict } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { identify, rightsOn } from './book.server.ts'
import { decide } from './decide.rules.ts'

/**
 * What the board of a lane shows of a plate: that it may pass, or why the bar stays down. Whose it is would be read by the street;
 * a screen at a door shows who stands before it.
 */
function shownTo(
  { method, plateNo }: Params,
  person: { name: string } | null,
  { allow, reason }: Pick<Verdict, 'allow' | 'reason'>,
): Pick<Verdict, 'display'> {
  if (method !== PASS_METHODS.plate[0]) return person ? { display: person.name } : {}
  if (allow) return { display: '请通行' }
  if (!person) return { display: plateNo ? '未登记车牌' : '无牌车' }
  return { display: REFUSAL_REASONS[reason ?? '']?.[0] ?? '不能通行' }
}

/** The verdict of the rules on a question at its time, with the current rights. */
export async function judge(ports: Ports, question: Question): Promise<Verdict> {
  if (!question.appId) return { allow: false, reason: 'noPermission', personId: null, decision: null }
  const started = performance.now()
  const { appId } = question
  return ports.db.tx({ role: 'engine' }, async query => {
    const person = await identify(query, appId, question.params)
    const doorNo = Number(question.component.split(':')[1] ?? 1)
    const rights = person
      ? ((await rightsOn(query, question.deviceId, [person.id])).get(person.id) ?? []).filter(
          right => right.doorNo === doorNo,
        )
      : []
    const [state] = await query<{ vals: { mode?: number }; zone: string }>(
      sql`select coalesce((select vals from devices.shadow
        where device_id = ${question.deviceId} and component = ${question.component}),
        '{}'::jsonb) as vals,
        a.zone
        from applications.application a where a.id = ${appId}`,
    )
    const decision = decide(person, rights, state?.vals.mode, question.at, state?.zone ?? DEFAULT_ZONE)
    return {
      allow: decision.allow,
      reason: decision.reason,
      personId: person?.id ?? null,
      ...shownTo(question.params, person, decision),
      decision: { ...decision, tookMs: Math.round((performance.now() - started) * 10) / 10 },
    }
  })
}

/** What a device decided by itself is judged at its time, with the rights of now; only read, so it can be repeated. */
const review = (ports: Ports, { key: _, passed: __, ...question }: Reviewed): Promise<Verdict> => judge(ports, question)

export const askPass = decider({ event: 'askPass', decide: judge, review })
export const opinion = decider({ event: '*', decide: judge })
