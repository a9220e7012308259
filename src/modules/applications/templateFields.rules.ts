/** Turns definitions of a template into ordinary fields, and selects those for lists, filters and imports. */
import { ALL_DOCUMENTS, type DocumentType } from '#base/documentTypes.ts'
import type { Text } from '#base/text.ts'
import type { Choices, Field, Fields } from '#model/field.ts'
import type { Definition, FieldType } from './definition.rules.ts'

export const FOUND: readonly FieldType[] = ['text', 'lines', 'choice', 'many', 'phone', 'idCard', 'day', 'switch']
export const ALONE: readonly FieldType[] = ['text', 'phone', 'idCard', 'number']
/** Whether a value fits into one cell; files do not. */
export const ONE_CELL = (type: FieldType): boolean => type !== 'image' && type !== 'file'

export const optionsOf = ({ options }: Pick<Definition, 'options'>): string[] => [
  ...new Set(
    (options ?? '')
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  ),
]
/** The paths through the levels, each as a list of labels. */
export const waysOf = (definition: Pick<Definition, 'options'>): string[][] =>
  optionsOf(definition).map(line => line.split('/').map(word => word.trim()))

export const fieldName = (key: string): string => `ext_${key}`
export const isSealed = ({ type, sensitive }: Pick<Definition, 'type' | 'sensitive'>): boolean =>
  type === 'phone' || type === 'idCard' || (type === 'text' && sensitive === true)
export const documentTypesOf = ({ types }: Pick<Definition, 'types'>): readonly DocumentType[] =>
  types?.length ? (types as unknown as DocumentType[]) : ALL_DOCUMENTS

type Kind = 'person' | 'organization'
/** The facets of a field of any type. */
const facetsOf = ({ key, label, labelEn, type, help, required, unique, wide }: Definition) => ({
  label: [label, labelEn || label] as Text,
  virtual: true as const,
  within: { column: 'ext', key },
  ...(required && type !== 'switch' ? { required: true as const } : {}),
  ...(unique && ALONE.includes(type) ? { unique: true as const } : {}),
  ...(wide ? { wide: true as const } : {}),
  ...(help ? { help: [help, help] as Text } : {}),
})
const isFound = ({ searchable, type }: Definition): boolean => searchable === true && FOUND.includes(type)

/** The field made from a definition, for forms, lists, imports and filters. */
export function fieldFrom(definition: Definition, kind: Kind): Field {
  const { type } = definition
  const facets = facetsOf(definition)
  const found = isFound(definition)
  switch (type) {
    case 'text':
      return textFrom(definition)
    case 'lines':
      return { kind: 'text', ...facets, max: definition.max ?? 500, lines: 3, ...(found ? { find: 'contains' } : {}) }
    case 'number':
      return definition.scale ? { kind: 'decimal', ...facets, scale: definition.scale } : { kind: 'integer', ...facets }
    case 'day':
      return { kind: 'day', ...facets, ...(found ? { find: 'range' } : {}) }
    case 'choice':
    case 'many':
      return choiceFrom(definition)
    case 'way':
      return {
        kind: 'dictionary',
        ...facets,
        from: `/api/admin/personDefinition/options?kind=${kind}&key=${definition.key}`,
        shape: 'way',
      }
    case 'phone':
    case 'idCard':
      return { kind: 'text', ...facets, pattern: type, mask: type, ...(found ? { find: 'tail' } : {}) }
    case 'image':
      return { kind: 'file', accept: 'image', ...facets }
    case 'file':
      return {
        kind: 'file',
        accept: 'document',
        types: documentTypesOf(definition),
        count: definition.count ?? 3,
        ...facets,
      }
    case 'switch':
      return { kind: 'flag', as: 'switch', ...facets, ...(found ? { find: 'equal' } : {}) }
  }
}

const textFrom = (definition: Definition): Field => ({
  kind: 'text',
  ...facetsOf(definition),
  max: definition.max ?? 100,
  // A sealed value is found by the whole value only; asterisks are refused, because they are how a masked value comes back from a form.
  ...(definition.sensitive ? { mask: 'words', matches: '^[^*]*$' } : {}),
  ...(definition.matches ? { customPattern: definition.matches } : {}),
  ...(isFound(definition) ? { find: definition.sensitive ? 'equal' : 'contains' } : {}),
})

function choiceFrom(definition: Definition): Field {
  const values: Choices = Object.fromEntries(
    optionsOf(definition).map((option, at) => [`option${at}`, [option, option, option] as const]),
  )
  return {
    kind: 'choice',
    values,
    ...facetsOf(definition),
    as: 'select',
    ...(definition.type === 'many' ? { many: true } : {}),
    ...(isFound(definition) ? { find: 'among' } : {}),
  }
}

/** Columns are distinguished by their labels: one that the product got later, under the name that a customer chose, keeps it. */
function distinct(field: Field, own: Fields): Field {
  const taken = new Set(Object.values(own).flatMap(({ label }) => label.map(word => word.toLowerCase())))
  const [zh, en] = field.label
  return field.label.some(word => taken.has(word.trim().toLowerCase()))
    ? { ...field, label: [`${zh}（自定义）`, `${en} (custom)`] }
    : field
}

/** The fields of a template beside those that the noun has of its own. */
export const fieldsFrom = (definitions: readonly Definition[], kind: Kind, own: Fields): Fields =>
  Object.fromEntries(definitions.map(one => [fieldName(one.key), distinct(fieldFrom(one, kind), own)]))
export const importsFrom = (definitions: readonly Definition[]): string[] =>
  definitions.filter(one => (one.importable || one.required) && ONE_CELL(one.type)).map(one => fieldName(one.key))
export const listedIn = (definitions: readonly Definition[]): string[] =>
  definitions.filter(one => one.listed).map(one => fieldName(one.key))
export const searchedIn = (definitions: readonly Definition[]): string[] =>
  definitions.filter(isFound).map(one => fieldName(one.key))
