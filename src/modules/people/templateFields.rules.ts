/** Definitions of a template turned into fields like all others, and which of them a list, a filter and a sheet take. */
import { ALL_DOCUMENTS, type DocumentType } from '#base/documentTypes.ts'
import type { Text } from '#base/text.ts'
import type { Choices, Field, Fields, Pattern } from '#model/field.ts'
import type { Definition, FieldType } from './definition.rules.ts'

export const FOUND: readonly FieldType[] = ['text', 'lines', 'choice', 'many', 'phone', 'idCard', 'day', 'switch']
export const ALONE: readonly FieldType[] = ['text', 'phone', 'idCard', 'number']
/** A file is no cell. */
export const ONE_CELL = (type: FieldType): boolean => type !== 'image' && type !== 'file'

export const optionsOf = ({ options }: Pick<Definition, 'options'>): string[] => [
  ...new Set(
    (options ?? '')
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  ),
]
/** The ways through the levels, each as its words. */
export const waysOf = (definition: Pick<Definition, 'options'>): string[][] =>
  optionsOf(definition).map(line => line.split('/').map(word => word.trim()))

export const fieldName = (key: string): string => `ext_${key}`
export const isSealed = ({ type, sensitive }: Pick<Definition, 'type' | 'sensitive'>): boolean =>
  type === 'phone' || type === 'idCard' || (type === 'text' && sensitive === true)
export const documentTypesOf = ({ types }: Pick<Definition, 'types'>): readonly DocumentType[] =>
  types?.length ? (types as unknown as DocumentType[]) : ALL_DOCUMENTS

/** The field that a definition stands for, as forms, lists, imports and filters take it. */
export function fieldFrom(definition: Definition, kind: 'person' | 'organization'): Field {
  const { key, label, labelEn, type, help } = definition
  const words: Text = [label, labelEn || label]
  const find = definition.searchable && FOUND.includes(type)
  const facets = {
    virtual: true as const,
    within: { column: 'ext', key },
    ...(definition.required && type !== 'switch' ? { required: true as const } : {}),
    ...(definition.unique && ALONE.includes(type) ? { unique: true as const } : {}),
    ...(definition.wide ? { wide: true as const } : {}),
    ...(help ? { help: [help, help] as Text } : {}),
  }
  const values = (): Choices =>
    Object.fromEntries(optionsOf(definition).map((option, at) => [`option${at}`, [option, option, option] as const]))
  const personal = (pattern: Pattern & ('phone' | 'idCard')): Field => ({
    kind: 'text',
    label: words,
    ...facets,
    pattern,
    mask: pattern,
    ...(find ? { find: 'equal' } : {}),
  })
  switch (type) {
    case 'text':
      return {
        kind: 'text',
        label: words,
        ...facets,
        max: definition.max ?? 100,
        // What is sealed is found by all of it; and stars are how it comes back, unchanged, from a form.
        ...(definition.sensitive ? { mask: 'words', matches: '^[^*]*$' } : {}),
        ...(definition.matches ? { matches: `^(?:${definition.matches})$` } : {}),
        ...(find ? { find: definition.sensitive ? 'equal' : 'contains' } : {}),
      }
    case 'lines':
      return {
        kind: 'text',
        label: words,
        ...facets,
        max: definition.max ?? 500,
        lines: 3,
        ...(find ? { find: 'contains' } : {}),
      }
    case 'number':
      return definition.scale
        ? { kind: 'decimal', label: words, ...facets, scale: definition.scale }
        : { kind: 'integer', label: words, ...facets }
    case 'day':
      return { kind: 'day', label: words, ...facets, ...(find ? { find: 'range' } : {}) }
    case 'choice':
    case 'many':
      return {
        kind: 'choice',
        label: words,
        values: values(),
        ...facets,
        as: 'select',
        ...(type === 'many' ? { many: true } : {}),
        ...(find ? { find: 'among' } : {}),
      }
    case 'way':
      return {
        kind: 'dictionary',
        label: words,
        ...facets,
        from: `/api/admin/personDefinition/options?kind=${kind}&key=${key}`,
        shape: 'way',
      }
    case 'phone':
    case 'idCard':
      return personal(type)
    case 'image':
      return { kind: 'file', label: words, accept: 'image', ...facets }
    case 'file':
      return {
        kind: 'file',
        label: words,
        accept: 'document',
        types: documentTypesOf(definition),
        count: definition.count ?? 3,
        ...facets,
      }
    case 'switch':
      return { kind: 'flag', label: words, as: 'switch', ...facets, ...(find ? { find: 'equal' } : {}) }
  }
}

export const fieldsFrom = (definitions: readonly Definition[], kind: 'person' | 'organization'): Fields =>
  Object.fromEntries(definitions.map(one => [fieldName(one.key), fieldFrom(one, kind)]))
export const importsFrom = (definitions: readonly Definition[]): string[] =>
  definitions.filter(one => (one.importable || one.required) && ONE_CELL(one.type)).map(one => fieldName(one.key))
export const listedIn = (definitions: readonly Definition[]): string[] =>
  definitions.filter(one => one.listed).map(one => fieldName(one.key))
export const searchedIn = (definitions: readonly Definition[]): string[] =>
  definitions.filter(one => one.searchable && FOUND.includes(one.type)).map(one => fieldName(one.key))
