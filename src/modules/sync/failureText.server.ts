/** Why a device failed to take something, in the language of the reader; the words of the device for codes that are not known. */
import { translate, type Language } from '#base/text.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import { failureWords } from './failureWords.rules.ts'
import { syncTask } from './syncTask.noun.ts'

const KINDS = Object.values(syncTask.fields.kind.values)

/** `message` is what the device said or, where it said nothing, the kind of the failure. */
export const failureText = (code: number | null, message: string, language: Language): string => {
  const known = code === null ? undefined : failureWords[code]
  if (known) return translate(known, language)
  const [, zh, en] = KINDS.find(([kind]) => kind === message) ?? []
  return zh && en ? translate([zh, en], language) : readBuiltIn(syncTask, 'message', message, language)
}
