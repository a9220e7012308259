/** A placeholder for a control that chooses from a list; the control's code is loaded at the first use. */
import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { Deferred } from '#console/kit/layout/Deferred.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import '#console/kit/input/Field.css'
import '#console/kit/input/Select.css'

export type PickPlaceholderProps = {
  load: () => Promise<unknown>
  label: Words
  placeholder?: Words
  /** With a value the control is loaded at once, because it must show the label of the value. */
  chosen: boolean
  /** The control, usually lazy. */
  children: ReactNode
}

/** Looks like the closed control. */
export const PickPlaceholder = ({ load, label, placeholder, chosen, children }: PickPlaceholderProps) => {
  const translate = useTranslate()
  return (
    <Deferred
      load={load}
      now={chosen}
      placeholder={begin => (
        <button
          type="button"
          className="box select-button"
          aria-haspopup="listbox"
          aria-expanded={false}
          onClick={begin}
        >
          <span className="select-value ellipsis" data-placeholder="">
            {translate(placeholder ?? placeholderOf('choose', { label, hideLabel: true }))}
          </span>
          <Icon of={ChevronDown} size={14} />
        </button>
      )}
    >
      {children}
    </Deferred>
  )
}
