/** Linkage rules and runs as the API answers them, and a rule while it is being written. */
export interface LinkageAction {
  deviceId: string
  component?: string | null
  identifier: string
  params?: Readonly<Record<string, unknown>> | null
  delayMs?: number | null
}
export interface Conditions {
  result?: number | null
  direction?: number | null
  groupId?: string | null
  from?: string | null
  to?: string | null
}
export interface LinkageRow {
  id: string
  rev: number
  name: string
  deviceClass: string
  triggerDeviceIds: readonly string[] | null
  triggerEvent: string
  conditions: Conditions | null
  actions: readonly LinkageAction[]
  /** 0 in parallel · 1 one after another */
  mode: number
  silentS: number | null
  state: number
  lastRunAt: string | null
  okCount: number
  failedCount: number
}
export interface RunStep extends LinkageAction {
  deviceName: string
  state: 'waiting' | 'sent' | 'done' | 'failed'
  message?: string
  commandId?: string
  dueAt: string
}
export interface LinkageRun {
  id: string
  at: string
  deviceClass: string
  linkageId: string
  linkageName: string
  deviceName: string | null
  event: string
  factId: string | null
  test: boolean | string
  actions: readonly RunStep[]
  /** 0 running · 1 ok · 2 failed · 3 skipped */
  state: number
  reason: string | null
}

export const LINKAGE = '/api/device/linkage'
export const RUNS = '/api/device/linkageRun'

/** A rule in the editor; ids of actions are for the list alone. */
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
export const bodyOf = (draft: Draft): Record<string, unknown> => ({
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
