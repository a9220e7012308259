/** Says that what is shown is live, or that it has stopped being so. */
import { useSay, type Words } from '#console/kit/language.tsx'
import './LiveDot.css'

export type LiveDotProps = { state?: 'live' | 'late' | 'lost'; children?: Words }

export const LiveDot = ({ state = 'live', children = ['实时', 'Live'] }: LiveDotProps) => (
  <span className="live-dot" data-state={state}>
    <i />
    {useSay()(children)}
  </span>
)
