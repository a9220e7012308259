/** Lays out children from top to bottom with one gap. */
import type { CSSProperties, ReactNode } from 'react'
import './Stack.css'

export type Gap = 0 | 4 | 8 | 12 | 16 | 20 | 24 | 32
export type StackProps = { gap?: Gap; align?: CSSProperties['alignItems']; grow?: boolean; children?: ReactNode }

export const Stack = ({ gap = 16, align, grow, children }: StackProps) => (
  <div className="stack" data-grow={grow || undefined} style={{ gap, alignItems: align }}>
    {children}
  </div>
)
