/** Programmes that contain a word which was forbidden later: found, and switched off on their displays. */
import sql from 'sql-template-tag'
import type { SentProgramme } from '#model/programme.ts'
import { handler } from '#server/parts.ts'
import type { RunSql } from '#server/sql/db.ts'
import { touchDocument } from '#modules/sync/api.ts'
import { foldings } from './folded.rules.ts'

/** Raised with the word, in its application; without one it is forbidden in all of them. */
export const WORD_FORBIDDEN = 'word.forbidden'

interface Texts {
  lines?: readonly { text?: string | null }[] | null
  voice?: string | null
}
/** A word must not appear by breaking it into two lines either. */
export const textsOf = ({ lines, voice }: Texts): { lines: string; voice: string } => ({
  lines: (lines ?? []).map(line => line.text ?? '').join(''),
  voice: voice ?? '',
})

/** The programmes that are on and contain the folded word. */
export async function programmesWith(
  query: RunSql,
  word: string,
  appId: string | null,
): Promise<{ id: string; name: string }[]> {
  const rows = await query<{ id: string; name: string; lines: SentProgramme['lines']; voice: string | null }>(
    sql`select id, name, lines, voice from displays.programme
      where state = 1 and deleted_at is null and (${appId}::bigint is null or app_id = ${appId}) order by name, id`,
  )
  return rows.filter(row =>
    Object.values(textsOf(row))
      .flatMap(foldings)
      .some(text => text.includes(word)),
  )
}

export const stopProgrammes = handler({
  name: 'displays.forbidden',
  on: [WORD_FORBIDDEN],
  async run(ports, { appId, payload }) {
    await ports.db.tx({ role: 'engine' }, async query => {
      const ids = (await programmesWith(query, String(payload.word), appId)).map(row => row.id)
      if (!ids.length) return
      const shown = await query<{ device_id: string }>(
        sql`with stopped as (
            update displays.programme set state = 0, rev = rev + 1, updated_at = now()
            where id = any(${ids}::bigint[]) returning id)
          select distinct d.device_id from displays.programme_device d join stopped s on s.id = d.programme_id`,
      )
      await touchDocument(
        ports,
        query,
        'programme',
        shown.map(row => row.device_id),
      )
    })
  },
})
