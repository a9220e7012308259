/** Kinds of fields and their facets, in one definition for the table, the API, forms, filters, imports and exports. */
import type { Unit } from '#base/figureTexts.ts'
import { NO, YES } from '#base/listTexts.ts'
import type { DocumentType } from '#base/documentTypes.ts'
import type { Pattern } from '#base/rules.ts'
import type { Text } from '#base/text.ts'
import type { DictionaryName } from './dictionary.ts'
import type { DisplayedText, Facets, IdentifyingText, Repeated } from './facets.ts'
import type { Params } from './row.ts'
import type { Values } from './value.ts'

export type { Pattern } from '#base/rules.ts'

type Wire = number | string
/** name in code → value on the wire and in the database, and its labels */
export type Choices = Record<string, readonly [wire: Wire, zh: string, en: string]>

interface Base<T> extends Facets {
  label: Text
  /** The value with which the form of a new row begins. */
  initial?: T
  /** Only for the type checker: the type of a value. */
  readonly value?: T
}
export interface TextField extends Base<string>, DisplayedText, IdentifyingText {
  kind: 'text'
  min?: number
  max?: number
  /** A regular expression, where no named pattern fits. */ matches?: string
  /** One of a customer for the whole text: judged by the server alone, in linear time. */ customPattern?: string
  lines?: number
  pattern?: Pattern
  mono?: true
  /** A picture in a message of a device: JPEG or PNG in base64, or `upload` for an address to which it is sent apart. */
  picture?: true
  /** Printed on the thing, for cameras; a text: printed as an address that ends with the value of this field. */
  scanned?: true | string
  /** Labels of the usual values; others may occur. */
  known?: Choices
  /** A key of the definitions, displayed by its name; commands, events, parts (`door:1`) and acts are those of the class in
   * `deviceClass`, or of the noun in `object` of the row. */
  keyOf?: 'deviceClass' | 'command' | 'event' | 'part' | 'noun' | 'act'
  /** An example value, for API documentation and import templates. */
  example?: string
  dictionary?: DictionaryName
}
export interface IntegerField extends Base<number> {
  kind: 'integer'
  min?: number
  max?: number
  unit?: Unit
  /** Shown as a slider from `min` to `max`. */
  as?: 'slider'
}
export interface DecimalField extends Base<string> {
  kind: 'decimal'
  scale: number
  min?: number
  max?: number
  unit?: Unit
}
/** Hundredths of a yuan as a string of digits, because `number` is too small for it. */
export interface FenField extends Base<string> {
  kind: 'fen'
}
export interface FlagField extends Base<boolean> {
  kind: 'flag'
  as?: 'switch'
  /** The labels of true and false. Default: yes and no. */
  words?: { true: Text; false: Text }
  dictionary?: DictionaryName
  /** An example value, for API documentation and import templates. */ example?: boolean
}
export interface InstantField extends Base<string> {
  kind: 'instant'
}
export interface DayField extends Base<string> {
  kind: 'day'
}
export interface ClockField extends Base<string> {
  kind: 'clock'
}
/** Degrees in WGS-84, on the wire and in storage; maps convert them when they draw. */
export interface PlaceField extends Base<{ lng: number; lat: number }> {
  kind: 'place'
}
export interface ChoiceField<V extends Choices = Choices> extends Base<V[keyof V][0]> {
  kind: 'choice'
  values: V
  many?: true
  /** Default: radio buttons for up to three required choices, otherwise a select. */
  as?: 'radio' | 'select' | 'checkbox'
  dictionary?: DictionaryName
}
export interface RefField extends Base<string> {
  kind: 'ref'
  /** Key of the noun referred to. The field's name ends in `Id`; its label column has the same name with `Name` in place of `Id`. */
  to: string
  /** Several references, at most `max` (default 1000): the name ends in `Ids`, and the field is virtual, stored in a link table by the server half. */
  many?: true
  max?: number
  /** The row is about this person: a list of such rows shows where people went. */
  ofPeople?: true
  onDelete?: 'refuse' | 'clear' | 'cascade'
  /** For a reference into a tree, the table of the tree: filtering by a node also finds what is below it. */
  below?: `${string}.${string}`
}
export interface SecretField extends Base<string> {
  kind: 'secret'
  /** Consists of so many digits; any text otherwise. */ digits?: { min: number; max: number }
  max?: number
}
export interface FileField extends Base<string[]> {
  kind: 'file'
  /** Pictures are encoded anew and displayed; documents are checked and returned unchanged, as attachments. */
  accept: 'portrait' | 'image' | 'sheet' | 'document'
  /** The accepted types of documents. Default: all types. */
  types?: readonly DocumentType[]
  /** Default: three, or one for a portrait; 99 for pictures of a state of their subject. */
  count?: number
  /** The pictures show a state of their subject, of which there may be many. */
  status?: true
  vault?: true
  /** The address to which the file is sent, as the field `file`. Default: the platform's own store. */
  action?: `/api/${string}`
  /** The address by which a device takes the picture, offered beside files: see `devices/portrait`. */
  capture?: `/api/${string}`
  /** Pictures are cropped to this ratio of width to height before the upload. Default: 3 to 4 for portraits. */
  crop?: number | false
}
/** Formatted text as HTML; the server removes every tag that is not on its list. */
export interface RichField extends Base<string> {
  kind: 'rich'
  max?: number
  /** May contain pictures; they are readable by everybody who can read the text. */
  pictures?: true
}
export interface CodeField extends Base<string> {
  kind: 'code'
  language: 'json' | 'javascript' | 'sql' | 'text'
  max?: number
}
/** `#rrggbb`. */
export interface ColourField extends Base<string> {
  kind: 'colour'
}
/** The name of an icon of the console's own set. */
export interface IconField extends Base<string> {
  kind: 'icon'
}
/** From one value to another, both included. */
export interface SpanField extends Base<{ from: string; to: string }> {
  kind: 'span'
  of: 'day' | 'instant' | 'clock'
}
/** A choice whose options are loaded from an address when the form opens; the server accepts any value of that shape. */
export interface DictionaryField extends Base<string> {
  kind: 'dictionary'
  /** `{{key}}` is replaced with the value of the field named by `under`. */
  from: `/api/${string}`
  method?: 'GET' | 'POST'
  under?: string
  /** The property names of the options. Default: value, label, children. */
  props?: { value?: string; label?: string; children?: string }
  /** How nested options are chosen: one node of the tree, or the whole path to a leaf. */
  shape?: 'tree' | 'way'
  many?: true
}
export interface ListField<F extends Fields = Fields, T = Params[]> extends Base<T>, Repeated {
  kind: 'list'
  of: F
  min?: number
  max: number
  check?: string
}
export interface GroupField<F extends Fields = Fields, T = Params> extends Base<T> {
  kind: 'group'
  of: F
}
/** One of several groups of fields, selected by the choice field `on` of the same row. */
export interface BranchField extends Base<Params> {
  kind: 'branch'
  on: string
  of: Record<string, Fields>
}
/** Fields that a customer's template defines. */
export interface CustomField extends Base<Params> {
  kind: 'custom'
  template: 'person' | 'organization'
}
/** Free JSON that only the system writes. */
export interface JsonField extends Base<unknown> {
  kind: 'json'
  /** An example value, for API documentation and import templates. */
  example?: unknown
  /** Its JSON schema, where the shape is always the same. */
  schema?: Readonly<Params>
  /** What people read of it, in order, with the words of usual values; without ids and digests. Default: all. */
  parts?: Readonly<Record<string, Choices>>
}

