/** A bar chart. The bar of the current period is pale, short marks show yesterday, a second series is drawn below the axis. */
import { roundUp } from '#console/kit/figure/roundUp.ts'
import { useWidth } from '#console/kit/figure/useWidth.ts'
import './Bars.css'

export type BarsProps = {
  values: readonly number[]
  label: string
  /** A second series, drawn downwards. */
  below?: readonly number[]
  /** The series of yesterday. It may be longer than `values`, because it includes hours that are still to come today. */
  before?: readonly number[]
  /** One label per bar; empty labels are not drawn. */
  labels?: readonly string[]
  /** The index of the bar whose period has not ended. */
  running?: number | undefined
  /** The least height in px; in a taller column the chart takes what is left. */
  height?: number
}

const axisPx = 44
const labelPx = 20
/** The least distance between the middles of two labels, such as 16 and 18. */
const apartPx = 24

export const Bars = ({ values, label, below, before, labels, running, height: least = 156 }: BarsProps) => {
  const [box, width, boxHeight] = useWidth<HTMLDivElement>(160, 340)
  const height = Math.max(least, boxHeight)
  const places = Math.max(values.length, before?.length ?? 0, 1)
  const top = roundUp(Math.max(1, ...values, ...(before ?? [])))
  const bottom = below ? roundUp(Math.max(1, ...below)) : 0
  const inner = height - (labels ? labelPx : 2) - 8
  const zero = 8 + inner * (top / (top + bottom))
  const scale = (inner * (top / (top + bottom))) / top
  const pitch = (width - axisPx) / places
  const bar = Math.max(1, Math.min(16, pitch - Math.max(1, Math.round(pitch * 0.25))))
  /** The label of the running bar hides those that it would touch. */
  const hidden = (at: number): boolean =>
    running !== undefined && at !== running && Math.abs(at - running) * pitch < apartPx && Boolean(labels?.[running])
  const x = (at: number): number => axisPx + at * pitch + (pitch - bar) / 2
  return (
    <div ref={box} className="bars" style={{ minHeight: least }}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={label}>
        {[top, top / 2].map(value => (
          <g key={value}>
            <line className="bars-grid" x1={axisPx} x2={width} y1={zero - value * scale} y2={zero - value * scale} />
            <text className="bars-axis" x="0" y={zero - value * scale + 4}>
              {value.toLocaleString('en-US')}
            </text>
          </g>
        ))}
        {values.map((value, at) => (
          <rect
            key={at}
            className="bars-bar"
            data-running={at === running || undefined}
            x={x(at)}
            width={bar}
            y={zero - value * scale}
            height={Math.max(value > 0 ? 1 : 0, value * scale)}
            rx={Math.min(2, bar / 3)}
          />
        ))}
        {below?.map((value, at) => (
          <rect
            key={at}
            className="bars-below"
            data-running={at === running || undefined}
            x={x(at)}
            width={bar}
            y={zero + 1}
            height={value * scale}
            rx={Math.min(2, bar / 3)}
          />
        ))}
        {before?.map((value, at) => (
          <line
            key={at}
            className="bars-before"
            data-coming={at >= values.length || undefined}
            x1={x(at) - 1}
            x2={x(at) + bar + 1}
            y1={zero - value * scale}
            y2={zero - value * scale}
          />
        ))}
        <line className="bars-zero" x1={axisPx} x2={width} y1={zero + 0.5} y2={zero + 0.5} />
        {labels?.map(
          (words, at) =>
            words &&
            !hidden(at) && (
              <text
                key={at}
                className="bars-axis"
                data-now={at === running || undefined}
                x={x(at) + bar / 2}
                y={height - 4}
                textAnchor={x(at) + bar / 2 + words.length * 3.5 > width ? 'end' : 'middle'}
                dx={x(at) + bar / 2 + words.length * 3.5 > width ? bar / 2 : 0}
              >
                {words}
              </text>
            ),
        )}
      </svg>
    </div>
  )
}
