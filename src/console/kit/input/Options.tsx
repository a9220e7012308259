/** The list of options that a select, a multiple select or a combo box opens. */
import { Check } from 'lucide-react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Text as AriaText } from 'react-aria-components/Text'
import { NO_MATCH } from '#base/texts.ts'
import { Icon } from '#console/kit/Icon.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Options.css'

export type OptionId = string | number
export type Option<Id extends OptionId = string> = { id: Id; label: Words; note?: Words; disabled?: boolean }

type OptionsProps<Id extends OptionId> = {
  options: readonly Option<Id>[]
  label: string
  multiple?: boolean
  empty?: Words
}

export const Options = <Id extends OptionId>({ options, label, multiple, empty = NO_MATCH }: OptionsProps<Id>) => {
  const translate = useTranslate()
  return (
    <ListBox
      className="options"
      aria-label={label}
      renderEmptyState={() => <div className="options-empty">{translate(empty)}</div>}
    >
      {options.map(option => (
        <ListBoxItem
          key={option.id}
          id={option.id}
          textValue={translate(option.label)}
          isDisabled={option.disabled}
          className="option"
        >
          {({ isSelected }) => (
            <>
              {multiple && (
                <span className="option-box" data-on={isSelected || undefined}>
                  {isSelected && <Icon of={Check} size={12} />}
                </span>
              )}
              <span className="option-words">
                <AriaText slot="label" className="ellipsis">
                  {translate(option.label)}
                </AriaText>
                {option.note !== undefined && (
                  <AriaText slot="description" className="option-note">
                    {translate(option.note)}
                  </AriaText>
                )}
              </span>
              {!multiple && isSelected && <Icon of={Check} size={14} />}
            </>
          )}
        </ListBoxItem>
      ))}
    </ListBox>
  )
}
