/** The kinds of server parts that a module may export from its `x.server.ts`; the registry collects them by `part`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from 'sql-template-tag'
import type { Text } from '#base/text.ts'
import type { Noun } from '#model/noun.ts'
import type { Fields } from '#model/field.ts'
import type { ListChecks } from '#model/judge.ts'
import type { ActionInput, Input, MoveOf, Params, Row, RowOf, StoredOf, WrittenOf } from '#model/row.ts'
import type { Values } from '#model/value.ts'
import type { Page } from './crud/operations.ts'
import type { Reading } from './crud/cellText.ts'
import type { Ctx, DirectCtx } from './ctx.ts'
import type { Answers } from './describe/answers.ts'
import type { BudgetName } from './http/limits.ts'
import type { LimitList } from './limitList.ts'
import type { LiveReaders } from './liveReaders.ts'
import type { LinkagePart } from './linkageParts.ts'
import type { AnnouncedPart } from './announcedParts.ts'
import type { DeliveredPart } from './delivered.ts'
import type { Ports } from './ports.ts'
import type { Seed } from './seed.ts'
import type { Query } from './sql/db.ts'
import type { StoredTexts, TextScreen } from './textScreen.ts'

/** The server half of a noun: additions to the five derived verbs, and its actions. Rows and inputs follow from the noun. */
export interface Half<N extends Noun = Noun> {
  part: 'half'
  noun: N
  listChecks?: ListChecks
  /** Names under which the contract also sends a field. */ aliases?: Readonly<Record<string, string>>
  /** Completes what was sent, before anything is judged. */
  accept?(given: Input): Input
  /**
   * Fields of a customer's template in the scope of the request; virtual, stored by the half itself. `imports` are
   * those allowed in an import.
   */
  extend?(where: Pick<Ctx, 'appId' | 'sql'>): Promise<{ fields: Fields; imports: readonly string[] }>
  /** Restricts what lists and single reads find, in addition to the separation of tenants. */
  narrow?(ctx: Ctx): Sql[]
  /** That is the caller's own: users of an application may read it beyond it. */ narrowsToOwn?: true
  /** Conditions on `t` for filters that no column of the row can answer; `query` holds all filters. */
  found?: { [K in keyof N['fields']]?: (given: string, ctx: Ctx, query: Input) => Sql }
  /** Runs before a row is written; may change `values` or refuse. `before` is null for a new row. */
  beforeWrite?(ctx: Ctx, values: WrittenOf<N>, before: StoredOf<N> | null): Promise<void>
  /** More columns of the new row `id` that are not fields: sealed keys and the like. */
  columns?(ctx: Ctx, id: string, values: WrittenOf<N>): [column: string, value: unknown][]
  /** Runs in the same transaction; `given` also has the virtual fields, which have no column. */
  afterWrite?(ctx: Ctx, row: StoredOf<N>, before: StoredOf<N> | null, given: WrittenOf<N>): Promise<void>
  /** Replaces the derived add, for rows that consist of more than their columns; `values` are judged. */
  add?(ctx: Ctx, values: WrittenOf<N>): Promise<{ id: string }>
  /** Parts of the answer of `add` that cannot be read again; an import keeps them, sealed, until they are fetched once. */
  shownOnce?: readonly { name: string; label: Text }[]
  beforeRemove?(ctx: Ctx, row: StoredOf<N>): Promise<void>
  afterRemove?(ctx: Ctx, row: StoredOf<N>): Promise<void>
  /** A removal was undone: the row and its dependent rows exist again. Refuses if something now prevents that. */
  afterRestore?(ctx: Ctx, row: StoredOf<N>): Promise<void>
  /** Fills computed fields for a whole page of rows, in place; `nouns` are all nouns. */
  compute?(ctx: Ctx, rows: RowOf<N>[], nouns: ReadonlyMap<string, Noun>): Promise<void>
  /** Texts of fields in exported files, where the definition of the field does not tell them. */
  written?: { [K in keyof N['fields']]?: (row: RowOf<N>, reading: Reading) => string }
  /** Runs during a move of a state machine, before the state is written. */
  onMove?(ctx: Ctx, move: MoveOf<N>, row: StoredOf<N>, input: Input): Promise<void>
  actions?: Actions<N, Ctx>
  /**
   * For actions on rows whose result is known later, such as the answer of a device: the outcome of what the job did. A
   * bulk job asks repeatedly until nothing is `open`, and counts the named rows as failed.
   */
  outcomes?: { [K in keyof NonNullable<N['actions']>]?: (ctx: Ctx, jobId: string) => Promise<Outcome> }
  /**
   * Actions on the noun as a whole for which every round trip to the database matters. They run their statements themselves:
   * row security does not restrict them, so each must filter by the application of its context.
   */
  direct?: Actions<N, DirectCtx>
}
export interface Outcome {
  /** The number of rows without an outcome yet. */ open: number
  failed: readonly { id: string; text: Text }[]
}
type Actions<N extends Noun, C> = {
  [K in keyof NonNullable<N['actions']>]?: (
    ctx: C,
    input: ActionInput<NonNullable<N['actions']>[K]>,
  ) => Promise<unknown>
}
/** Declares the server half of a noun. Throws when a declared action has no function in it. */
export function implement<N extends Noun>(noun: N, half: Omit<Half<N>, 'part' | 'noun'> = {}): Half {
  // Erases the noun's type: engines only ever pass rows of the half's own noun.
  const known = { part: 'half', noun, ...half } as unknown as Half
  for (const [name, { on }] of Object.entries(noun.actions ?? {})) {
    if (known.direct?.[name] && on !== 'noun')
      throw new Error(`${noun.key}: action '${name}' is on rows, which only a transaction of the request narrows`)
    if (!known.actions?.[name] && !known.direct?.[name])
      throw new Error(`${noun.key}: action '${name}' has no server half`)
  }
  return known
}

