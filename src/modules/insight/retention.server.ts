/** The retention engine: once an hour everything that has served its time goes, each kind with its sum in the audit; asked beforehand, it says what would go. */
import { AUDIT } from '#base/labelTexts.ts'
import sql, { type Sql } from 'sql-template-tag'
import { dropTallies, type TalliedHour } from '#modules/devices/api.ts'
import { FACT_DAYS, factsCut } from '#modules/devices/facts/factDays.rules.ts'
import { auditSystem } from '#server/audit/auditSystem.ts'
import { AUDIT_KEPT_DAYS, retireAudit } from '#server/audit/retire.ts'
import { EXPORT_KEPT_DAYS } from '#server/exports/exportFile.ts'
import { requirePlatform } from '#server/auth/requirePlatform.ts'
import { endpoint, worker } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import { countDue, retireRows } from '#server/retention/retireRows.ts'
import { retireDocuments } from './retireDocuments.server.ts'
import { exportsDue, retireExports } from './retireExports.server.ts'
import { apartOutOfDays, ofOldFact, outOfDays, retireCaptures, retirePortraits } from './retirePictures.server.ts'

const ENGINE = { role: 'engine' } as const
const EVERY_MS = 3_600_000
/** Counting stops here when somebody only asks. */
const COUNTED_AT_MOST = 100_000

/** Whole months of passages, events and log lines, with the counts that lists and tiles show for them. */
async function retireFacts(ports: Ports): Promise<void> {
  const cut = factsCut(ports.now())
  await ports.db.tx(ENGINE, async query => {
    const parts = await query<{ parent: string; part: string; approx: string }>(
      sql`select parent, part, approx from facts.drop_before(${cut})`,
    )
    if (!parts.length) return
    const hours = await query<TalliedHour>(sql`select distinct t.source_id as "sourceId", t.hour
      from devices.tally t where t.hour < ${cut}
      and not exists (select 1 from devices.event e
      where e.source_id = t.source_id and e.time >= t.hour and e.time < t.hour + interval '1 hour')
      and not exists (select 1 from devices.capture c
      where c.source_id = t.source_id and c.time >= t.hour and c.time < t.hour + interval '1 hour')
      and not exists (select 1 from devices.passage p
      where p.source_id = t.source_id and p.time >= t.hour and p.time < t.hour + interval '1 hour')`)
    await dropTallies(query, hours)
    for (const { parent, part, approx } of parts)
      await auditSystem(ports, query, {
        action: 'retire',
        object: parent,
        objectName: part,
        changes: { about: Number(approx), keptDays: FACT_DAYS },
      })
  })
}

/** Runs everything once; a failure is logged and retried in the next round, and does not affect the other kinds. */
export async function retireAll(ports: Ports, signal: AbortSignal): Promise<void> {
  const steps: [what: string, run: () => Promise<unknown>][] = [
    // Pictures before the rows that refer to them.
    ['captures', () => retireCaptures(ports, signal)],
    ['portraits', () => retirePortraits(ports, signal)],
    ['documents', () => retireDocuments(ports, signal)],
    ['exports', () => retireExports(ports, signal)],
    ['facts', () => retireFacts(ports)],
    ...ports.retained.map(
      retained => [retained.key, () => retireRows(ports, retained, signal)] satisfies [string, () => Promise<unknown>],
    ),
    [
      'audit',
      async () => {
        const count = await retireAudit(ports)
        if (count)
          await ports.db.tx(ENGINE, query =>
            auditSystem(ports, query, {
              action: 'retire',
              object: 'audit',
              changes: { count, keptDays: AUDIT_KEPT_DAYS },
            }),
          )
      },
    ],
  ]
  for (const [what, run] of steps) {
    if (signal.aborted) return
    try {
      await run()
    } catch (error) {
      ports.log.warn({ what, error: (error as Error).message }, 'old data could not be removed')
    }
  }
}

export const retention = worker({
  name: 'insight.retention',
  where: 'worker',
  async run(ports, signal) {
    await retireAll(ports, signal)
    return EVERY_MS
  },
})

export const retentionPreview = endpoint({
  method: 'GET',
  path: '/api/insight/retention',
  access: 'operLog:list',
  scope: 'none',
  summary: [
    '各类数据的保存期限，以及下次清理将删除的数量；仅平台人员',
    'What is retained for how long, and how much of it the next round would remove. For platform staff',
  ],
  async run(ctx) {
    requirePlatform(ctx.user)
    const { ports } = ctx
    const count = async (from: Sql): Promise<number> =>
      (
        await ports.db.query<{ n: number }>(
          ENGINE,
          sql`select count(*)::int as n from (select 1 from ${from} limit ${COUNTED_AT_MOST}) due`,
        )
      )[0]!.n
    return {
      countedAtMost: COUNTED_AT_MOST,
      kinds: [
        {
          key: 'capture',
          label: ['通行、抓拍与事件照片', 'Pictures of passages, captures and events'],
          days: ports.captureDays,
          due:
            (await count(
              sql`devices.passage where photo_file is not null and (${outOfDays(ports)} or ${ofOldFact(ports)})`,
            )) +
            (await count(
              sql`devices.capture where photo_file is not null and (${outOfDays(ports)} or ${ofOldFact(ports)})`,
            )) +
            (await count(sql`devices.picture where file is not null and ${apartOutOfDays(ports)}`)),
        },
        {
          key: 'facts',
          label: ['通行、事件与设备日志', 'Passages, events and device logs'],
          days: FACT_DAYS,
          before: factsCut(ports.now()).toISOString(),
          due: await count(sql`devices.passage where at < ${factsCut(ports.now())}`),
        },
        ...(await Promise.all(
          ports.retained.map(async retained => ({
            key: retained.key,
            label: retained.label,
            days: retained.days,
            due: await countDue(ports, retained, COUNTED_AT_MOST),
          })),
        )),
        {
          key: 'exportFile',
          label: ['导出的文件', 'Files of exports'],
          days: EXPORT_KEPT_DAYS,
          due: await count(sql`engine.job where ${exportsDue(ports)}`),
        },
        { key: 'audit', label: AUDIT, days: AUDIT_KEPT_DAYS, due: null },
      ],
    }
  },
})
