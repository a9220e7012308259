/** Parameters as a table: name, type, range, and whether they are required. */
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

export function fieldTable(fields: Fields, say: Translate): Block[] {
  const all = Object.entries(fields)
  if (!all.length) return []
  return [
    table(
      [
        say(['参数', 'Parameter']),
        say(['名称', 'Name']),
        say(['类型', 'Type']),
        say(['取值', 'Values']),
        say(['必填', 'Required']),
      ],
      all.map(([name, field]) => [
        code(name),
        say(field.label),
        typeWords(field, say),
        rangeWords(field, say),
        field.required ? say(['是', 'yes']) : '—',
      ]),
    ),
  ]
}
