/** Which noun a stored file belongs to: it is opened by who may read that noun's rows. */
import sql from 'sql-template-tag'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Input } from '#model/row.ts'

/** In the transaction that writes a row of `noun`: these uploads of the caller belong to it from now on. */
export async function holdFiles(ctx: Ctx, noun: string, ids: readonly string[]): Promise<void> {
  if (ids.length) await ctx.sql(sql`select engine.hold_files(${ids}, ${noun}, ${ctx.user.userId})`)
}

/** Pictures that a row's own file fields were given. Documents are held by `holdDocuments`, which also judges them. */
export const picturesIn = (noun: Noun, values: Input): string[] =>
  Object.entries(noun.fields).flatMap(([name, field]) =>
    field.kind === 'file' && field.accept !== 'document' && !field.virtual && Array.isArray(values[name])
      ? (values[name] as unknown[]).map(String)
      : [],
  )
