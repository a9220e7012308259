/** Nouns and lenses: a noun is one kind of row, defined once; a lens is one screen over it. Both are pure data. */
import { ADD, DELETE, EDIT, VIEW } from '#base/listTexts.ts'
import type { Text } from '#base/text.ts'
import type { AllExcept } from './list/allExcept.ts'
import type { DictionaryName } from './dictionary.ts'
import type { Fields } from './field.ts'
import type { LiveType } from './live.ts'
import type { Params } from './row.ts'
import type { MoveTime } from './timedMove.ts'
import type { When } from './when.ts'

/** The owner of a row. It decides the scope columns, the row policy and where values are unique. */
export type Scope = 'platform' | 'source' | 'application'

/**
 * How rows change: `row` is edited; `fact` is appended and never edited; `projection` is written only by its module;
 * `view` has no table.
 */
export type Life = 'row' | 'fact' | 'projection' | 'view'

export type Verb = 'list' | 'view' | 'add' | 'edit' | 'remove' | 'import' | 'export'

export interface Move extends When {
  from: readonly string[]
  to: string
  label: Text
  /** `system`: the platform makes it, and it has neither an operation nor a permission. */
  by?: 'user' | 'system'
  /** When the platform makes it by itself, once for each row (decision 0030); needs an index that finds what is due. */
  at?: MoveTime
  /** The confirmation shown before it is done, where a mistake is costly. */
  confirm?: Text
  danger?: true
  reason?: true
  /** What its `onMove` is told besides the reason. */
  input?: Fields
  /** Requires the user to prove their identity again, if the last proof is more than five minutes old. */
  proof?: true
  /** The move that brings back what this one changed: offered after it was done to several rows. */
  undo?: string
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
  /** Requires the user to prove their identity again, if the last proof is more than five minutes old. */
  proof?: true
  /** GET for an action that only reads, POST for one that changes something. Default: POST. */
  method?: 'GET' | 'POST'
  /** The action on several rows that brings back what this one changed: offered after it. */
  undo?: string
}

export interface NounSpec<F extends Fields = Fields> {
  label: Text
  api: `/api/${string}`
  /** `schema.table`; the schema is that of the module that owns it. */
  table: `${string}.${string}`
  /** Paths besides `api` whose operations are documented with it. */
  alsoUnder?: readonly `/api/${string}`[]
  scope: Scope
  /**
   * Verbs, actions and moves that are open to accounts limited to sites or device groups: their rows follow the device, or
   * belong to the whole application and are only read. All others are refused to them.
   */
  places?: readonly string[]
  life?: Life
  fields: F
  /** The field shown as the name of a row. */
  name: keyof F & string
  /** The field by which others refer to a row where it has a value, such as the name of a person; `name` identifies the row. */
  called?: keyof F & string
  verbs?: readonly Verb[]
  /** Verbs that require a new proof of identity; the export of personal data always does. */
  proof?: readonly Verb[]
  /** Columns of an import: what users write and one cell can hold; `parentId` is the parent in a tree. */
  imports?: AllExcept
  /** Platform staff may write rows of every organisation; otherwise they read them and write only their own. */
  staffWrites?: true
  /** Rows form a tree by `parent_id`. */
  tree?: {
    depth: number
    /** The reference to what its roots belong to: where a node is chosen, roots are shown below it. */
    under?: string
    /** Why a row with rows below it cannot be removed; the default message says how many there are. */
    kept?: Text
  }
  states?: Record<string, Machine>
  /** States in which a row takes nothing new: it is neither offered nor accepted as a reference or as a parent. */
  closedIn?: { state: string; in: readonly string[] }
  /** What removing does. `refuse`: refused while other rows refer to it, saying how many. Default: refuse. */
  remove?: 'refuse' | 'soft' | 'erase'
  /** Why a removal cannot be undone, shown before it. Without it, a removal can be undone for ten minutes. */
  final?: Text
  actions?: Record<string, Action>
  /** Rows that cannot be edited or removed, for example built-in ones. */
  when?: Partial<Record<'edit' | 'remove', When>>
  /**
   * Texts that the product writes into rows, by field: stored in Chinese and shown in the reader's language until somebody changes them.
   * `{}` in both languages is a placeholder.
   */
  builtIn?: Readonly<Record<string, readonly Text[]>>
  /** Fields whose English version is stored in another field, which is shown instead of them to readers of English. */
  english?: Readonly<Record<string, string>>
  /** The field with a picture of the row's subject: lists show it before the name. */
  face?: string
  /** Default order of a list. Default: newest first. */
  order?: readonly [field: string, direction: 'asc' | 'desc']
}
export interface Noun<F extends Fields = Fields> extends NounSpec<F> {
  key: string
}
/**
 * Preserves the literal type of its argument: the types of rows, inputs and live messages follow from it (`row.ts`). What it
 * must not say is checked by `nounProblems`, not in each browser.
 */
export const defineNoun = <const K extends string, const S extends NounSpec>(
  key: K,
  spec: S & { name: keyof S['fields'] },
): S & { key: K } => ({ key, ...spec })

/** Whether the row takes nothing new. */
export const isClosed = ({ closedIn, states }: Pick<NounSpec, 'closedIn' | 'states'>, row: Params): boolean =>
  closedIn?.in.some(name => states![closedIn.state]!.states[name]![0] === row[closedIn.state]) ?? false

