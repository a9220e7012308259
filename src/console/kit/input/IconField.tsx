/** Chooses an icon of the console's set. */
import { useState } from 'react'
import { FIND, NO_MATCH } from '#base/texts.ts'
import type { FieldProps } from '#console/kit/input/Field.tsx'
import NamedIcon from '#console/kit/NamedIcon.tsx'
import { iconSet } from '#console/kit/iconSet.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { PopoverField } from '#console/kit/input/PopoverField.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import './IconField.css'

export type IconFieldProps = FieldProps & {
  value: string | undefined
  onChange: (name: string | undefined) => void
  clearable?: boolean
}

export default function IconField({ value, onChange, clearable, ...field }: IconFieldProps) {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const found = [...iconSet.keys()].filter(name => name.includes(search.trim().toLowerCase()))
  return (
    <PopoverField
      {...field}
      chosen={value || undefined}
      picture={value ? <NamedIcon name={value} /> : undefined}
      onClear={clearable && value ? () => onChange(undefined) : undefined}
      width={320}
    >
      {close => (
        <div className="icon-field">
          <SearchField label={FIND} value={search} onChange={setSearch} shortcut={null} />
          <div className="icon-field-set" role="group" aria-label={translate(field.label)}>
            {found.map(name => (
              <button
                key={name}
                type="button"
                className="icon-field-one"
                aria-label={name}
                aria-pressed={name === value}
                data-tip={name}
                onClick={() => {
                  onChange(name)
                  close()
                }}
              >
                <NamedIcon name={name} size={18} />
              </button>
            ))}
            {found.length === 0 && <p className="icon-field-none">{translate(NO_MATCH)}</p>}
          </div>
        </div>
      )}
    </PopoverField>
  )
}
