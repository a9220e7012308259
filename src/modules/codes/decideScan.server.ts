/** Decides about a code at a reader: the code first, then its holder as at every door; a use is taken in the same moment. */
import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { DEFAULT_ZONE } from '#base/zonedTime.ts'
import { REFUSAL_REASONS } from '#devices/abilities/passage.ts'
import { judge } from '#modules/access/api.ts'
import { decider, type Question, type Reviewed, type Verdict } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { RunSql } from '#server/sql/db.ts'
import { prepared } from '#server/sql/prepared.ts'
import { CODE_KINDS } from './code.noun.ts'
import { Guesses } from './Guesses.ts'
import {
  expiredAt,
  forged,
  issuedLater,
  judgeCode,
  unknownCode,
  usedUp,
  type CodeVerdict,
  type KnownCode,
} from './judgeCode.rules.ts'
import { readSigned } from './signedCode.server.ts'
import { publicKeyOf } from './signingKey.server.ts'

const ENGINE = { role: 'engine' } as const
/** A reader that got no answer sends the same scan again within this time; later its number belongs to another scan. */
const RETRY_MS = 30_000
const [PERSONAL] = CODE_KINDS.personal
const guesses = new Guesses()
/** What a decision of `decide` holds. */
interface Decided {
  steps: readonly object[]
}

interface Found {
  code: (KnownCode & { id: string; kind: number; personId: string; shortNo: string; createdAt: string }) | null
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
  created_at: string | null
}

