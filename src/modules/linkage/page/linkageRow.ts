/** Linkage rules and runs as the API returns them, and a rule while it is being edited. */
import type { Input, Params, RowOf } from '#model/row.ts'
import type { linkage, linkageRun } from '../linkage.noun.ts'
import type { RuleCondition } from '../linkage.rules.ts'

export type LinkageRow = RowOf<typeof linkage>
type Stored = LinkageRow['actions'][number]
/** In input form: what is left out is null once it is stored. */
export type LinkageAction = Pick<Stored, 'identifier'> & Partial<Stored>
export type LinkageRun = RowOf<typeof linkageRun>
export type RunStep = LinkageRun['actions'][number]

export const LINKAGE = '/api/device/linkage'
export const RUNS = '/api/device/linkageRun'

/** A rule in the editor; keys of actions and conditions are only used by React. */
export interface Draft {
  name: string
  on: boolean
  /** Undefined where the rule starts at no device. */
  deviceClass: string | undefined
  triggerKind: number
  triggerDeviceIds: readonly string[]
  triggerEvent: string | undefined
  trigger: Params
  conditions: readonly (RuleCondition & { key: number })[]
  actions: readonly (LinkageAction & { key: number })[]
  mode: 0 | 1
  silentS: number | undefined
}
export const draftOf = (row: LinkageRow | null, deviceClass: string): Draft => ({
  name: row?.name ?? '',
  on: row ? row.state === 1 : true,
  deviceClass: row ? (row.deviceClass ?? undefined) : deviceClass,
  triggerDeviceIds: row?.triggerDeviceIds ?? [],
  triggerKind: row?.triggerKind ?? 1,
  triggerEvent: row?.triggerEvent ?? undefined,
  trigger: (row?.trigger ?? {}) as Params,
  conditions: ((row?.conditions ?? []) as readonly RuleCondition[]).map((condition, key) => ({ ...condition, key })),
  actions: (row?.actions ?? [{ deviceId: null, identifier: '' }]).map((action, key) => ({ ...action, key })),
  mode: row?.mode === 1 ? 1 : 0,
  silentS: row?.silentS ?? undefined,
})
/** A copy, with its name cut to the maximum length. */
export const copyOf = (row: LinkageRow): Draft => ({
  ...draftOf(row, ''),
  name: `${row.name.slice(0, 47)} 副本`,
  on: false,
})
const given = (values: object): Input =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )

/** `placed`: it starts at devices; others have no class. */
export const bodyOf = (draft: Draft, placed: boolean): Input => ({
  name: draft.name.trim(),
  deviceClass: (placed && draft.deviceClass) || null,
  triggerDeviceIds: placed ? draft.triggerDeviceIds : [],
  triggerKind: draft.triggerKind,
  triggerEvent: draft.triggerEvent ?? null,
  trigger: given(draft.trigger),
  mode: draft.mode,
  silentS: draft.silentS ?? null,
  state: draft.on ? 1 : 0,
  conditions: draft.conditions.map(({ key: _key, ...condition }) => given(condition)),
  actions: draft.actions.map(({ key: _key, ...action }) => ({
    ...(action.deviceId ? { deviceId: action.deviceId } : {}),
    identifier: action.identifier,
    ...(action.component ? { component: action.component } : {}),
    ...(action.params && Object.keys(action.params).length ? { params: action.params } : {}),
    ...(action.delayMs ? { delayMs: action.delayMs } : {}),
    ...(action.endAfterS ? { endAfterS: action.endAfterS } : {}),
  })),
})
