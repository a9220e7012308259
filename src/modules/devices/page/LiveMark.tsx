/** Says honestly whether what is shown is live: connecting and lost are other words than live. */
import type { LiveState } from '#console/data/live.ts'
import type { Words } from '#console/kit/language.tsx'
import { LiveDot } from '#console/kit/LiveDot.tsx'

const WORDS: Readonly<Record<LiveState, Words>> = {
  live: ['实时', 'Live'],
  late: ['连接中', 'Connecting'],
  lost: ['已断开', 'Not live'],
}

export const LiveMark = ({ state, words }: { state: LiveState; /** While it is live. */ words?: Words }) => (
  <LiveDot state={state}>{state === 'live' && words !== undefined ? words : WORDS[state]}</LiveDot>
)
