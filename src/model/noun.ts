/** Nouns and lenses: a noun is one kind of row, defined once; a lens is one screen over it. Both are pure data. */
import type { Text } from '#base/text.ts'
import type { AllExcept } from './allExcept.ts'
import type { DictionaryName } from './dictionary.ts'
import type { Fields } from './field.ts'
import type { When } from './when.ts'

/** Whose a row is. It decides the scope columns, the row policy and what unique means. */
export type Scope = 'platform' | 'source' | 'application'

/** How rows live: `row` is edited; `fact` is appended and never edited; `projection` is written by its module only; `view` has no table. */
export type Life = 'row' | 'fact' | 'projection' | 'view'

export type Verb = 'list' | 'view' | 'add' | 'edit' | 'remove' | 'import' | 'export'

export interface Move extends When {
  from: readonly string[]
  to: string
  label: Text
  by?: 'user' | 'system'
  /** Asked before it happens, when a mistake is costly. */
  confirm?: Text
  danger?: true
  reason?: true
  /** Asks who it is once more when the last time was over five minutes ago. */
  proof?: true
}
/** A state that no form and no import can write: every move is an operation of its own, with its own permission. */
export interface Machine {
  label: Text
  states: Record<string, readonly [wire: number, zh: string, en: string]>
  start: string
  moves: Record<string, Move>
  dictionary?: DictionaryName
}
export const machine = <
  const S extends Machine['states'],
  const M extends Record<string, Move & { from: readonly (keyof S & string)[]; to: keyof S & string }>,
>(
  label: Text,
  states: S,
  start: keyof S & string,
  moves: M,
  facets: Pick<Machine, 'dictionary'> = {},
) => ({ label, states, start, moves, ...facets })

export interface Action extends When {
  on: 'row' | 'rows' | 'noun'
  label: Text
  input?: Fields
  confirm?: Text
  danger?: true
  reason?: true
  /** Asks who it is once more when the last time was over five minutes ago. */
  proof?: true
  /** GET answers a read; POST changes something. Default: POST. */
  method?: 'GET' | 'POST'
}

export interface NounSpec<F extends Fields = Fields> {
  label: Text
  api: `/api/${string}`
  /** `schema.table`; the schema is the module that owns it. */
  table: `${string}.${string}`
  /** Paths beside `api` whose operations are described with it. */
  alsoUnder?: readonly `/api/${string}`[]
  scope: Scope
  life?: Life
  fields: F
  /** The field by which other screens call a row. */
  name: keyof F & string
  verbs?: readonly Verb[]
  /** Verbs that ask who it is once more; the export of what tells of people always does. */
  proof?: readonly Verb[]
  /** Columns of an import: what users write and one cell can hold; `parentId` stands for the parent of a tree. */
  imports?: AllExcept
  /** Platform staff write rows of every source; otherwise they read them and write only their own. */
  staffWrites?: true
  /** Rows form a tree by `parent_id`. */
  tree?: {
    depth: number
    /** Why a row with rows below it is not removed; default: how many there are. */
    kept?: Text
  }
  states?: Record<string, Machine>
  /** What removing does. `refuse`: not while others refer to it, and it says by how many. Default: refuse. */
  remove?: 'refuse' | 'soft' | 'erase'
  /** Why a removal cannot be undone; said before it. Without it, it can be for ten minutes. */
  final?: Text
  actions?: Record<string, Action>
  /** Rows that cannot be edited or removed, for example because they are built in. */
  when?: Partial<Record<'edit' | 'remove', When>>
  /**
   * Words that the product itself writes, by field: stored in Chinese, read in the reader's language until somebody changes them.
   * `{}` in both halves stands for what is known only then.
   */
  builtIn?: Readonly<Record<string, readonly Text[]>>
  /** Fields that say another's words in English: read in its place by who reads English, wherever a row is named. */
  english?: Readonly<Record<string, string>>
  /** Order of a list nobody sorted. Default: newest first. */
  order?: readonly [field: string, direction: 'asc' | 'desc']
}
export interface Noun<F extends Fields = Fields> extends NounSpec<F> {
  key: string
}
/** Keeps the literal type of what it is given: rows, inputs and live messages follow from it (`row.ts`). */
export const defineNoun = <const K extends string, const S extends NounSpec>(
  key: K,
  spec: S & { name: keyof S['fields'] },
): S & { key: K } => ({ key, ...spec })

