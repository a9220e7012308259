/** Decides about a code at a reader: the code first, then its holder as at every door; a use is taken in the same moment. */
import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/time.ts'
import { REFUSAL_REASONS } from '#devices/abilities/passage.ts'
import { judge } from '#modules/access/api.ts'
import { decider, type Question, type Verdict } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { prepared } from '#server/sql/prepared.ts'
import { Guesses } from './Guesses.ts'
import { judgeCode, usedUp, type CodeVerdict, type KnownCode } from './judgeCode.rules.ts'

const ENGINE = { role: 'engine' } as const
const guesses = new Guesses()
/** What a decision of `decide` holds. */
interface Decided {
  steps: readonly object[]
}

interface Found {
  code: (KnownCode & { id: string; kind: number; personId: string; shortNo: string }) | null
  doorId: string | undefined
  zone: string
}

export const digestOf = (code: string): Buffer => hash('sha256', code, 'buffer')

interface FoundRow {
  zone: string
  door_id: string | null
  id: string | null
  kind: number | null
  person_id: string | null
  short_no: string | null
  door_ids: string[] | null
  valid_from: string | null
  valid_to: string | null
  most_uses: number | null
  used: number | null
  revoked_at: string | null
}

async function find(ports: Ports, { appId, deviceId, component, params }: Question): Promise<Found> {
  const [row] = await ports.db.query<FoundRow>(
    ENGINE,
    prepared(sql`select a.zone,
      (select d.id from devices.component d
        where d.device_id = ${deviceId} and d.kind || ':' || d.no = ${component}) as door_id,
      c.id, c.kind, c.person_id, p.short_no, c.door_ids, c.valid_from, c.valid_to, c.most_uses, c.used, c.revoked_at
      from applications.application a
      left join (codes.code c join people.person p on p.id = c.person_id and p.deleted_at is null)
        on c.digest = ${digestOf(String(params.code))} and c.app_id = a.id
      where a.id = ${appId}`),
  )
  const place = { doorId: row?.door_id ?? undefined, zone: row?.zone ?? DEFAULT_ZONE }
  if (!row?.id) return { code: null, ...place }
  return {
    code: {
      ...{ id: row.id, kind: row.kind!, personId: row.person_id!, shortNo: row.short_no!, doorIds: row.door_ids },
      ...{ validFrom: row.valid_from, validTo: row.valid_to!, mostUses: row.most_uses, used: row.used! },
      revokedAt: row.revoked_at,
    },
    ...place,
  }
}

/** Takes one use; false when another reader took the last one meanwhile. */
async function take(ports: Ports, id: string): Promise<boolean> {
  const taken = await ports.db.query(
    ENGINE,
    sql`update codes.code set used = used + 1, last_used_at = now()
      where id = ${id} and revoked_at is null and (most_uses is null or used < most_uses) returning 1`,
  )
  return taken.length > 0
}

async function decideScan(ports: Ports, question: Question): Promise<Verdict> {
  const started = performance.now()
  const { code, ...place } = await find(ports, question)
  // Judged by our own clock: that of a reader may be set back to a time when the code was valid.
  const at = ports.now().toISOString()
  const verdict = judgeCode({ code, ...place, at })
  if (!code || 'reason' in verdict) {
    const delayMs = code ? 0 : guesses.delayMs(question.deviceId, started)
    if (delayMs) await sleep(delayMs)
    return refusal(verdict, code, started)
  }
  const judged = await judge(ports, { ...question, at, params: { personId: code.shortNo } })
  const { steps = [] } = (judged.decision ?? {}) as Partial<Decided>
  if (judged.allow && !(await take(ports, code.id))) return refusal(usedUp(code.mostUses!), code, started)
  return {
    ...judged,
    display: judged.allow ? (judged.display ?? '') : wordOf(judged.reason),
    voice: judged.allow ? '请通行' : wordOf(judged.reason),
    decision: decisionOf(judged.allow, judged.reason, [stepOf(verdict), ...steps], code.kind, started),
  }
}

const wordOf = (reason: string | null): string => REFUSAL_REASONS[reason ?? '']?.[0] ?? '不能通行'
const stepOf = (verdict: CodeVerdict): object => ({
  ...{ rule: 'code', label: ['通行码', 'Code'] },
  ...('ok' in verdict ? { verdict: 'pass', text: verdict.ok } : { verdict: 'refuse', text: verdict.text }),
})
const decisionOf = (
  allow: boolean,
  reason: string | null,
  steps: readonly object[],
  codeKind: number | null,
  started: number,
): object => ({ allow, reason, steps, codeKind, tookMs: Math.round((performance.now() - started) * 10) / 10 })

function refusal(verdict: CodeVerdict, code: Found['code'], started: number): Verdict {
  const reason = 'reason' in verdict ? verdict.reason : null
  return {
    ...{ allow: false, reason, personId: code?.personId ?? null, display: wordOf(reason), voice: wordOf(reason) },
    decision: decisionOf(false, reason, [stepOf(verdict)], code?.kind ?? null, started),
  }
}

export const scanDecider = decider({ event: 'scan', decide: decideScan })
