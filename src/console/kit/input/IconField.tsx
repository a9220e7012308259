/** Chooses a picture of the console's own set. */
import { useState } from 'react'
import { X } from 'lucide-react'
import { CLEAR, FIND, NO_MATCH } from '#base/texts.ts'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { IconButton } from '#console/kit/IconButton.tsx'
import NamedIcon from '#console/kit/NamedIcon.tsx'
import { iconSet } from '#console/kit/iconSet.ts'
import { useTranslate } from '#console/kit/language.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import { Popover } from '#console/kit/overlay/Popover.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { SelectTrigger } from '#console/kit/input/SelectTrigger.tsx'
import './IconField.css'

export type IconFieldProps = FieldProps & {
  value: string | undefined
  onChange: (name: string | undefined) => void
  clearable?: boolean
}

export default function IconField({ value, onChange, clearable, disabled, ...field }: IconFieldProps) {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const clearing = Boolean(clearable && value && !disabled)
  const found = [...iconSet.keys()].filter(name => name.includes(search.trim().toLowerCase()))
  return (
    <Field {...field} group>
      {({ labelId }) => (
        <div className="select">
          <Popover
            label={field.label}
            width={320}
            trigger={
              <SelectTrigger
                words={value ?? translate(placeholderOf('choose', field.label))}
                picture={value ? <NamedIcon name={value} /> : undefined}
                empty={!value}
                labelId={labelId}
                disabled={disabled}
                invalid={Boolean(field.error)}
                clearing={clearing}
              />
            }
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
          </Popover>
          {clearing && (
            <span className="select-clear">
              <IconButton icon={X} size="tiny" label={CLEAR} onPress={() => onChange(undefined)} />
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
