/** Shows the number of selected rows and the actions on all of them. */
import type { ReactNode } from 'react'
import { CLEAR } from '#base/texts.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './SelectionBar.css'

export type SelectionBarProps = {
  count: number
  /** The text in place of 已选择 n 项. */ words?: Words
  /** Called by 清空, which is hidden without it. */ onClear?: () => void
  /** Buttons of size small or medium. */ children?: ReactNode
}

export const SelectionBar = ({ count, words, onClear, children }: SelectionBarProps) => {
  const translate = useTranslate()
  if (count === 0) return null
  return (
    <div className="selection-bar" role="group" aria-label={translate(['已选择', 'Selection'])}>
      <span aria-live="polite" className="selection-bar-words">
        {words ? (
          translate(words)
        ) : (
          <>
            {translate(['已选择', ''])} <b>{count.toLocaleString('en-US')}</b> {translate(['项', 'selected'])}
          </>
        )}
      </span>
      {onClear && (
        <Button variant="quiet" size="small" onPress={onClear}>
          {translate(CLEAR)}
        </Button>
      )}
      <span className="selection-bar-acts">{children}</span>
    </div>
  )
}
