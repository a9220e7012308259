/** Tells pages, after the commit, that a row is in another state. */
import type { Noun } from '#model/noun.ts'
import type { Params } from '#model/row.ts'
import type { Ctx } from '../ctx.ts'
import { liveReaders } from '../liveReaders.ts'

export function publishMoved(
  { sql, ports, now }: Pick<Ctx, 'sql' | 'ports' | 'now'>,
  { key }: Noun,
  row: Readonly<Params>,
): void {
  const { id, appId, sourceId } = row as { id: string; appId?: string | null; sourceId: string | null }
  sql.afterCommit(() =>
    ports.bus.publish('live', {
      ...{ type: 'row', noun: key, id, appId: appId ?? null, at: now.toISOString() },
      ...(sourceId ? { sourceId } : {}),
    }),
  )
}

export const rowReaders = liveReaders('row', ({ noun }) => [noun])

declare module '#model/live.ts' {
  interface LiveMessages {
    /** A row of the noun was moved to another state. */
    row: { noun: string; id: string }
  }
}
