/** A board while its first answer is awaited: the same cells, so that nothing moves when it comes. */
import { Skeleton } from '#console/kit/layout/Skeleton.tsx'
import { SlowWords } from '#console/kit/layout/SlowWords.tsx'
import { StatStrip } from '#console/kit/figure/Stat.tsx'

const FIGURES = ['online', 'passages', 'refused', 'alarms', 'commands', 'callbacks']
const CURVES = ['messages', 'hours', 'delivery']
const LISTS = ['passing', 'problems', 'ranking']
const ROWS = [1, 2, 3, 4, 5, 6]

/** `mapped`: with the map between curves and lists. */
export const BoardSkeleton = ({ mapped }: { mapped?: boolean }) => (
  <>
    <div className="dc" aria-hidden="true">
      <div className="dc-strip">
        <StatStrip bare>
          {FIGURES.map(name => (
            <div key={name} className="stat dc-waiting">
              <Skeleton lines={1} />
              <Skeleton shape="card" height={32} />
              <Skeleton shape="card" height={24} />
            </div>
          ))}
        </StatStrip>
      </div>
      {CURVES.map(name => (
        <div key={name} className="dc-cell">
          <Skeleton lines={1} />
          <Skeleton shape="card" height={208} />
        </div>
      ))}
      {mapped && (
        <div className="dc-cell" data-wide>
          <Skeleton lines={1} />
          <div className="places-map dc-waiting-map">
            <Skeleton shape="card" />
            <Skeleton shape="card" />
          </div>
        </div>
      )}
      {LISTS.map(name => (
        <div key={name} className="dc-cell">
          <Skeleton lines={1} />
          {ROWS.map(row => (
            <div key={row} className="dc-waiting-row">
              <Skeleton shape="circle" />
              <Skeleton lines={1} />
            </div>
          ))}
        </div>
      ))}
    </div>
    <SlowWords />
  </>
)
