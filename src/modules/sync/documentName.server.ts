/** The name of a document in the language of the reader: that of parameters consists of the keys of properties of the class. */
import { translate, type Language } from '#base/text.ts'
import type { DeviceClass } from '#model/device.ts'

const BETWEEN = ['、', ', '] as const

/** A part that is no property of the class, such as the name of a programme, stays as it is. */
export const documentName = (name: string, deviceClass: DeviceClass | undefined, language: Language): string =>
  name
    .split(BETWEEN[0])
    .map(part => {
      const label = deviceClass?.properties[part]?.field.label
      return label ? translate(label, language) : part
    })
    .join(translate(BETWEEN, language))
