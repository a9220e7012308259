/** The server part by which modules say who gets live messages. */
import type { LiveMessage, LiveType } from '#model/live.ts'

/**
 * Who gets live messages of a type: those who may read any of these nouns. Several modules may declare it for a type, each
 * for its own nouns; a message that names accounts goes to them alone.
 */
export interface LiveReaders {
  part: 'live'
  type: LiveType
  readers(message: LiveMessage): readonly string[]
}
export const liveReaders = <T extends LiveType>(
  type: T,
  readers: readonly string[] | ((message: LiveMessage<T>) => readonly string[]),
): LiveReaders => ({
  part: 'live',
  type,
  readers: typeof readers === 'function' ? (readers as LiveReaders['readers']) : () => readers,
})