/** Rows of another table that are removed, and restored, with a row. */
export interface DependentRows {
  table: `${string}.${string}`
  /** The column that refers to the removed row. */ by: string
  /** What such a row is called, in the reason why it cannot be restored. */
  label: Text
  /** Only rows that satisfy this are restored; `k` is the row. */ parentExists?: Sql
}
/** The consequences of removing a noun's rows; each module declares those for its own tables. */
export interface Following {
  part: 'following'
  of: Noun
  keeps?: readonly DependentRows[]
  /** What else removing these rows together removes, in whole sentences. A count of 0 is not shown. */
  counts?(ctx: Ctx, ids: readonly string[]): Promise<{ count: number; text: Text }[]>
  /** Runs in the same transaction, after the row and its dependent rows were restored. May refuse. */
  restored?(ctx: Ctx, row: Row): Promise<void>
}
export const following = (of: Noun, spec: Omit<Following, 'part' | 'of'>): Following => ({
  part: 'following',
  of,
  ...spec,
})

/** What a module adds to a noun of an earlier module, which does not know about it. */
export interface Contribution {
  part: 'contribution'
  of: Noun
  /** Fills the computed fields of this module, for a whole page of rows, in place. */
  compute?(ctx: Ctx, rows: Row[]): Promise<void>
  /** How much data of this module belongs to a row; a row with such data is not removed. */
  holds?(ctx: Ctx, id: string): Promise<{ count: number; text: Text }>
  /** Replaces the noun's own list for inputs that this module handles; null for all others. */
  list?(ctx: Ctx, input: Input): Promise<Page | null>
  /** Handlers for the events that the noun's half raises by `follow`, in the same transaction. May return a count. */
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
  /** `public`: anybody. `login`: any session. Otherwise the permission point that is required. */
  access: 'public' | 'login' | (string & {})
  /** For a public route: the budget of one address. */
  budget?: BudgetName
  /**
   * Which rows it accesses; decides the database role. `staff`: platform staff write those of every organisation.
   * `engine` is for identity and other platform code only.
   */
  scope: 'platform' | 'source' | 'application' | 'staff' | 'engine' | 'none'
  /** Without an application, it reads all of those to which an account is held; elsewhere such an account must name one. */
  across?: true
  /** Concerns the caller alone: the application that the request names is not checked. */
  own?: true
  /** Open to accounts that are limited to sites and groups; only for what runs in the caller's role, or judges the places itself. */
  places?: true
  /** The fields that are judged before it runs; without them it receives the whole request body. */
  input?: F
  /** Requires a new proof of identity, if the last one is more than five minutes old. */
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
/** The judged fields and the parameters of the path; without fields, the whole request body. */
export type EndpointInput<F, P> = [F] extends [Fields]
  ? string extends keyof F
    ? Input
    : Values<F> & { [K in ParameterOf<P>]: string }
  : Input
export const endpoint = <const P extends string, const F extends Fields | undefined = undefined>(
  spec: EndpointSpec<F, P>,
): Endpoint => ({ part: 'endpoint', ...spec }) as unknown as Endpoint

/** A route with direct access to the connection: streams, pictures, tokens without the envelope. */
export interface RawRoute extends Pick<Endpoint, 'path' | 'access' | 'budget' | 'places' | 'summary'> {
  part: 'raw'
  method: Endpoint['method'] | readonly ('GET' | 'POST' | 'DELETE')[]
  /** The body may be a picture, JPEG or PNG; it comes as a buffer. */
  picture?: true
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
  /** A function where other modules declare the types. */
  on: readonly string[] | ((ports: Ports) => readonly string[])
  /** Selects its facts by `app_id`, `device_class` and `identifier` or, where null, `stored` (every one of a table, see `model/families.ts`). Others raise no event. */
  wantedBy?: Sql
  run(ports: Ports, event: OutboxEvent): Promise<void>
}
export const handler = (spec: Omit<Handler, 'part'>): Handler => ({ part: 'handler', ...spec })

/** Runs repeatedly while the process lives, in the named role. `run` returns the milliseconds until its next run. */
export interface Worker {
  part: 'worker'
  name: string
  where: 'worker' | 'gateway' | 'web'
  run(ports: Ports, signal: AbortSignal): Promise<number>
}
export const worker = (spec: Omit<Worker, 'part'>): Worker => ({ part: 'worker', ...spec })

/**
 * Runs once a day in each application, when its clock shows `at`. Everything is done by `query`, in the transaction that
 * also plans the next time: a planned time is run once, and one that passed during an outage is made up for once.
 */
export interface Schedule {
  part: 'schedule'
  /** Names it in the database, so it must not change. */
  key: string
  at: `${number}:${number}`
  run(ports: Ports, query: Query, due: { appId: string; plannedAt: Date; day: string }): Promise<void>
}
export const schedule = (spec: Omit<Schedule, 'part'>): Schedule => ({ part: 'schedule', ...spec })

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

export type ServerPart =
  | Half
  | Following
  | Contribution
  | Retained
  | Endpoint
  | RawRoute
  | Handler
  | Worker
  | Schedule
  | Seed
  | Decider
  | DeliveredPart
  | LinkagePart
  | AnnouncedPart
  | LiveReaders
  | Answers
  | TextScreen
  | StoredTexts
  | LimitList

export interface Question {
  deviceId: string
  appId: string | null
  component: string
  params: Params
  at: string
  /** How long the decision may take where a device waits for it, in milliseconds; one that is later is not used. */
  withinMs?: number
}
export interface Verdict {
  allow: boolean
  reason: string | null
  personId: string | null
  display?: string
  voice?: string
  decision: unknown
}
/** What a device decided by itself and reported: `review` judges it and is repeatable; `key` is that of its fact. */
export type Reviewed = Question & { key: string; passed: boolean }
/** Makes the decision that a device waits for (`event`) or, as `*`, evaluates the rules for a passage that the device decided itself. */
export interface Decider {
  part: 'decider'
  event: string
  decide(ports: Ports, question: Question): Promise<Verdict>
  review?(ports: Ports, reviewed: Reviewed): Promise<Verdict>
}
export const decider = (spec: Omit<Decider, 'part'>): Decider => ({ part: 'decider', ...spec })
