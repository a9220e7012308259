/** The rows of a noun as they travel: instants, days and ids are strings, a choice is its wire value, a secret is never there. */
import type { Choices, Field, Fields } from './field.ts'
import type { Action, Noun } from './noun.ts'
import type { Value, Values } from './value.ts'

/** JSON by name, whose shape no definition of ours says: what a device states, the parameters of a command. */
export type Params = Record<string, unknown>
/** A row of some noun: for engines, which know no noun. Who knows the noun takes `RowOf`. */
export type Row = Params & { id: string }
/** What some request brings or some form holds: for engines. Who knows the noun takes `InputOf`. */
export type Input = Params

/** So that an editor shows the columns, not how they follow. */
type Plain<T> = { [K in keyof T]: T[K] }
/** Of no noun in particular: then rows are those of engines. */
type IsAny<N extends Noun> = string extends keyof N['fields'] ? true : false
type NamesOf<F extends Fields, Facet> = { [K in keyof F]: F[K] extends Facet ? K : never }[keyof F] & string
type Except<F extends Fields, Facet> = Exclude<keyof F & string, NamesOf<F, Facet>>

type Secret = { kind: 'secret' }
type Unstored = { computed: true } | { virtual: true }
type Filled = { required: true } | { notNull: true }
type OrNull<F extends Field> = F extends Filled ? Value<F> : Value<F> | null

type Stored<F extends Fields> = { [K in Except<F, Unstored | Secret>]: OrNull<F[K]> } & {
  [K in Exclude<NamesOf<F, Secret>, NamesOf<F, Unstored>> as `${K}Set`]: boolean
}
type States<N> = N extends { states: infer S extends Record<string, { states: Choices }> }
  ? { -readonly [K in keyof S]: S[K]['states'][keyof S[K]['states']][0] }
  : unknown
type System<N extends Noun> = { id: string } & (N extends { life: 'fact' | 'projection' | 'view' }
  ? unknown
  : { rev: number; createdAt: string; updatedAt: string }) &
  (N extends { tree: object } ? { /** `-1` at the top. */ parentId: string } : unknown) &
  (N extends { scope: 'application' } ? (N extends { life: 'view' } ? unknown : { appId: string | null }) : unknown)

/** A row as the hooks of the server's half find it: its columns, before anything is computed. */
export type StoredOf<N extends Noun> = IsAny<N> extends true ? Row : Plain<System<N> & Stored<N['fields']> & States<N>>

type LabelName<K> = K extends `${infer Start}Ids`
  ? `${Start}Names`
  : K extends `${infer Start}Id`
    ? `${Start}Name`
    : never
/** What a reference names, beside its id. */
type Labels<F extends Fields> = {
  [K in NamesOf<F, { kind: 'ref' }> as Exclude<LabelName<K>, keyof F>]?: F[K] extends { many: true }
    ? string[]
    : string | null
}
/** A row of the noun as lists and views answer it. */
export type RowOf<N extends Noun> =
  IsAny<N> extends true
    ? Row
    : Plain<
        System<N> &
          Stored<Omit<N['fields'], NamesOf<N['fields'], { kind: 'custom' }>>> &
          States<N> &
          (N extends { tree: object } ? { children?: RowOf<N>[] } : unknown) & {
            [K in NamesOf<N['fields'], { computed: true }>]: OrNull<N['fields'][K]>
          } & {
            [K in Exclude<NamesOf<N['fields'], { virtual: true }>, NamesOf<N['fields'], Secret>>]?: OrNull<
              N['fields'][K]
            >
          } & Labels<N['fields']>
      >

type NotWritten = { by: 'system' | 'device' } | { computed: true } | { kind: 'custom' }
type Parent<N> = N extends { tree: object } ? { parentId?: string | null } : unknown
/** What people write of a new row. */
export type InputOf<N extends Noun> =
  IsAny<N> extends true
    ? Input
    : Plain<
        {
          [K in Exclude<NamesOf<N['fields'], { required: true }>, NamesOf<N['fields'], NotWritten>>]: Value<
            N['fields'][K]
          >
        } & { [K in Except<N['fields'], { required: true } | NotWritten>]?: Value<N['fields'][K]> | null } & Parent<N>
      >
/** What people write of a row that is there: what is left out stays. */
export type ChangeOf<N extends Noun> =
  IsAny<N> extends true
    ? Input
    : Plain<
        { id: string; rev?: number } & Partial<Omit<InputOf<N>, NamesOf<N['fields'], { frozen: true }>>> & Parent<N>
      >
/** What a row is written from, once it is judged: a half may add what the system writes. */
export type WrittenOf<N extends Noun> =
  IsAny<N> extends true
    ? Input
    : Plain<
        { [K in Except<N['fields'], { computed: true }>]?: Values<N['fields']>[K] } & Partial<States<N>> & {
            id?: string
          } & Parent<N>
      >

type MovesIn<N> = N extends { states: infer S extends Record<string, { moves: object }> }
  ? { [K in keyof S]: keyof S[K]['moves'] & string }[keyof S]
  : never
/** The names of all moves of its machines. */
export type MoveOf<N extends Noun> = IsAny<N> extends true ? string : MovesIn<N>

/** What an action is given: its own fields once judged, or all that the request brings when it names none; its rows, its reason. */
export type ActionInput<A extends Action> = Action extends A
  ? Input & { id?: string; ids?: string[] }
  : Plain<
      (A extends { input: infer F extends Fields } ? Values<F> : unknown) &
        (A extends { on: 'row' } ? { id: string } : A extends { on: 'rows' } ? { ids: string[] } : unknown) &
        (A extends { reason: true } ? { reason: string } : unknown)
    > &
      (A extends { input: Fields } ? unknown : Input)
