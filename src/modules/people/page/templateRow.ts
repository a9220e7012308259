/** A template as the server returns it, and the initial state of its editor. */
import type { Field } from '#model/field.ts'
import { get } from '#console/data/request.ts'
import { FIELD_TYPES, type Definition, type FieldType } from '#modules/applications/definition.rules.ts'
import { fieldFrom, optionsOf } from '#modules/applications/templateFields.rules.ts'
import { type Change } from '#modules/applications/templateChanges.rules.ts'
import type { Kind } from './useExtendedNoun.ts'
import type { RowOf } from '#model/row.ts'
import type { customTemplate } from '#modules/applications/customTemplate.noun.ts'

export const TEMPLATES = '/api/admin/template'
export type TemplateRow = Omit<RowOf<typeof customTemplate>, 'fields'> & { fields: Definition[] }
export type Impact = Change & { rows: number; breaking: boolean }
export type Version = { version: number; fields: Definition[]; publishedAt: string; publishedBy: string }

export const loadTemplate = (id: string, signal?: AbortSignal): Promise<TemplateRow> =>
  get<TemplateRow>(`${TEMPLATES}/${id}`, undefined, { quiet: true, ...(signal ? { signal } : {}) })

/** An unused key: `text`, `text2`, `text3` … */
const freeKey = (type: FieldType, taken: readonly Definition[]): string => {
  const keys = new Set(taken.map(one => one.key))
  for (let no = 1; ; no += 1) {
    const key = no === 1 ? type : `${type}${no}`
    if (!keys.has(key)) return key
  }
}
const freeLabel = (type: FieldType, taken: readonly Definition[]): string => {
  const labels = new Set(taken.map(one => one.label))
  for (let no = 1; ; no += 1) {
    const label = no === 1 ? FIELD_TYPES[type][1] : `${FIELD_TYPES[type][1]}${no}`
    if (!labels.has(label)) return label
  }
}
const SAMPLES: Partial<Record<FieldType, string>> = {
  choice: '选项一\n选项二',
  many: '选项一\n选项二',
  way: '一期/1 栋\n一期/2 栋\n二期/1 栋',
}

export const newDefinition = (type: FieldType, taken: readonly Definition[]): Definition => ({
  key: freeKey(type, taken),
  label: freeLabel(type, taken),
  type,
  listed: taken.length < 3,
  importable: type !== 'image' && type !== 'file',
  ...(SAMPLES[type] ? { options: SAMPLES[type] } : {}),
})

/** As in the form, but without what requires an application that uses the template. */
export const previewField = (definition: Definition, kind: Kind): Field => {
  const field = fieldFrom(definition, kind)
  return field.kind === 'dictionary'
    ? {
        kind: 'choice',
        label: field.label,
        as: 'select',
        values: Object.fromEntries(
          optionsOf(definition).map((way, at) => [`option${at}`, [way, way.replaceAll('/', ' / '), way] as const]),
        ),
        ...(field.required ? { required: true } : {}),
      }
    : field
}

/** Moves an item to another index; the others shift. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}