export type Field =
  | TextField
  | IntegerField
  | DecimalField
  | FenField
  | FlagField
  | InstantField
  | DayField
  | ClockField
  | PlaceField
  | ChoiceField
  | RefField
  | SecretField
  | FileField
  | RichField
  | CodeField
  | ColourField
  | IconField
  | SpanField
  | DictionaryField
  | ListField
  | GroupField
  | BranchField
  | CustomField
  | JsonField
export type Fields = Record<string, Field & { computed?: true }>

type Options<F extends { kind: string }> = Omit<F, 'kind' | 'label' | 'value'>
const builder =
  <F extends Base<unknown> & { kind: string }>(kind: F['kind']) =>
  <const O extends Options<F>>(label: Text, options: O = {} as O) =>
    ({ kind, label, ...options }) as F & O

export const text = builder<TextField>('text')
export const integer = builder<IntegerField>('integer')
export const decimal = builder<DecimalField>('decimal')
export const fen = builder<FenField>('fen')
export const flag = builder<FlagField>('flag')
export const instant = builder<InstantField>('instant')
export const day = builder<DayField>('day')
export const clock = builder<ClockField>('clock')
export const place = builder<PlaceField>('place')
export const secret = builder<SecretField>('secret')
export const file = builder<FileField>('file')
export const custom = builder<CustomField>('custom')
export const rich = builder<RichField>('rich')
export const code = builder<CodeField>('code')
export const colour = builder<ColourField>('colour')
export const icon = builder<IconField>('icon')
export const span = builder<SpanField>('span')
export const dictionary = builder<DictionaryField>('dictionary')
/** Value objects stored inside the row, at most `max` of them, in one jsonb column. */
export const list = <const F extends Fields, const O extends Omit<Options<ListField>, 'of'>>(
  label: Text,
  of: F,
  options: O,
) => ({ kind: 'list', label, of, ...options }) as ListField<F, Values<F>[]> & O
export const group = <const F extends Fields, const O extends Facets>(label: Text, of: F, options: O = {} as O) =>
  ({ kind: 'group', label, of, ...options }) as GroupField<F, Partial<Values<F>>> & O
