/** The texts of programmes, for words that are forbidden later. */
import sql from 'sql-template-tag'
import type { SentProgramme } from '#model/programme.ts'
import { storedTexts } from '#server/textScreen.ts'
import { touchDocument } from '#modules/sync/api.ts'
import { toState } from '#server/moves/toState.ts'
import { ledProgramme } from './ledProgramme.noun.ts'

interface Texts {
  lines?: readonly { text?: string | null }[] | null
  voice?: string | null
}
/** A word must not appear by breaking it into two lines either. */
export const textsOf = ({ lines, voice }: Texts): { lines: string; voice: string } => ({
  lines: (lines ?? []).map(line => line.text ?? '').join(''),
  voice: voice ?? '',
})

export const programmeTexts = storedTexts({
  of: ledProgramme,
  act: 'edit',
  async inUse(_ports, query, appId) {
    const rows = await query<{ id: string; name: string; lines: SentProgramme['lines']; voice: string | null }>(
      sql`select id, name, lines, voice from displays.programme
        where state = 1 and deleted_at is null and (${appId}::bigint is null or app_id = ${appId}) order by name, id`,
    )
    return rows.map(({ id, name, ...shown }) => ({ id, name, texts: Object.values(textsOf(shown)) }))
  },
  async switchOff(ports, query, ids) {
    const stopped = await query<{ id: string; name: string; appId: string; sourceId: string }>(
      sql`update displays.programme set ${toState(ledProgramme.fields.state.values, 'off')}, rev = rev + 1, updated_at = now()
        where id = any(${ids}::bigint[]) and state = 1
        returning id, name, app_id as "appId", source_id as "sourceId"`,
    )
    const shown = await query<{ device_id: string }>(
      sql`select distinct device_id from displays.programme_device
        where programme_id = any(${stopped.map(row => row.id)}::bigint[])`,
    )
    await touchDocument(
      ports,
      query,
      'programme',
      shown.map(row => row.device_id),
    )
    return stopped
  },
})
