/** What a person must check on site before something moves, each with a checkbox. */
import { useState } from 'react'
import type { Text } from '#base/text.ts'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { useTranslate } from '#console/kit/language.tsx'

export interface Confirmed {
  texts: readonly Text[]
  ticked: readonly string[]
  /** Whether all are ticked. */
  all: boolean
  tick(text: Text, on: boolean): void
  clear(): void
}

export const useConfirmations = (texts: readonly Text[]): Confirmed => {
  const [ticked, setTicked] = useState<readonly string[]>([])
  return {
    texts,
    ticked,
    all: texts.every(([text]) => ticked.includes(text)),
    tick: ([text], on) => setTicked(before => (on ? [...before, text] : before.filter(one => one !== text))),
    clear: () => setTicked([]),
  }
}

export type ConfirmationsProps = { confirmed: Confirmed }

export const Confirmations = ({ confirmed: { texts, ticked, tick } }: ConfirmationsProps) => {
  const translate = useTranslate()
  return texts.map(text => (
    <Checkbox key={text[0]} checked={ticked.includes(text[0])} onChange={on => tick(text, on)}>
      {translate(text)}
    </Checkbox>
  ))
}
