/** A span of days beside a list; the calendar's code is loaded at the first use. */
import { CalendarDays } from 'lucide-react'
import { lazy } from '#console/kit/layout/lazy.tsx'
import { Deferred } from '#console/kit/layout/Deferred.tsx'
import type { DaySpan } from '#console/kit/input/daySpan.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import '#console/kit/input/Field.css'
import '#console/crud/crud.css'

const load = () => import('#console/kit/input/DateRange.tsx')
const DateRange = lazy(async () => (await load()).DateRange)

export type SpanPickProps = {
  label: Words
  /** Shown while no days are chosen. */
  placeholder?: Words
  value: DaySpan | undefined
  onChange: (value: DaySpan | undefined) => void
}

export const SpanPick = ({ label, placeholder = ['选择日期', 'Choose days'], value, onChange }: SpanPickProps) => {
  const translate = useTranslate()
  const shown = value ? `${value.from.replaceAll('-', '/')} – ${value.to.replaceAll('-', '/')}` : translate(placeholder)
  return (
    <span className="crud-span calm">
      <Deferred
        load={load}
        placeholder={begin => (
          <button
            type="button"
            className="box"
            aria-haspopup="dialog"
            aria-expanded={false}
            aria-label={shown === translate(label) ? shown : `${shown} ${translate(label)}`}
            onClick={begin}
          >
            <span>{shown}</span>
            <Icon of={CalendarDays} size={14} />
          </button>
        )}
      >
        <DateRange plain label={label} value={value} onChange={onChange} />
      </Deferred>
    </span>
  )
}
