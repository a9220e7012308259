/** The rows of a noun as they are sent: instants, days and ids are strings, a choice is its wire value, secrets are never included. */
import type { Choices, Field, Fields } from './field.ts'
import type { Action, Noun } from './noun.ts'
import type { Value, Values } from './value.ts'

/** JSON whose shape no definition of ours specifies: the state of a device, the parameters of a command. */
export type Params = Record<string, unknown>
/** A row of any noun, for engines. Code that knows the noun uses `RowOf`. */
export type Row = Params & { id: string }
/** The body of a request or the values of a form, for engines. Code that knows the noun uses `InputOf`. */
export type Input = Params

/** Flattens a type, so that an editor shows its properties and not how they are derived. */
type Plain<T> = { [K in keyof T]: T[K] }
/** Whether the noun is the general type and not one in particular: then its rows are `Row`. */
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

/** A row as the hooks of the server's half receive it: its columns, before anything is computed. */
export type StoredOf<N extends Noun> = IsAny<N> extends true ? Row : Plain<System<N> & Stored<N['fields']> & States<N>>

type LabelName<K> = K extends `${infer Start}Ids`
  ? `${Start}Names`
  : K extends `${infer Start}Id`
    ? `${Start}Name`
    : never
/** The name of what a reference points to, beside its id. */
type Labels<F extends Fields> = {
  [K in NamesOf<F, { kind: 'ref' }> as Exclude<LabelName<K>, keyof F>]?: F[K] extends { many: true }
    ? string[]
    : string | null
}
/** A row of the noun as lists and views return it. */
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
/** The input for a new row. */
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
/** The input for a change of an existing row: what is left out stays as it is. */
export type ChangeOf<N extends Noun> =
  IsAny<N> extends true
    ? Input
    : Plain<
        { id: string; rev?: number } & Partial<Omit<InputOf<N>, NamesOf<N['fields'], { frozen: true }>>> & Parent<N>
      >
/** The values from which a row is written, after they are judged: a server half may add what the system writes. */
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
/** The names of all moves of the noun's state machines. */
export type MoveOf<N extends Noun> = IsAny<N> extends true ? string : MovesIn<N>

/**
 * The input of an action: its own fields after they are judged, or the whole request body when it declares none; its
 * rows and its reason.
 */
export type ActionInput<A extends Action> = Action extends A
  ? Input & { id?: string; ids?: string[] }
  : Plain<
      (A extends { input: infer F extends Fields } ? Values<F> : unknown) &
        (A extends { on: 'row' } ? { id: string } : A extends { on: 'rows' } ? { ids: string[] } : unknown) &
        (A extends { reason: true } ? { reason: string } : unknown)
    > &
      (A extends { input: Fields } ? unknown : Input)
