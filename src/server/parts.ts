/** The kinds of server parts a module may export from its `x.server.ts`; the registry collects them by these marks. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import type { Fields } from '#model/field.ts'
import type { ListChecks } from '#model/judge.ts'
import type { ActionInput, Input, MoveOf, Params, Row, RowOf, StoredOf, WrittenOf } from '#model/row.ts'
import type { Values } from '#model/value.ts'
import type { Page } from './crud/operations.ts'
import type { Ctx, DirectCtx } from './ctx.ts'
import type { Answers } from './describe/answers.ts'
import type { BudgetName } from './http/limits.ts'
import type { LimitList } from './limitList.ts'
import type { Ports } from './ports.ts'

/** The server half of a noun: what the derived five verbs do besides, and its actions. Rows and inputs follow from the noun. */
export interface Half<N extends Noun = Noun> {
  part: 'half'
  noun: N
  listChecks?: ListChecks
  /** Turns other customary names of fields into the noun's own, before anything is judged. */
  accept?(given: Input): Input
  /** Fields that a customer's template adds where the request acts; virtual, kept by the half itself. `imports` are those a cell may bring. */
  extend?(where: Pick<Ctx, 'appId' | 'sql'>): Promise<{ fields: Fields; imports: readonly string[] }>
  /** Narrows what lists and single reads find, besides the wall between tenants. */
  narrow?(ctx: Ctx): Sql[]
  /** How a filter finds that no column of the row answers by itself: a condition on `t`. */
  found?: { [K in keyof N['fields']]?: (given: string, ctx: Ctx) => Sql }
  /** Runs before a row is written; may change `values` or refuse. `before` is null when the row is new. */
  beforeWrite?(ctx: Ctx, values: WrittenOf<N>, before: StoredOf<N> | null): Promise<void>
  /** More columns of the new row `id`, which no field stands for: sealed keys and the like. */
  columns?(ctx: Ctx, id: string, values: WrittenOf<N>): [column: string, value: unknown][]
  /** Runs in the same transaction; `given` holds the virtual fields, which have no column. */
  afterWrite?(ctx: Ctx, row: StoredOf<N>, before: StoredOf<N> | null, given: WrittenOf<N>): Promise<void>
  /** Takes the place of the derived adding, for rows that are more than their columns; `values` are judged. */
  add?(ctx: Ctx, values: WrittenOf<N>): Promise<{ id: string }>
  /** What `add` answers and nobody can read again; an import keeps it, sealed, until it was fetched once. */
  shownOnce?: readonly { name: string; label: Text }[]
  beforeRemove?(ctx: Ctx, row: StoredOf<N>): Promise<void>
  afterRemove?(ctx: Ctx, row: StoredOf<N>): Promise<void>
  /** A removal was undone: the row and what was kept with it are there again. Refuses what stands in its way by now. */
  afterRestore?(ctx: Ctx, row: StoredOf<N>): Promise<void>
  /** Fills computed fields for a whole page of rows, in place; `nouns` are all there are. */
  compute?(ctx: Ctx, rows: RowOf<N>[], nouns: ReadonlyMap<string, Noun>): Promise<void>
  /** Runs inside a state's move, before the state is written. */
  onMove?(ctx: Ctx, move: MoveOf<N>, row: StoredOf<N>, input: Input): Promise<void>
  actions?: Actions<N, Ctx>
  /**
   * Of actions on rows whose success shows later, such as what a device answers: what became of what the job did. A bulk job
   * asks again until nothing is `open`, and counts the rows that are named as failed.
   */
  outcomes?: { [K in keyof NonNullable<N['actions']>]?: (ctx: Ctx, jobId: string) => Promise<Outcome> }
  /**
   * Actions on the noun as a whole for which every round trip to the database counts. They run their statements themselves:
   * row security does not narrow them, so each names the application of its context.
   */
  direct?: Actions<N, DirectCtx>
}
export interface Outcome {
  /** How many rows have no outcome yet. */
  open: number
  failed: readonly { id: string; text: Text }[]
}
type Actions<N extends Noun, C> = {
  [K in keyof NonNullable<N['actions']>]?: (
    ctx: C,
    input: ActionInput<NonNullable<N['actions']>[K]>,
  ) => Promise<unknown>
}
/** Declares the server half of a noun. A declared action that is left out refuses to start. */
export function implement<N extends Noun>(noun: N, half: Omit<Half<N>, 'part' | 'noun'> = {}): Half {
  // From here on it is one half among others: engines give it rows of its own noun and no other.
  const known = { part: 'half', noun, ...half } as unknown as Half
  for (const [name, { on }] of Object.entries(noun.actions ?? {})) {
    if (known.direct?.[name] && on !== 'noun')
      throw new Error(`${noun.key}: action '${name}' is on rows, which only a transaction of the request narrows`)
    if (!known.actions?.[name] && !known.direct?.[name])
      throw new Error(`${noun.key}: action '${name}' has no server half`)
  }
  return known
}

