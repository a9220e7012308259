/** Asks why something is opened or moved: one of the usual reasons, or free text. */
import { EXPLAIN_REASON } from '#base/deviceTexts.ts'
import { REASON } from '#base/labelTexts.ts'
import { useState } from 'react'
import { TextField } from '#console/kit/input/TextField.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Chips } from '#console/kit/input/Chips.tsx'
import { REASONS } from './reasons.ts'

const OTHER = 'other'

export interface Reason {
  id: string | undefined
  words: string
  /** The stored text; '' until a reason is given. */
  text: string
  set(change: { id?: string | undefined; words?: string }): void
}

export const useReason = (): Reason => {
  const translate = useTranslate()
  const [{ id, words }, setReason] = useState<{ id: string | undefined; words: string }>({ id: undefined, words: '' })
  const chosen = REASONS.find(one => one.id === id)
  return {
    id,
    words,
    text: chosen?.id === OTHER ? words.trim() : chosen ? translate(chosen.label) : '',
    set: change => setReason(before => ({ ...before, ...change })),
  }
}

export type ReasonInputProps = { reason: Reason; focus?: boolean; size?: 'medium' | 'large' }

export const ReasonInput = ({ reason: { id, words, set }, focus = false, size = 'medium' }: ReasonInputProps) => (
  <>
    <Chips label={REASON} items={REASONS} value={id} onChange={next => set({ id: next })} focus={focus} size={size} />
    {id === OTHER && (
      <TextField
        label={EXPLAIN_REASON}
        hideLabel
        value={words}
        onChange={next => set({ words: next })}
        maxLength={100}
        size={size}
        autoFocus={focus}
      />
    )}
  </>
)
