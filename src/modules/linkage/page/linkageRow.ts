/** Linkage rules and runs as the API returns them, and a rule while it is being edited. */
import type { Input, RowOf } from '#model/row.ts'
import type { linkage, linkageRun } from '../linkage.noun.ts'

export type LinkageRow = RowOf<typeof linkage>
type Stored = LinkageRow['actions'][number]
/** In input form: what is left out is null once it is stored. */
export type LinkageAction = Pick<Stored, 'deviceId' | 'identifier'> & Partial<Omit<Stored, 'deviceId' | 'identifier'>>
export type Conditions = NonNullable<LinkageRow['conditions']>
export type LinkageRun = RowOf<typeof linkageRun>
export type RunStep = LinkageRun['actions'][number]

export const LINKAGE = '/api/device/linkage'
export const RUNS = '/api/device/linkageRun'

/** A rule in the editor; ids of actions are only used as list keys. */
export interface Draft {
  name: string
  on: boolean
  deviceClass: string
  triggerDeviceIds: readonly string[]
  triggerEvent: string | undefined
  conditions: Conditions
  actions: readonly (LinkageAction & { key: number })[]
  mode: 0 | 1
  silentS: number | undefined
}
export const draftOf = (row: LinkageRow | null, deviceClass: string): Draft => ({
  name: row?.name ?? '',
  on: row ? row.state === 1 : true,
  deviceClass: row?.deviceClass ?? deviceClass,
  triggerDeviceIds: row?.triggerDeviceIds ?? [],
  triggerEvent: row?.triggerEvent,
  conditions: row?.conditions ?? {},
  actions: (row?.actions ?? [{ deviceId: '', identifier: '' }]).map((action, key) => ({ ...action, key })),
  mode: row?.mode === 1 ? 1 : 0,
  silentS: row?.silentS ?? undefined,
})
/** A copy, with its name cut to the maximum length. */
export const copyOf = (row: LinkageRow): Draft => ({
  ...draftOf(row, row.deviceClass),
  name: `${row.name.slice(0, 47)} 副本`,
  on: false,
})
export const bodyOf = (draft: Draft): Input => ({
  name: draft.name.trim(),
  deviceClass: draft.deviceClass,
  triggerDeviceIds: draft.triggerDeviceIds,
  triggerEvent: draft.triggerEvent,
  mode: draft.mode,
  silentS: draft.silentS ?? null,
  state: draft.on ? 1 : 0,
  conditions: Object.fromEntries(
    Object.entries(draft.conditions).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ),
  actions: draft.actions.map(({ key: _key, ...action }) => ({
    deviceId: action.deviceId,
    identifier: action.identifier,
    ...(action.component ? { component: action.component } : {}),
    ...(action.params && Object.keys(action.params).length ? { params: action.params } : {}),
    ...(action.delayMs ? { delayMs: action.delayMs } : {}),
  })),
})
