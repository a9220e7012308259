/** Texts in use that contain a word which was forbidden later: found in every module that stores some, and switched off. */
import sql from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import { handler } from '#server/parts.ts'
import type { Ports } from '#server/ports.ts'
import type { RunSql } from '#server/sql/db.ts'
import type { StoredTexts } from '#server/textScreen.ts'
import { foldings } from './folded.rules.ts'
import { HAS_WORD } from './forbiddenWord.noun.ts'

/** Raised with the word, in its application; without one it is forbidden in all of them. */
export const WORD_FORBIDDEN = 'word.forbidden'

interface Found {
  part: StoredTexts
  rows: { id: string; name: string }[]
}
/** What is in use and contains the folded word. */
export async function inUseWith(
  ports: Pick<Ports, 'classes' | 'storedTexts'>,
  query: RunSql,
  word: string,
  appId: string | null,
): Promise<Found[]> {
  const found: Found[] = []
  // One after another: they share a connection.
  for (const part of ports.storedTexts) {
    const rows = (await part.inUse(ports, query, appId)).filter(({ texts }) =>
      texts.flatMap(foldings).some(text => text.includes(word)),
    )
    if (rows.length) found.push({ part, rows })
  }
  return found
}

/** How many names a refusal lists of each kind. */
const NAMED = 5

/** `显示节目（招租、特价）、联动规则（夜间播报）` */
export function foundWords(found: readonly Found[]): Text {
  const each = found.map(({ part, rows }): Text => {
    const names = rows.slice(0, NAMED).map(row => row.name)
    const [zhMore, enMore] = rows.length > NAMED ? [` 等 ${rows.length} 个`, `, … ${rows.length} in all`] : ['', '']
    const [zh, en] = part.of.label
    return [`${zh}（${names.join('、')}${zhMore}）`, `${en} (${names.join(', ')}${enMore})`]
  })
  return [each.map(([zh]) => zh).join('、'), each.map(([, en]) => en).join(', ')]
}

export const stopTexts = handler({
  name: 'displays.forbidden',
  on: [WORD_FORBIDDEN],
  async run(ports, { appId, payload }) {
    const { word, by } = payload as { word: string; by?: { id: string; name: string } }
    await ports.db.tx({ role: 'engine' }, async query => {
      for (const { part, rows } of await inUseWith(ports, query, word, appId)) {
        const stopped = await part.switchOff(
          ports,
          query,
          rows.map(row => row.id),
        )
        // In the audit of the application, also where the platform forbade the word.
        for (const row of stopped)
          await query(sql`insert into audit.entry (id, at, actor_id, actor_name, app_id, source_id, action, object,
              object_id, object_name, changes, reason)
            values (${ports.newId()}, ${ports.now()}, ${by?.id ?? null}, ${by?.name ?? 'system'}, ${row.appId},
              ${row.sourceId}, ${part.act}, ${part.of.key}, ${row.id}, ${row.name},
              ${JSON.stringify({ state: [1, 0] })}, ${HAS_WORD[0].replace('{}', () => word)})`)
      }
    })
  },
})
