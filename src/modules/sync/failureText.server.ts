/** Why a device failed to take a person, in the language of the reader; the words of the device for codes that are not known. */
import { translate, type Language } from '#base/text.ts'
import { readBuiltIn } from '#server/crud/builtIn.ts'
import { failureWords } from './failureWords.rules.ts'
import { syncTask } from './syncTask.noun.ts'

export const failureText = (code: number | null, message: string, language: Language): string => {
  const known = code === null ? undefined : failureWords[code]
  return known ? translate(known, language) : readBuiltIn(syncTask, 'message', message, language)
}
