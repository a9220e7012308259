/** Filters that are chosen from a list; the list's code comes at the first touch. */
import { lazy, type ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import type { ChoiceField } from '#model/field.ts'
import { Deferred } from '#console/kit/Deferred.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useSay, type Words } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/placeholderOf.ts'
import '#console/kit/Field.css'
import '#console/kit/Select.css'

const load = () => import('#console/crud/PickControls.tsx')
const ChoicePick = lazy(async () => ({ default: (await load()).ChoicePick }))
const FlagPick = lazy(async () => ({ default: (await load()).FlagPick }))
const ReferencePick = lazy(async () => ({ default: (await load()).ReferencePick }))

type Pick = { value: string | undefined; onChange: (value: string | undefined) => void }

/** Looks like the closed control. With a value the control itself must say which. */
const Stand = ({ label, value, children }: { label: Words; value: string | undefined; children: ReactNode }) => {
  const say = useSay()
  return (
    <Deferred
      load={load}
      now={value !== undefined}
      stand={begin => (
        <button
          type="button"
          className="box select-button"
          aria-haspopup="listbox"
          aria-expanded={false}
          onClick={begin}
        >
          <span className="select-value ellipsis" data-placeholder="">
            {say(placeholderOf('choose', label))}
          </span>
          <Icon of={ChevronDown} size={14} />
        </button>
      )}
    >
      {children}
    </Deferred>
  )
}

export const ChoiceFilter = ({ field, many, ...pick }: Pick & { field: ChoiceField; many: boolean }) => (
  <Stand label={field.label} value={pick.value}>
    <ChoicePick field={field} many={many} {...pick} />
  </Stand>
)
export const FlagFilter = ({ label, ...pick }: Pick & { label: Words }) => (
  <Stand label={label} value={pick.value}>
    <FlagPick label={label} {...pick} />
  </Stand>
)
export const ReferenceFilter = ({ label, to, ...pick }: Pick & { label: Words; to: string }) => (
  <Stand label={label} value={pick.value}>
    <ReferencePick label={label} to={to} {...pick} />
  </Stand>
)
