/** Lays out children in equal columns, fewer in a narrow container; `Wide` children take a whole row. */
import type { ReactNode } from 'react'
import { form } from '#console/kit/defaults.ts'
import type { Gap } from '#console/kit/layout/Stack.tsx'
import './Grid.css'

/** The number of columns, derived from the default width of a field: 12 columns of 24. */
const halves = (form.columns / form.span) as 2

export type GridProps = { columns?: 1 | 2 | 3 | 4 | 6; gap?: Gap; children?: ReactNode }

export const Grid = ({ columns = halves, gap = 16, children }: GridProps) => (
  <div className="grid">
    <div className="grid-cells" data-columns={columns} style={{ gap }}>
      {children}
    </div>
  </div>
)

/** A cell as wide as the whole grid. */
export const Wide = ({ children }: { children?: ReactNode }) => <div className="grid-wide">{children}</div>
