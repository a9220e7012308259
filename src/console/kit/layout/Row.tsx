/** Lays out children side by side; `wrap` allows several lines on narrow screens. */
import type { CSSProperties, ReactNode } from 'react'
import type { Gap } from '#console/kit/layout/Stack.tsx'
import './Row.css'

export type RowProps = {
  gap?: Gap
  align?: CSSProperties['alignItems']
  justify?: CSSProperties['justifyContent']
  wrap?: boolean
  grow?: boolean
  children?: ReactNode
}

export const Row = ({ gap = 8, align = 'center', justify, wrap, grow, children }: RowProps) => (
  <div
    className="row"
    data-wrap={wrap || undefined}
    data-grow={grow || undefined}
    style={{ gap, alignItems: align, justifyContent: justify }}
  >
    {children}
  </div>
)
