/** A button of the top bar with a number at its corner; the button says the number too. */
import type { ReactNode } from 'react'
import { Badge } from '#console/kit/Badge.tsx'
import './Counted.css'

export type CountedProps = {
  /** Not shown when it is 0. */
  count: number
  tone: 'bad' | 'info'
  /** The button has the colour of what is urgent. */
  urgent?: boolean
  children: ReactNode
}

export const Counted = ({ count, tone, urgent, children }: CountedProps) => (
  <span className="counted" data-urgent={urgent || undefined}>
    {children}
    {count > 0 && (
      <span className="counted-number" aria-hidden="true">
        <Badge tone={tone}>{count}</Badge>
      </span>
    )}
  </span>
)
