/** What was shown before stands in for an answer only of the same application and class: other devices are never shown meanwhile. */
interface Asked {
  /** The operation, the application, the class of devices, and the rest. */
  queryKey: readonly unknown[]
}
const HEAD = 4

/** As `placeholderData` of a query whose key begins so. */
export const ofSameDevices =
  (appId: unknown, deviceClass: unknown) =>
  <T>(before: T | undefined, query: Asked | undefined): T | undefined =>
    query?.queryKey[HEAD - 2] === appId && query?.queryKey[HEAD - 1] === deviceClass ? before : undefined