/** Rows of another table that go with a removed row, and come back with it. */
export interface DependentRows {
  table: `${string}.${string}`
  /** The column that names the removed row. */
  by: string
  /** What people call such a row, for the reason why it cannot come back. */
  label: Text
  /** Only rows of which this holds come back; `k` is the row. */
  stands?: Sql
}
/** What follows the removal of a noun's rows; each module says it of its own tables. */
export interface Following {
  part: 'following'
  of: Noun
  keeps?: readonly DependentRows[]
  /** What removing these rows together takes besides them, in whole sentences. Nothing is said of a count of 0. */
  counts?(ctx: Ctx, ids: readonly string[]): Promise<{ count: number; text: Text }[]>
  /** In the same transaction, after the row and what was kept with it came back. May refuse. */
  restored?(ctx: Ctx, row: Row): Promise<void>
}
export const following = (of: Noun, spec: Omit<Following, 'part' | 'of'>): Following => ({
  part: 'following',
  of,
  ...spec,
})

/** What a module adds to a noun of an earlier one, which knows nothing of it. */
export interface Contribution {
  part: 'contribution'
  of: Noun
  /** Fills computed fields that this module knows, for a whole page of rows, in place. */
  compute?(ctx: Ctx, rows: Row[]): Promise<void>
  /** How much of this module's a row holds: what holds something is not removed. */
  holds?(ctx: Ctx, id: string): Promise<{ count: number; text: Text }>
  /** The list in place of the noun's own, where this module knows the rows that `input` asks for; null where it does not. */
  list?(ctx: Ctx, input: Input): Promise<Page | null>
  /** What else follows when the noun's half says by `follow` that this happened; in the same transaction. May answer how much it was. */
  on?: Readonly<Record<string, (ctx: Ctx, about: Readonly<Params>) => Promise<number | void>>>
}
export const contributes = (of: Noun, spec: Omit<Contribution, 'part' | 'of'>): Contribution => ({
  part: 'contribution',
  of,
  ...spec,
})

export interface EndpointSpec<F extends Fields | undefined, P extends string> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: P
  /** `public`: anybody. `login`: any session. Otherwise the permission point it needs. */
  access: 'public' | 'login' | (string & {})
  /** Of a public route: what one address may ask of it. */
  budget?: BudgetName
  /** Whose rows it touches; decides the database role. `staff`: platform staff write those of every source. `engine` is for identity and other platform code only. */
  scope: 'platform' | 'source' | 'application' | 'staff' | 'engine' | 'none'
  /** Of the caller alone: the application that the request names is neither asked about nor refused. */
  own?: true
  /** What is judged before it runs; without it, it takes all that the request brings. */
  input?: F
  /** Asks who it is once more when the last time was over five minutes ago. */
  proof?: true
  summary: Text
  run(ctx: Ctx, input: EndpointInput<F, P>): Promise<unknown>
}
type ParameterOf<P> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
export interface Endpoint extends EndpointSpec<Fields | undefined, string> {
  part: 'endpoint'
}
/** The fields that were judged and the parameters of the path; without fields, all that the request brings. */
export type EndpointInput<F, P> = [F] extends [Fields]
  ? string extends keyof F
    ? Input
    : Values<F> & { [K in ParameterOf<P>]: string }
  : Input
