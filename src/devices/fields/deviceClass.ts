/** A field that holds the key of a device class: its choices are the classes that there are. */
import type { Text } from '#base/text.ts'
import { CLASS_CHOICES } from '#devices/generated/choices.ts'
import { choice, type ChoiceField } from '#model/field.ts'

export const deviceClass = <const O extends Omit<ChoiceField, 'kind' | 'label' | 'value' | 'values'>>(
  label: Text,
  options: O = {} as O,
) => choice(label, CLASS_CHOICES, options)
