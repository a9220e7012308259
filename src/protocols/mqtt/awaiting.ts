/** Commands that were sent on this connection and wait for their reply: some devices answer with an id of their own. */
import type { Queued, State } from './state.ts'

/** Long after the command has expired: a late reply to it must not be taken for that to the next one. */
const KEPT_MS = 120_000
const MOST = 256
/** Ours have 18 digits: whoever names one means that command, whether it still waits or not. */
const OURS = /^\d{15,19}$/

export const awaiting = (state: State, { request, untilMs }: Queued): State =>
  request
    ? { ...state, awaiting: [...state.awaiting.slice(1 - MOST), { ...request, untilMs: untilMs + KEPT_MS }] }
    : state

export const answered = (state: State, id: string): State =>
  state.awaiting.some(one => one.id === id)
    ? { ...state, awaiting: state.awaiting.filter(one => one.id !== id) }
    : state

/**
 * The command that a reply on `topic` is for: the one that its id or the transport names, or else the only one that waits
 * on this topic. Undefined between two, where the transport names something else, and for what is sent again, which may be
 * the reply to an earlier command.
 */
export function awaitedBy(
  state: State,
  { topic, dup, correlation }: { topic: string; dup: boolean; correlation?: string },
  id: string,
  now: number,
): string | undefined {
  const isOurs = (one: string): boolean => OURS.test(one) || state.awaiting.some(awaited => awaited.id === one)
  const named = [id, correlation ?? ''].find(isOurs)
  if (named !== undefined || dup || correlation !== undefined) return named
  const [only, ...others] = state.awaiting.filter(one => one.replyTopic === topic && one.untilMs > now)
  return others.length ? undefined : only?.id
}
