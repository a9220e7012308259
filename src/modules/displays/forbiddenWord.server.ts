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
import { simplified } from './simplified.ts'
import { foundWords, inUseWith, WORD_FORBIDDEN } from './stopTexts.server.ts'

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
/** Stored as it is compared. What already contains it is switched off only when that was asked for. */
async function beforeWrite(ctx: Ctx, values: Written, before: { word: string } | null): Promise<void> {
  if (values.word === undefined || values.word === null) return
  const entered = folded(values.word)
  // A word that was stored before words were simplified stays as it is until it is edited.
  const word = entered === before?.word ? entered : simplified(entered)
  values.word = word
  if (!word)
    throw invalidFields([
      { field: 'word', text: ['请填写文字，不只是标点和符号', 'Enter letters, not only punctuation and symbols'] },
    ])
  if (word === before?.word || values.stops) return
  const found = await inUseWith(ctx.ports, ctx.sql, word, ctx.appId)
  if (!found.length) return
  const [zh, en] = foundWords(found)
  throw invalidFields([
    {
      field: 'stops',
      text: [
        `以下启用的内容含有该词：${zh}。勾选后保存，将全部停用`,
        `In use with this word: ${en}. Tick this to switch all of them off`,
      ],
    },
  ])
}

const raise = (ctx: Ctx, word: string): Promise<void> =>
  ctx.emit({
    type: WORD_FORBIDDEN,
    appId: ctx.appId,
    payload: { word, ...(ctx.appId ? { by: { id: ctx.user.userId, name: ctx.user.username } } : {}) },
  })

/** Texts are switched off after the commit, so that one which is added at the same time is found as well. */
async function afterWrite(ctx: Ctx, { word }: { word: string }, before: { word: string } | null): Promise<void> {
  if (word !== before?.word) await raise(ctx, word)
}

export const forbiddenWordHalf = implement(forbiddenWord, { beforeWrite, afterWrite })
export const platformWordHalf = implement(platformWord, { beforeWrite, afterWrite })
export const wordRestored = following(forbiddenWord, { restored: (ctx, row) => raise(ctx, String(row.word)) })
export const platformWordRestored = following(platformWord, { restored: (ctx, row) => raise(ctx, String(row.word)) })
