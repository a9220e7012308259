/** Links a stored file to a noun: users who can read that noun's rows can open it. */
import sql from 'sql-template-tag'
import type { Noun } from '#model/noun.ts'
import type { Ctx } from '../ctx.ts'
import type { Input } from '#model/row.ts'

/** In the transaction that writes a row of `noun`: links the caller's uploads to the noun. */
export async function holdFiles(ctx: Ctx, noun: string, ids: readonly string[]): Promise<void> {
  if (ids.length) await ctx.sql(sql`select engine.hold_files(${ids}, ${noun}, ${ctx.user.userId})`)
}

/** Pictures in the row's own file fields. Documents are linked by `holdDocuments`, which also checks them. */
export const picturesIn = (noun: Noun, values: Input): string[] =>
  Object.entries(noun.fields).flatMap(([name, field]) =>
    field.kind === 'file' && field.accept !== 'document' && !field.virtual && Array.isArray(values[name])
      ? (values[name] as unknown[]).map(String)
      : [],
  )
