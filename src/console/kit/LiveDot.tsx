/** Shows whether the data is live, connecting, disconnected or paused by the user. */
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './LiveDot.css'

type LiveDotState = 'live' | 'late' | 'lost' | 'paused'
export type LiveDotProps = { state?: LiveDotState; /** The text in the state `live`. */ words?: Words }

const WORDS: Readonly<Record<LiveDotState, Words>> = {
  live: ['实时', 'Live'],
  late: ['连接中', 'Connecting'],
  lost: ['已断开', 'Disconnected'],
  paused: ['已暂停', 'Paused'],
}

export const LiveDot = ({ state = 'live', words }: LiveDotProps) => (
  <span className="live-dot" data-state={state}>
    <i />
    {useTranslate()(state === 'live' && words !== undefined ? words : WORDS[state])}
  </span>
)