async function find(ports: Ports, { appId, deviceId, component, params }: Question): Promise<Found> {
  const [row] = await ports.db.query<FoundRow>(
    ENGINE,
    prepared(sql`select a.zone,
      (select d.id from devices.component d
        where d.device_id = ${deviceId} and d.kind || ':' || d.no = ${component}) as door_id,
      c.id, c.kind, c.person_id, p.short_no, c.door_ids, c.valid_from, c.valid_to, c.most_uses, c.used, c.revoked_at,
      c.created_at
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
      ...{ revokedAt: row.revoked_at, createdAt: row.created_at! },
    },
    ...place,
  }
}

/**
 * Takes one use; false when another reader took the last one meanwhile. A personal code also uses up the older ones of its
 * holder, so that a picture of one opens nothing after its successor. One that is being taken at the moment is used anyway.
 */
async function take(ports: Ports, id: string): Promise<boolean> {
  const taken = await ports.db.query(
    ENGINE,
    sql`with taken as (
        update codes.code set used = used + 1, last_used_at = now()
        where id = ${id} and revoked_at is null and (most_uses is null or used < most_uses)
        returning kind, person_id, app_id, created_at),
      older as (
        update codes.code set used = most_uses where id in (
          select c.id from codes.code c join taken t on t.person_id = c.person_id and t.app_id = c.app_id
          where t.kind = ${PERSONAL} and c.kind = ${PERSONAL} and c.valid_to >= ${ports.now()}
            and c.created_at < t.created_at and c.used < c.most_uses
          for update of c skip locked))
      select 1 from taken`,
  )
  return taken.length > 0
}

const scanIdOf = ({ params }: Question): string | null =>
  typeof params.scanId === 'string' && params.scanId !== '' ? params.scanId.slice(0, 64) : null

/** What was said of this scan before: a reader reports what it did when no answer came in time, or reports it again. */
async function earlierVerdict(ports: Ports, codeId: string, deviceId: string, scanId: string): Promise<Verdict | null> {
  const [row] = await ports.db.query<{ verdict: Verdict }>(
    ENGINE,
    sql`select verdict from codes.scan where code_id = ${codeId} and device_id = ${deviceId} and scan_id = ${scanId}`,
  )
  return row?.verdict ?? null
}

const keep = (query: RunSql, codeId: string, deviceId: string, scanId: string, verdict: Verdict): Promise<unknown[]> =>
  query(
    sql`insert into codes.scan (code_id, device_id, scan_id, app_id, source_id, verdict)
      select id, ${deviceId}, ${scanId}, app_id, source_id, ${JSON.stringify(verdict)}::jsonb
      from codes.code where id = ${codeId} on conflict do nothing returning 1`,
  )

/** Whether this very scan took a use a moment ago: its reader asks again, because the answer was lost. */
async function tookJustNow(ports: Ports, codeId: string, deviceId: string, scanId: string): Promise<boolean> {
  const since = new Date(ports.now().getTime() - RETRY_MS)
  const found = await ports.db.query(
    ENGINE,
    sql`select 1 from codes.scan
      where code_id = ${codeId} and device_id = ${deviceId} and scan_id = ${scanId} and took_at > ${since}`,
  )
  return found.length > 0
}

/** The scan took a use now. A reader that counts from 1 after each start uses its numbers again. */
const keepTaken = (
  ports: Ports,
  codeId: string,
  deviceId: string,
  scanId: string,
  verdict: Verdict,
): Promise<unknown> =>
  ports.db.query(
    ENGINE,
    sql`insert into codes.scan (code_id, device_id, scan_id, app_id, source_id, verdict, took_at)
      select id, ${deviceId}, ${scanId}, app_id, source_id, ${JSON.stringify(verdict)}::jsonb, ${ports.now()}
      from codes.code where id = ${codeId}
      on conflict (code_id, device_id, scan_id) do update set verdict = excluded.verdict, took_at = excluded.took_at`,
  )

/** An unknown code is answered the later, the more of them were guessed. */
async function refuseUnknown(verdict: CodeVerdict, question: Question, started: number): Promise<Verdict> {
  const { deviceId, withinMs = 0 } = question
  const waitMs = started + guesses.delayMs(deviceId, started, withinMs) - performance.now()
  if (waitMs > 0) await sleep(waitMs)
  return refusal(verdict, null, started)
}

async function decideScan(ports: Ports, question: Question): Promise<Verdict> {
  const started = performance.now()
  const { code, ...place } = await find(ports, question)
  if (!code) return refuseUnknown(await judgeUnknown(ports, question, place.zone), question, started)
  const scanId = scanIdOf(question)
  const again = scanId !== null && (await tookJustNow(ports, code.id, question.deviceId, scanId))
  // Judged by our own clock: that of a reader may be set back to a time when the code was valid.
  const at = ports.now().toISOString()
  // A scan that is asked again takes no second use; everything else is judged anew.
  const verdict = judgeCode({ code: again ? { ...code, mostUses: null } : code, ...place, at })
  if ('reason' in verdict) return refusal(verdict, code, started)
  const judged = await judge(ports, { ...question, at, params: { personId: code.shortNo } })
  const { steps = [] } = (judged.decision ?? {}) as Partial<Decided>
  if (judged.allow && !again && !(await take(ports, code.id))) return refusal(usedUp(code.mostUses!), code, started)
  const answer = {
    ...judged,
    display: judged.allow ? (judged.display ?? '') : wordOf(judged.reason),
    voice: judged.allow ? '请通行' : wordOf(judged.reason),
    decision: decisionOf(judged.allow, judged.reason, [stepOf(verdict), ...steps], code.kind, started),
  }
  if (scanId && answer.allow && !again) await keepTaken(ports, code.id, question.deviceId, scanId, answer)
  return answer
}

/** A reader is behind or ahead of our clock by as much at most. */
const CLOCK_MS = 60_000

/** What the reader decided by itself, judged at its time with what we know now. A use counts where it opened. */
async function reviewScan(ports: Ports, { key, passed, ...question }: Reviewed): Promise<Verdict> {
  const started = performance.now()
  const { code, ...place } = await find(ports, question)
  if (!code) return refusal(await judgeUnknown(ports, question, place.zone), null, started)
  const scanId = scanIdOf(question) ?? key
  const before = await earlierVerdict(ports, code.id, question.deviceId, scanId)
  if (before) return before
  const { at } = question
  const early = Date.parse(at) < Date.parse(code.createdAt) - CLOCK_MS
  const verdict: CodeVerdict = early ? issuedLater(code.createdAt, place.zone) : judgeCode({ code, ...place, at })
  const judged = 'ok' in verdict ? await judge(ports, { ...question, params: { personId: code.shortNo } }) : null
  const { steps = [] } = (judged?.decision ?? {}) as Partial<Decided>
  const answer = judged
    ? { ...judged, decision: decisionOf(judged.allow, judged.reason, [stepOf(verdict), ...steps], code.kind, started) }
    : refusal(verdict, code, started)
  await ports.db.tx(ENGINE, async query => {
    const kept = await keep(query, code.id, question.deviceId, scanId, answer)
    if (kept.length && passed)
      await query(
        sql`update codes.code set used = used + 1, last_used_at = greatest(last_used_at, ${at}) where id = ${code.id}`,
      )
  })
  return answer
}

/** A code that we do not have: another text, one that is long gone, or one that somebody made to look like ours. */
async function judgeUnknown(ports: Ports, { appId, params }: Question, zone: string): Promise<CodeVerdict> {
  const read = readSigned(String(params.code))
  if (!read) return unknownCode
  const [key] = await ports.db.query<{ public_key: Buffer }>(
    ENGINE,
    sql`select public_key from codes.signing_key where app_id = ${appId} and no = ${read.keyNo}`,
  )
  if (!key || !read.signedBy(publicKeyOf(key.public_key))) return forged
  return read.untilS * 1000 < ports.now().getTime()
    ? expiredAt(new Date(read.untilS * 1000).toISOString(), zone)
    : unknownCode
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

export const scanDecider = decider({ event: 'scan', decide: decideScan, review: reviewScan })
