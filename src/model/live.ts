/**
 * Live messages: that something happened to rows, and what of them changed. Beside its nouns each module says
 * (`declare module '#model/live.ts'`) what its messages carry of their rows; one of another shape does not compile.
 */

/** By type of message. `session` says whether a device is connected, `fact` that something happened, `state` what is measured. */
// Modules add to it, which only an interface allows.
export interface LiveMessages {}

export type LiveType = keyof LiveMessages
type Said = {
  /** Whose the rows are; `sourceId` where no application has them. */
  appId: string | null
  sourceId?: string
  deviceId?: string
  deviceClass?: string
  /** When it happened. */
  at: string
}
/** A message of these types; by default of any. */
export type LiveMessage<T extends LiveType = LiveType> = { [K in T]: { type: K } & Said & LiveMessages[K] }[T]