/** Buttons around a list; each can be removed, and missing permissions hide it too. */
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

/** The fields by which rows are drawn on a map. */
export interface LensMap {
  /** A field of kind `place`. */
  place: string
  /** How many things there are at the place, and how many of them are in order. */
  total: string
  good: string
  /** What the shares mean, worst first. */
  states: Readonly<Record<'down' | 'part' | 'ok' | 'none', Text>>
}
/** The field by which rows are drawn with their picture first: of files, or with the id of one. */
export interface LensWall {
  picture: string
  /** The list begins as pictures. */
  first?: true
}
/** The fields by which rows are drawn on a calendar: days or instants; without `to` they last a day. */
export interface LensCalendar {
  from: string
  to?: string
  /** The choice that says where a row stands now. */
  state?: string
}
/** How a list draws its rows beside its own layout. */
export type LensView = 'map' | 'wall' | 'calendar' | 'cards'

export interface LensSpec {
  path: `/${string}`
  label: Text
  /** Key of the noun displayed. */
  of: string
  /** Fixed filters, in wire values. */
  where?: Record<string, string | number | boolean>
  columns: readonly string[]
  /** Columns that stay when the table is narrow. Default: the first column, and those with the state of the row. */
  essential?: readonly string[]
  filters?: readonly string[]
  /** Filters shown as rows of tags with every choice visible; a subset of `filters`, for those with few choices. */
  tags?: readonly string[]
  /** The filter shown as a segmented control, each choice with its number of rows; one of `filters`. */
  segments?: string
  /** The field whose pictures are shown as a carousel above the list. */
  carousel?: string
  /** The fields of the form. Default: every field that users write. */
  form?: AllExcept
  verbs?: readonly Verb[]
  actions?: readonly string[]
  buttons?: Partial<Record<ListButton, boolean>>
  /** Columns that can be edited in the list itself. */
  inline?: readonly string[]
  /** 查看 opens a dialog with read-only fields. Default: the drawer. */
  viewIn?: 'dialog'
  /** The form offers to fill itself with sample values, for trials and demonstrations. */
  sample?: true
  /** The command palette finds rows by these fields, each with `find`: it shows the first as the name, the second beside it. */
  found?: readonly string[]
  /** The command palette offers to add a row: it opens this list with its form. */
  adds?: true
  layout?: 'table' | 'tree' | 'treeAndTable' | 'cards'
  /** The list offers to show its rows on a map. */
  map?: LensMap
  /** The list offers to show its rows as pictures. */
  wall?: LensWall
  /** The list offers to show its rows on a calendar. */
  calendar?: LensCalendar
  /** A tree that offers to show its rows as cards. */
  cards?: true
  /** Lists on the same page, in tabs after this one: keys of their lenses. */
  tabs?: readonly string[]
  /** The list follows live messages: those of its noun, or of these types. */
  live?: true | readonly LiveType[]
  /** What belongs in the list, shown while it is empty. Default: that the platform records these rows itself. */
  empty?: Text
}
export interface Lens extends LensSpec {
  key: string
}
export const defineLens = (key: string, spec: LensSpec): Lens => ({ key, ...spec })

/** Only rows that people edit are few enough to be counted for each value of a filter. */
export const isCounted = ({ life = 'row' }: Pick<NounSpec, 'life'>): boolean => life === 'row'

const ALL_VERBS: readonly Verb[] = ['list', 'view', 'add', 'edit', 'remove', 'export']

/** Whether the rows say who somebody is, how to reach them, or where they went: exporting such a list requires a new proof of identity. */
export const hasPersonalData = (noun: Pick<NounSpec, 'fields'>): boolean =>
  Object.values(noun.fields).some(
    field =>
      field.mask !== undefined ||
      (field.kind === 'ref' && field.ofPeople === true) ||
      (field.kind === 'file' && field.accept === 'portrait'),
  )

export const verbsOf = (noun: NounSpec): readonly Verb[] =>
  noun.verbs ?? (noun.life && noun.life !== 'row' ? ['list', 'view', 'export'] : ALL_VERBS)

/** Everything that is done with rows of a noun, as the audit names it: its verbs, actions and moves. */
export function actsOf(noun: Noun): { act: string; label: Text; by: 'user' | 'system' }[] {
  const verbs = verbsOf(noun).map(verb => ({ act: verb, label: VERB_LABELS[verb], by: 'user' as const }))
  const acts = [noun.actions ?? {}, ...Object.values(noun.states ?? {}).map(({ moves }) => moves)]
  return [
    ...verbs,
    ...acts.flatMap(named =>
      Object.entries<{ label: Text; by?: Move['by'] }>(named).map(([act, { label, by = 'user' }]) => ({
        act,
        label,
        by,
      })),
    ),
  ]
}

/** Every permission point of a noun: `<key>:<verb>`, one for each verb, action and move; what the platform does by itself has none. */
export const permissionPoints = (noun: Noun): { point: string; label: Text }[] =>
  actsOf(noun)
    .filter(({ by }) => by !== 'system')
    .map(({ act, label }) => ({ point: `${noun.key}:${act}`, label }))

export const VERB_LABELS: Record<Verb, Text> = {
  list: ['查询', 'List'],
  view: VIEW,
  add: ADD,
  edit: EDIT,
  remove: DELETE,
  import: ['导入', 'Import'],
  export: ['导出', 'Export'],
}
