/** Forbidden words: stored as they are compared, and found in a text however it is spaced or written. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { invalidFields } from '#model/error.ts'
import type { Ctx } from '#server/ctx.ts'
import { following, implement } from '#server/parts.ts'
import { textScreen } from '#server/textScreen.ts'
import type { RunSql } from '#server/sql/db.ts'
import { folded, foldings } from './folded.rules.ts'
import { forbiddenWord, platformWord } from './forbiddenWord.noun.ts'
import { ledProgramme } from './ledProgramme.noun.ts'
import { programmesWith, WORD_FORBIDDEN } from './stopProgrammes.server.ts'

/** Why one of the texts is refused in the application: the word that it contains. */
export async function forbiddenIn(query: RunSql, appId: string, texts: readonly string[]): Promise<Text | null> {
  const [found] = await query<{ word: string }>(
    sql`select w.word from (
        select word from displays.forbidden_word where app_id = ${appId}
        union all select word from displays.platform_word) w
      where exists (select from unnest(${texts.flatMap(foldings)}::text[]) t where strpos(t, w.word) > 0)
      order by length(w.word) desc, w.word limit 1`,
  )
  return found
    ? [`含有违禁词“${found.word}”，请修改`, `It contains the forbidden word "${found.word}"; change the text`]
    : null
}

export const forbiddenWordScreen = textScreen({ problem: forbiddenIn })

interface Written {
  word?: string | null
  stops?: boolean | null
}
/** How many names a refusal lists. */
const NAMED = 5

/** Stored as it is compared. What already contains it is switched off only when that was asked for. */
async function beforeWrite(ctx: Ctx, values: Written, before: { word: string } | null): Promise<void> {
  if (values.word === undefined || values.word === null) return
  const word = folded(values.word)
  values.word = word
  if (!word)
    throw invalidFields([
      { field: 'word', text: ['请填写文字，不只是标点和符号', 'Enter letters, not only punctuation and symbols'] },
    ])
  if (word === before?.word || values.stops) return
  const found = await programmesWith(ctx.sql, word, ctx.appId)
  if (!found.length) return
  const names = found.slice(0, NAMED).map(one => one.name)
  const [zhMore, enMore] = found.length > NAMED ? [' 等', ', …'] : ['', '']
  throw invalidFields([
    {
      field: 'stops',
      text: [
        `${found.length} 个启用的节目含有该词：${names.join('、')}${zhMore}。勾选后保存，将停用这些节目`,
        `Programmes that are on contain it (${found.length}): ${names.join(', ')}${enMore}. Tick this to switch them off`,
      ],
    },
  ])
}

const raise = (ctx: Ctx, word: string): Promise<void> =>
  ctx.emit({ type: WORD_FORBIDDEN, appId: ctx.appId, payload: { word } })

/** Programmes are switched off after the commit, so that one which is added at the same time is found as well. */
async function afterWrite(ctx: Ctx, { word }: { word: string }, before: { word: string } | null): Promise<void> {
  if (word === before?.word) return
  for (const { id, name } of await programmesWith(ctx.sql, word, ctx.appId))
    await ctx.audit({
      ...{ action: 'edit', object: ledProgramme.key, objectId: id, objectName: name },
      ...{ changes: { state: [1, 0] }, reason: `含有违禁词“${word}”` },
    })
  await raise(ctx, word)
}

export const forbiddenWordHalf = implement(forbiddenWord, { beforeWrite, afterWrite })
export const platformWordHalf = implement(platformWord, { beforeWrite, afterWrite })
export const wordRestored = following(forbiddenWord, { restored: (ctx, row) => raise(ctx, String(row.word)) })
export const platformWordRestored = following(platformWord, { restored: (ctx, row) => raise(ctx, String(row.word)) })
