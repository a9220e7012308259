/** The walk over all pages is split into three files of like duration, which run in parallel. */

/** Pages of the platform itself and its catalogue of devices. */
const MANAGEMENT =
  /^\/((systemManage|gatewayManage|home|commonHome)\/|hardwareManage\/device(Vendor|Model|Type|Category)$)/
/** What has an application but is none of its devices; the others are those of device classes. */
const APPLICATIONS = /^\/(apply|hardwareManage|deviceShare|applyHome|hardwareHome)(\/|$)/

export type WalkPart = 'Management' | 'Applications' | 'Classes'
export const walkPartOf = (path: string): WalkPart =>
  MANAGEMENT.test(path) ? 'Management' : APPLICATIONS.test(path) ? 'Applications' : 'Classes'
export const walkFile = (part: WalkPart): string => `tests/e2e/walk${part}.test.ts`
