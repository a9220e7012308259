/** The glyphs of the matrix: they differ in shape before they differ in colour. */
import { Check as Tick, CircleDashed, Clock3 } from 'lucide-react'
import { Icon } from '#console/kit/Icon.tsx'

export const Check = () => (
  <span className="am-tick">
    <Icon of={Tick} size={16} />
  </span>
)
export const Loader = () => (
  <span className="am-send">
    <Icon of={CircleDashed} size={16} />
  </span>
)
export const Clock = () => (
  <span className="am-wait">
    <Icon of={Clock3} size={16} />
  </span>
)
export const Exclamation = () => (
  <span className="am-bad" aria-hidden="true">
    <b>!</b>
  </span>
)