/** What stands around a list; each can be taken away, and a permission may hide it besides. */
export type ListButton =
  | 'add'
  | 'view'
  | 'edit'
  | 'delete'
  | 'refresh'
  | 'column'
  | 'search'
  | 'print'
  | 'import'
  | 'export'
  | 'cellEdit'
  | 'selectClear'
  | 'date'
  | 'views'

export interface LensSpec {
  path: `/${string}`
  label: Text
  /** Key of the noun shown. */
  of: string
  /** Fixed equalities, in wire values. */
  where?: Record<string, string | number | boolean>
  columns: readonly string[]
  /** Columns that stay when a table is narrow. Default: the first, and what states how a row is. */
  essential?: readonly string[]
  filters?: readonly string[]
  /** Filters drawn as rows of words, every choice in sight; of `filters`, those with few choices. */
  tags?: readonly string[]
  /** The filter of one choice that stands as a switch, each choice with the number of rows that it would show; of `filters`. */
  segments?: string
  /** The field whose pictures are shown one after another above the list. */
  carousel?: string
  /** What the form asks: every field that a user writes. */
  form?: AllExcept
  verbs?: readonly Verb[]
  actions?: readonly string[]
  buttons?: Partial<Record<ListButton, boolean>>
  /** Columns that may be edited in the list itself. */
  inline?: readonly string[]
  /** 查看 opens a dialog of disabled fields. Default: the drawer. */
  viewIn?: 'dialog'
  /** The form offers to fill itself with sample values: for trials and demonstrations. */
  sample?: true
  layout?: 'table' | 'tree' | 'treeAndTable' | 'cards'
  live?: true
  help?: Text
}
export interface Lens extends LensSpec {
  key: string
}
export const defineLens = (key: string, spec: LensSpec): Lens => ({ key, ...spec })

/** Rows that people edit are few enough to be counted by each value of a filter. */
export const isCounted = ({ life = 'row' }: Pick<NounSpec, 'life'>): boolean => life === 'row'

const ALL_VERBS: readonly Verb[] = ['list', 'view', 'add', 'edit', 'remove', 'export']

/** Whether its rows say who somebody is, how to reach them, or where they went: such lists leave the platform only after a step-up. */
export const hasPersonalData = (noun: Pick<NounSpec, 'fields'>): boolean =>
  Object.values(noun.fields).some(
    field =>
      field.mask !== undefined ||
      (field.kind === 'ref' && field.ofPeople === true) ||
      (field.kind === 'file' && field.accept === 'portrait'),
  )

export const verbsOf = (noun: NounSpec): readonly Verb[] =>
  noun.verbs ?? (noun.life && noun.life !== 'row' ? ['list', 'view', 'export'] : ALL_VERBS)

/** Every permission point of a noun: `<key>:<verb>`, one for each verb, action and move. */
export function permissionPoints(noun: Noun): { point: string; label: Text }[] {
  const verbs = verbsOf(noun).map(verb => ({ point: `${noun.key}:${verb}`, label: VERB_LABELS[verb] }))
  const actions = Object.entries(noun.actions ?? {}).map(([name, action]) => ({
    point: `${noun.key}:${name}`,
    label: action.label,
  }))
  const moves = Object.values(noun.states ?? {}).flatMap(states =>
    Object.entries(states.moves)
      .filter(([, move]) => move.by !== 'system')
      .map(([name, move]) => ({ point: `${noun.key}:${name}`, label: move.label })),
  )
  return [...verbs, ...actions, ...moves]
}

export const VERB_LABELS: Record<Verb, Text> = {
  list: ['查询', 'List'],
  view: ['查看', 'View'],
  add: ['新增', 'Add'],
  edit: ['编辑', 'Edit'],
  remove: ['删除', 'Delete'],
  import: ['导入', 'Import'],
  export: ['导出', 'Export'],
}
