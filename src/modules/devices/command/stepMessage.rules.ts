/** Why an action of a linkage run failed, in the language of the reader. */
import { translate, type Language, type Text } from '#base/text.ts'
import { TOO_LATE } from '#base/outcomeTexts.ts'
import { readWords } from '#model/readWords.ts'
import { commandWords } from './commandWords.rules.ts'

/** A plain string is a message of a device, or was stored by an earlier version in Chinese only. */
export type StepMessage = Text | string

export const BEFORE_IT_FAILED: Text = ['前一动作失败', 'The action before it failed']

export const stepMessage = (message: StepMessage, language: Language): string =>
  typeof message === 'string'
    ? readWords([...commandWords, BEFORE_IT_FAILED, TOO_LATE], message, language)
    : translate(message, language)
