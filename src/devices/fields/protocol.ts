/** A field that holds the key of a protocol: its choices are the protocols that there are. */
import type { Text } from '#base/text.ts'
import { PROTOCOL_CHOICES } from '#devices/generated/choices.ts'
import { choice, type ChoiceField } from '#model/field.ts'

export const protocol = <const O extends Omit<ChoiceField, 'kind' | 'label' | 'value' | 'values'>>(
  label: Text,
  options: O = {} as O,
) => choice(label, PROTOCOL_CHOICES, options)
