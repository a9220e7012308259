/** Forbidden words: stored as they are compared, and found in a text however it is spaced or written. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { invalidFields } from '#model/error.ts'
import { implement } from '#server/parts.ts'
import { textScreen } from '#server/textScreen.ts'
import type { RunSql } from '#server/sql/db.ts'
import { forbiddenWord, platformWord } from './forbiddenWord.noun.ts'

/** Full width and half width, capitals and spaces make no difference. */
const compared = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]/gu, '')

/** Why one of the texts is refused in the application: the word that it contains. */
export async function forbiddenIn(query: RunSql, appId: string, texts: readonly string[]): Promise<Text | null> {
  const [found] = await query<{ word: string }>(
    sql`select w.word from (
        select word from displays.forbidden_word where app_id = ${appId}
        union all select word from displays.platform_word) w
      where exists (select from unnest(${texts.map(compared)}::text[]) t where strpos(t, w.word) > 0)
      order by length(w.word) desc, w.word limit 1`,
  )
  return found
    ? [`含有违禁词“${found.word}”，请修改`, `It contains the forbidden word "${found.word}"; change the text`]
    : null
}

export const forbiddenWordScreen = textScreen({ problem: forbiddenIn })

async function comparable(_ctx: unknown, values: { word?: string | null }): Promise<void> {
  if (values.word === undefined || values.word === null) return
  values.word = compared(values.word)
  if (!values.word)
    throw invalidFields([{ field: 'word', text: ['请填写文字，不只是标点', 'Enter letters, not only punctuation'] }])
}
export const forbiddenWordHalf = implement(forbiddenWord, { beforeWrite: comparable })
export const platformWordHalf = implement(platformWord, { beforeWrite: comparable })
