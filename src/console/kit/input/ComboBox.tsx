/** Finds one of very many options by typing; the server returns the matches. */
import { useEffect, useState } from 'react'
import { ChevronDown, LoaderCircle } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Popover } from 'react-aria-components/Popover'
import { COULD_NOT_LOAD, NO_MATCH } from '#base/texts.ts'
import { Field, type FieldProps } from '#console/kit/input/Field.tsx'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Options, type Option, type OptionId } from '#console/kit/input/Options.tsx'
import { placeholderOf } from '#console/kit/input/placeholderOf.ts'
import { useLate } from '#console/kit/layout/useLate.ts'
import '#console/kit/overlay/Popover.css'
import './ComboBox.css'

export type ComboBoxProps<Id extends OptionId> = FieldProps & {
  value: Option<Id> | undefined
  onChange: (value: Option<Id> | undefined) => void
  /** It must be the same function at each render. A rejection is shown as a failure to load. */
  load: (text: string, signal: AbortSignal) => Promise<readonly Option<Id>[]>
  onBlur?: () => void
  placeholder?: Words
  name?: string
}

const pauseMs = 200

export const ComboBox = <Id extends OptionId = string>({
  value,
  onChange,
  load,
  onBlur,
  placeholder,
  name,
  disabled,
  ...field
}: ComboBoxProps<Id>) => {
  const translate = useTranslate()
  const chosen = value ? translate(value.label) : ''
  const [text, setText] = useState(chosen)
  const [open, setOpen] = useState(false)
  const [options, setOptions] = useState<readonly Option<Id>[]>([])
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const late = useLate(state === 'loading')

  useEffect(() => setText(chosen), [chosen])
  useEffect(() => {
    if (!open) return
    const control = new AbortController()
    setState('loading')
    const timer = setTimeout(
      () => {
        load(text === chosen ? '' : text, control.signal).then(
          found => {
            if (!control.signal.aborted) {
              setOptions(found)
              setState('idle')
            }
          },
          () => {
            if (!control.signal.aborted) {
              setOptions([])
              setState('failed')
            }
          },
        )
      },
      text === '' || text === chosen ? 0 : pauseMs,
    )
    // A cancelled request ends the loading state, or a list closed while loading would show it forever.
    return () => {
      clearTimeout(timer)
      control.abort()
      setState('idle')
    }
  }, [open, text, chosen, load])

  const empty: Words = state === 'loading' ? ['查找中…', 'Searching…'] : state === 'failed' ? COULD_NOT_LOAD : NO_MATCH
  return (
    <Field {...field} group>
      {({ labelId, describedBy }) => (
        <AriaComboBox
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          name={name}
          menuTrigger="focus"
          allowsEmptyCollection
          // The server has filtered already.
          defaultFilter={() => true}
          isDisabled={disabled}
          isInvalid={Boolean(field.error)}
          isRequired={field.required}
          inputValue={text}
          onInputChange={next => {
            setText(next)
            if (next === '' && value) onChange(undefined)
          }}
          selectedKey={value?.id ?? null}
          onSelectionChange={key => {
            const found = options.find(option => option.id === key)
            if (found) {
              onChange(found)
              setText(translate(found.label))
            }
          }}
          onOpenChange={setOpen}
          onBlur={() => {
            setText(chosen)
            onBlur?.()
          }}
        >
          <Group className="box combo-box" data-disabled={disabled || undefined}>
            <Input placeholder={translate(placeholder ?? placeholderOf('choose', field))} />
            <Button className="combo-box-open">
              {late ? (
                <span className="combo-box-wait">
                  <Icon of={LoaderCircle} size={14} />
                </span>
              ) : (
                <Icon of={ChevronDown} size={14} />
              )}
            </Button>
          </Group>
          <Popover className="popover popover-list" offset={4}>
            <Options options={options} label={translate(field.label)} empty={empty} />
          </Popover>
        </AriaComboBox>
      )}
    </Field>
  )
}
