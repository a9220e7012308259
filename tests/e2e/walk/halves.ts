/** The walk over all pages is split into two files of equal duration, which run in parallel. */

/** Pages of the platform itself and its catalogue of devices; the others are those of applications, devices and their classes. */
const MANAGEMENT =
  /^\/((systemManage|gatewayManage|home|commonHome)\/|hardwareManage\/device(Vendor|Model|Type|Category)$)/

export type Half = 'Management' | 'Devices'
export const halfOf = (path: string): Half => (MANAGEMENT.test(path) ? 'Management' : 'Devices')
export const walkFile = (half: Half): string => `tests/e2e/walk${half}.test.ts`