export const branch = (on: string, of: Record<string, Fields>): BranchField & { required: true } => ({
  kind: 'branch',
  label: ['', ''],
  on,
  of,
  required: true,
})
export const json = builder<JsonField>('json')
export const choice = <const V extends Choices, const O extends Omit<Options<ChoiceField>, 'values'>>(
  label: Text,
  values: V,
  options: O = {} as O,
) => ({ kind: 'choice', label, values, ...options }) as ChoiceField<V> & O
export const ref = <const O extends Omit<Options<RefField>, 'to'>>(label: Text, to: string, options: O = {} as O) =>
  ({ kind: 'ref', label, to, ...options }) as RefField & O

/** Read-only; the server half fills it for a whole page in one go, never row by row. */
export const computed = <const F extends Field>(field: F) => ({
  ...field,
  by: 'system' as const,
  computed: true as const,
})

/** Whether the value is an array: several options of a dictionary, or the path through its levels. */
export const isList = (field: DictionaryField): boolean => field.many === true || field.shape === 'way'

/** The maximum number of files of a field. */
export const fileLimit = (field: FileField): number =>
  field.count ?? (field.status ? 99 : field.accept === 'image' || field.accept === 'document' ? 3 : 1)

/** The name in code of a wire value, or undefined when the choices do not contain it. */
export const choiceName = (field: ChoiceField, wire: unknown): string | undefined =>
  Object.keys(field.values).find(name => field.values[name]![0] === wire)

/** The property with the name of the referenced row, sent beside its id: `vendorId` → `vendorName`. */
export const refName = (fieldName: string): string =>
  fieldName.replace(/Id(s?)$/, '') + (fieldName.endsWith('s') ? 'Names' : 'Name')

export const flagWord = (field: FlagField, value: boolean): Text =>
  field.words?.[value ? 'true' : 'false'] ?? (value ? YES : NO)
