/**
 * Live messages: that something happened to rows, and which values changed. Beside its nouns, each module declares
 * (`declare module '#model/live.ts'`) the shape of its messages, so that one of another shape does not compile.
 */

/** Messages by type. `session`: a device connected or disconnected; `fact`: something happened; `state`: a reading. */
// An interface, because modules extend it by declaration merging.
export interface LiveMessages {}

export type LiveType = keyof LiveMessages
type Occurrence = {
  /** The application of the rows; `sourceId` where they belong to none. */
  appId: string | null
  sourceId?: string
  deviceId?: string
  deviceClass?: string
  /** The accounts that it is for; missing where it is for everybody who may read its nouns. */
  to?: readonly string[]
  /** When it happened. */
  at: string
}
/** A message of the given types; of any type by default. */
export type LiveMessage<T extends LiveType = LiveType> = { [K in T]: { type: K } & Occurrence & LiveMessages[K] }[T]
