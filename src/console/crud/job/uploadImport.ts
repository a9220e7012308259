/** Sends a file for an import to be checked, with what its unknown columns were chosen to be. */
import type { Noun } from '#model/noun.ts'
import type { Chosen, UnknownColumns } from '#console/crud/job/ColumnChoices.tsx'
import type { Job } from '#console/data/jobs.ts'
import { send } from '#console/data/request.ts'
import { parsed, storedText, storePreference } from '#console/kit/preferences.ts'

const uploadMs = 120_000
/** Older choices are forgotten first. */
const mostRemembered = 100

const nameOf = (noun: Noun): string => `importColumns.${noun.key}`

/** What was chosen for columns of earlier files. */
export const rememberedColumns = (noun: Noun): Chosen => {
  const stored = parsed(storedText(nameOf(noun)))
  return stored !== null && typeof stored === 'object' && !Array.isArray(stored) ? (stored as Chosen) : {}
}
export const rememberColumns = (noun: Noun, chosen: Chosen): void =>
  storePreference(nameOf(noun), Object.fromEntries(Object.entries(chosen).slice(-mostRemembered)))

/** Rejects with RequestError, without a toast; its data may have the unknown columns. */
export const uploadImport = async (noun: Noun, file: File, chosen: Chosen): Promise<Job & UnknownColumns> => {
  const body = new FormData()
  body.append('columns', JSON.stringify(chosen))
  body.append('file', file)
  const { data } = await send<Job & UnknownColumns>(`${noun.api}/import`, {
    method: 'POST',
    query: { dry: true },
    body,
    quiet: true,
    timeoutMs: uploadMs,
  })
  return data
}
