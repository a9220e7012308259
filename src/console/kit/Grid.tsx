/** Lays children on equal columns that fold as the container narrows; `wide` children take a whole row. */
import type { ReactNode } from 'react'
import type { Gap } from '#console/kit/Stack.tsx'
import './Grid.css'

export type GridProps = { columns?: 1 | 2 | 3 | 4 | 6; gap?: Gap; children?: ReactNode }

export const Grid = ({ columns = 2, gap = 16, children }: GridProps) => (
  <div className="grid">
    <div className="grid-cells" data-columns={columns} style={{ gap }}>
      {children}
    </div>
  </div>
)

/** One cell over the whole width of its grid. */
export const Wide = ({ children }: { children?: ReactNode }) => <div className="grid-wide">{children}</div>
