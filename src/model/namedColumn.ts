/** Columns whose parts have the names of part 3 of the specification, turned into the fields that everything else works with. */
import type { Text } from '#base/text.ts'
import type { Facets, Mode } from './facets.ts'
import type { Choices, Field, Fields, ListField, TextField } from './field.ts'

export interface NamedRule {
  required?: boolean
  type?: 'string' | 'number' | 'integer' | 'email' | 'url' | 'hex' | 'array'
  min?: number
  max?: number
  len?: number
  pattern?: string | RegExp
  enum?: readonly (string | number)[]
}
type Kind =
  | ('input' | 'textarea' | 'number' | 'password' | 'select' | 'radio' | 'checkbox' | 'switch' | 'slider')
  | ('date' | 'datetime' | 'time' | 'daterange' | 'datetimerange' | 'timerange' | 'cascader' | 'tree')
  | ('color' | 'icon' | 'rich' | 'code' | 'upload' | 'dynamic' | 'map')

export interface NamedColumn {
  prop: string
  label: string | Text
  /** Default: input. */
  type?: Kind
  rules?: readonly NamedRule[]
  /** Options as they stand, or the address they come from, with `{{key}}` for what was chosen above. */
  dicData?: readonly { value: string | number; label: string }[]
  dicUrl?: `/api/${string}`
  dicMethod?: 'get' | 'post'
  props?: { value?: string; label?: string; children?: string }
  /** The columns whose options follow from what is chosen in this one. */
  cascader?: readonly string[]
  multiple?: boolean
  /** Of 24; default 12. */
  span?: number
  limit?: number
  action?: `/api/${string}`
  children?: readonly NamedColumn[]
  addDisplay?: boolean
  editDisplay?: boolean
  viewDisplay?: boolean
  addDisabled?: boolean
  editDisabled?: boolean
  help?: string
}

const WHOLE_ROW = 24
const both = (words: string | Text): Text => (typeof words === 'string' ? [words, words] : words)
const modes = (given: readonly [Mode, boolean][]): readonly Mode[] => given.filter(([, on]) => on).map(([mode]) => mode)

function facetsOf(column: NamedColumn): Facets & { label: Text } {
  const hidden = modes([
    ['add', column.addDisplay === false],
    ['edit', column.editDisplay === false],
    ['view', column.viewDisplay === false],
  ])
  const disabled = modes([
    ['add', column.addDisabled === true],
    ['edit', column.editDisabled === true],
  ])
  return {
    label: both(column.label),
    ...(column.rules?.some(rule => rule.required) ? { required: true } : {}),
    ...(column.span === WHOLE_ROW ? { wide: true } : {}),
    ...(column.help === undefined ? {} : { help: both(column.help) }),
    ...(hidden.length ? { hiddenIn: hidden } : {}),
    ...(disabled.length ? { disabledIn: disabled } : {}),
  }
}

/** What several rules say together. */
const bound = (rules: readonly NamedRule[], side: 'min' | 'max'): number | undefined =>
  rules.map(rule => rule.len ?? rule[side]).find(value => value !== undefined)

function textOf(column: NamedColumn, rules: readonly NamedRule[]): TextField {
  const [min, max] = [bound(rules, 'min'), bound(rules, 'max')]
  const matches = rules.map(rule => rule.pattern).find(pattern => pattern !== undefined)
  const type = rules.map(rule => rule.type).find(one => one === 'email' || one === 'url' || one === 'hex')
  return {
    kind: 'text',
    ...facetsOf(column),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(matches === undefined ? {} : { matches: typeof matches === 'string' ? matches : matches.source }),
    ...(type === undefined ? {} : { pattern: type === 'hex' ? 'colour' : type }),
    ...(column.type === 'textarea' ? { lines: 3 } : {}),
  }
}

const choicesOf = (given: readonly { value: string | number; label: string }[]): Choices =>
  Object.fromEntries(given.map(({ value, label }) => [String(value), [value, label, label]]))

function pickedOf(column: NamedColumn, rules: readonly NamedRule[], under: string | undefined): Field {
  const facets = facetsOf(column)
  const many = column.multiple || column.type === 'checkbox' ? { many: true as const } : {}
  if (column.dicUrl !== undefined)
    return {
      kind: 'dictionary',
      ...facets,
      from: column.dicUrl,
      ...(column.dicMethod === 'post' ? { method: 'POST' } : {}),
      ...(column.props ? { props: column.props } : {}),
      ...(under === undefined ? {} : { under }),
      ...(column.type === 'tree' ? { shape: 'tree' } : column.type === 'cascader' ? { shape: 'way' } : many),
    }
  const options =
    column.dicData ?? rules.flatMap(rule => rule.enum ?? []).map(value => ({ value, label: String(value) }))
  const as = column.type === 'radio' || column.type === 'checkbox' ? column.type : ('select' as const)
  return { kind: 'choice', ...facets, values: choicesOf(options), as, ...many }
}

const spans = { daterange: 'day', datetimerange: 'instant', timerange: 'clock' } as const

function fieldOf(column: NamedColumn, under: string | undefined): Field {
  const rules = column.rules ?? []
  const facets = facetsOf(column)
  const [min, max] = [bound(rules, 'min'), bound(rules, 'max')]
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  switch (column.type) {
    case 'number':
      return { kind: 'integer', ...facets, ...bounds }
    case 'slider':
      return { kind: 'integer', ...facets, ...bounds, as: 'slider' }
    case 'password':
      return { kind: 'secret', ...facets, ...(max === undefined ? {} : { max }) }
    case 'switch':
      return { kind: 'flag', ...facets, as: 'switch' }
    case 'date':
      return { kind: 'day', ...facets }
    case 'datetime':
      return { kind: 'instant', ...facets }
    case 'time':
      return { kind: 'clock', ...facets }
    case 'daterange':
    case 'datetimerange':
    case 'timerange':
      return { kind: 'span', ...facets, of: spans[column.type] }
    case 'color':
      return { kind: 'colour', ...facets }
    case 'icon':
      return { kind: 'icon', ...facets }
    case 'rich':
      return { kind: 'rich', ...facets }
    case 'code':
      return { kind: 'code', ...facets, language: 'text' }
    case 'upload':
      return {
        kind: 'file',
        ...facets,
        accept: 'image',
        ...(column.limit === undefined ? {} : { count: column.limit }),
        ...(column.action === undefined ? {} : { action: column.action }),
      }
    case 'dynamic':
      return { kind: 'list', ...facets, of: namedFields(column.children ?? []), max: column.limit ?? 99 } as ListField
    case 'map':
      return { kind: 'place', ...facets }
    case 'select':
    case 'radio':
    case 'checkbox':
    case 'tree':
    case 'cascader':
      return pickedOf(column, rules, under)
    default:
      return column.dicUrl !== undefined || column.dicData || rules.some(rule => rule.enum)
        ? pickedOf(column, rules, under)
        : rules.some(rule => rule.type === 'number' || rule.type === 'integer')
          ? { kind: 'integer', ...facets, ...bounds }
          : textOf(column, rules)
  }
}

export const namedFields = (columns: readonly NamedColumn[]): Fields =>
  Object.fromEntries(
    columns.map(column => [
      column.prop,
      fieldOf(column, columns.find(other => other.cascader?.includes(column.prop))?.prop),
    ]),
  )
