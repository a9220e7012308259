/** Lays children on equal columns that fold as the container narrows; `wide` children take a whole row. */
import type { ReactNode } from 'react'
import { form } from '#console/kit/defaults.ts'
import type { Gap } from '#console/kit/layout/Stack.tsx'
import './Grid.css'

/** A field spans 12 of 24. */
const halves = (form.columns / form.span) as 2

export type GridProps = { columns?: 1 | 2 | 3 | 4 | 6; gap?: Gap; children?: ReactNode }

export const Grid = ({ columns = halves, gap = 16, children }: GridProps) => (
  <div className="grid">
    <div className="grid-cells" data-columns={columns} style={{ gap }}>
      {children}
    </div>
  </div>
)

/** One cell over the whole width of its grid. */
export const Wide = ({ children }: { children?: ReactNode }) => <div className="grid-wide">{children}</div>
