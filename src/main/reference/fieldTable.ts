/** Parameters as a table: name, type, range, and whether they are required. */
import { NAME, REQUIRED, TYPE } from '#base/labelTexts.ts'
import type { DeviceClass } from '#model/device.ts'
import type { Field, Fields } from '#model/field.ts'
import { table, type Block } from './blocks.ts'
import { rangeWords, typeWords, type Translate } from './words.ts'

const code = (word: string): string => `\`${word}\``
export const withPart = (deviceClass: DeviceClass, per: string | undefined, fields: Fields): Fields => {
  if (!per) return fields
  const { label, param, min, max } = deviceClass.components[per]!
  const part: Field = { kind: 'integer', label, required: true, min, ...(max === 'model' ? {} : { max }) }
  return { [param]: part, ...fields }
}

export function fieldTable(fields: Fields, translate: Translate): Block[] {
  const all = Object.entries(fields)
  if (!all.length) return []
  return [
    table(
      [
        translate(['参数', 'Parameter']),
        translate(NAME),
        translate(TYPE),
        translate(['取值', 'Values']),
        translate(REQUIRED),
      ],
      all.map(([name, field]) => [
        code(name),
        translate(field.label),
        typeWords(field, translate),
        rangeWords(field, translate),
        field.required ? translate(['是', 'yes']) : '—',
      ]),
    ),
  ]
}