export const endpoint = <const P extends string, const F extends Fields | undefined = undefined>(
  spec: EndpointSpec<F, P>,
): Endpoint => ({ part: 'endpoint', ...spec }) as unknown as Endpoint

/** A route that speaks to the connection itself: streams, pictures, tokens that stand outside the envelope. */
export interface RawRoute {
  part: 'raw'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | readonly ('GET' | 'POST' | 'DELETE')[]
  path: string
  access: 'public' | 'login' | (string & {})
  /** Of a public route: what one address may ask of it. */
  budget?: BudgetName
  summary: Text
  handle(ports: Ports, request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}
export const raw = (spec: Omit<RawRoute, 'part'>): RawRoute => ({ part: 'raw', ...spec })

export interface OutboxEvent {
  id: string
  type: string
  key: string | null
  appId: string | null
  payload: Params
  createdAt: string
}
/** Handles events of the outbox after their commit, at least once: it must be idempotent by `event.id`. */
export interface Handler {
  part: 'handler'
  name: string
  on: readonly string[]
  /** Selects `app_id`: the applications that want such events. What no handler wants need not be raised. */
  wantedBy?: Sql
  run(ports: Ports, event: OutboxEvent): Promise<void>
}
export const handler = (spec: Omit<Handler, 'part'>): Handler => ({ part: 'handler', ...spec })

/** Runs again and again while the process lives, in the role named. `run` answers the milliseconds until it wants to run again. */
export interface Worker {
  part: 'worker'
  name: string
  where: 'worker' | 'gateway' | 'web'
  run(ports: Ports, signal: AbortSignal): Promise<number>
}
export const worker = (spec: Omit<Worker, 'part'>): Worker => ({ part: 'worker', ...spec })

/** Rows that go one by one when their time is over; each module says it of its own tables. */
export interface Retained {
  part: 'retained'
  /** What the audit calls them. */
  key: string
  label: Text
  table: `${string}.${string}`
  /** The column whose ids order rows by time, so that the old ones are found without an index of their own; `id` where left out. */
  ids?: string
  /** The column that says since when it counts, where no id orders by time. */
  since?: string
  /** Only rows that are over. */
  when?: Sql
  days: number
}
export const retained = (spec: Omit<Retained, 'part'>): Retained => ({ part: 'retained', ...spec })

/** Prepares the database once at each start, for example the rows of a dictionary. Must be repeatable. */
export interface Seed {
  part: 'seed'
  name: string
  order: number
  run(ports: Ports): Promise<void>
}
export const seed = (spec: Omit<Seed, 'part'>): Seed => ({ part: 'seed', ...spec })

export type ServerPart =
  | Half
  | Following
  | Contribution
  | Retained
  | Endpoint
  | RawRoute
  | Handler
  | Worker
  | Seed
  | Decider
  | Answers
  | LimitList

export interface Question {
  deviceId: string
  appId: string | null
  component: string
  params: Params
  at: string
}
export interface Verdict {
  allow: boolean
  reason: string | null
  personId: string | null
  display?: string
  decision: unknown
}
/** Takes the decision that a device waits for (`event`), or, as `*`, says what the rules think of a passage the device decided itself. */
export interface Decider {
  part: 'decider'
  event: string
  decide(ports: Ports, question: Question): Promise<Verdict>
}
export const decider = (spec: Omit<Decider, 'part'>): Decider => ({ part: 'decider', ...spec })
