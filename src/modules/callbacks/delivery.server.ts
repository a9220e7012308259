/** Deliveries as they are shown: the position of each in its line, and the content only for users who may read such facts. */
import sql from 'sql-template-tag'
import type { Language } from '#base/text.ts'
import { readWords } from '#model/readWords.ts'
import { mayRead } from '#server/auth/mayRead.ts'
import { outboundWords } from '#server/outbound/outboundWords.ts'
import { implement } from '#server/parts.ts'
import { WITHHELD } from './attempt.server.ts'
import { delivery } from './callback.noun.ts'
import type { RowOf } from '#model/row.ts'

/** The content describes a fact: it is shown to users who may read facts of its kind. */
const FACTS: Readonly<Record<string, string>> = {
  passage: 'passRecord',
  event: 'deviceEvent',
  alarm: 'deviceEvent',
  online: 'deviceBind',
  offline: 'deviceBind',
  escalation: 'deviceAlarm',
}

/** The error of a call is stored in Chinese and shown in the reader's language. */
export const errorIn = (error: string | null | undefined, language: Language): string | null =>
  error ? readWords([...outboundWords, WITHHELD], error, language) : null

/** The results of all attempts, in the reader's language. */
export const attemptsIn = (attempts: RowOf<typeof delivery>['attempts'], language: Language): typeof attempts =>
  attempts.map(one => ({ ...one, error: errorIn(one.error, language) }))

export const deliveryHalf = implement(delivery, {
  async compute(ctx, rows) {
    const lines = await ctx.sql<{ id: string; line: string | null }>(
      sql`select id, case when aside then 'aside' when state in (0, 1) and next_at is null then 'behind' end as line
        from callbacks.delivery where id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    for (const row of rows) {
      Object.assign(row, { test: row.eventType === 'test', line: lines.find(one => one.id === row.id)?.line ?? null })
      row.error = errorIn(row.error, ctx.language)
      row.attempts = attemptsIn(row.attempts, ctx.language)
      if (!row.test && !mayRead(ctx.user, FACTS[row.eventType] ?? '')) Object.assign(row, { body: null })
    }
  },
})
