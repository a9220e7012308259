/** A field that holds the key of a protocol: its choices are the protocols that there are. */
import type { Text } from '#base/text.ts'
import { PROTOCOL_CHOICES, SPOKEN_CHOICES } from '#devices/generated/choices.ts'
import { choice, type ChoiceField } from '#model/field.ts'

type Options = Omit<ChoiceField, 'kind' | 'label' | 'value' | 'values'>

/** How a device is connected. */
export const protocol = <const O extends Options>(label: Text, options: O = {} as O) =>
  choice(label, PROTOCOL_CHOICES, options)

/** What the messages of a device are written in. */
export const spokenProtocol = <const O extends Options>(label: Text, options: O = {} as O) =>
  choice(label, SPOKEN_CHOICES, options)
