/** A line chart over time. A vertical line follows the pointer, with the values of all series at that point. */
import { useId } from 'react'
import { roundUp } from '#console/kit/figure/roundUp.ts'
import { useChartReading } from '#console/kit/figure/useChartReading.ts'
import { useWidth } from '#console/kit/figure/useWidth.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './LineChart.css'

export type Series = {
  id: string
  label: Words
  /** `null` is a gap in the line. */ values: readonly (number | null)[]
}
export type LineChartProps = {
  label: Words
  /** One label per value, from `lastMinutes()` or `lastDates()`. */
  places: readonly string[]
  /** Only the first four have distinct colours. */
  series: readonly Series[]
  unit?: Words
  height?: number
  /** Fills the area below the first line. */
  area?: boolean
}

const digitPx = 7
const footPx = 24
const topPx = 12
/** The least width of one axis label. The last one ends at the axis, so it takes half a label more from the one before. */
const labelPx = 64
const labelOf = (places: readonly string[]): number =>
  Math.max(labelPx, 1.5 * digitPx * Math.max(0, ...places.map(place => place.length)))

/** The parts of a line between gaps, as path points. */
const stretches = (values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number) => {
  const found: string[][] = []
  let now: string[] = []
  values.forEach((value, at) => {
    if (value === null) {
      if (now.length) found.push(now)
      now = []
    } else now.push(`${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
  })
  if (now.length) found.push(now)
  return found
}

export const LineChart = ({ label, places, series, unit, height = 220, area }: LineChartProps) => {
  const translate = useTranslate()
  const id = useId()
  const [box, width] = useWidth<HTMLDivElement>(200, 480)
  const last = Math.max(1, places.length - 1)
  const top = roundUp(Math.max(1, ...series.flatMap(one => one.values.map(value => value ?? 0))))
  const floor = height - footPx
  const axisPx = Math.max(32, top.toLocaleString('en-US').length * digitPx + 10)
  const x = (place: number): number => axisPx + (place / last) * (width - axisPx - 8)
  const y = (value: number): number => floor - (value / top) * (floor - topPx)
  const step = Math.max(1, Math.ceil(places.length / Math.max(1, Math.floor((width - axisPx) / labelOf(places)))))
  const shown = (value: number | null | undefined): string =>
    value === null || value === undefined ? '—' : `${value.toLocaleString('en-US')}${unit ? ` ${translate(unit)}` : ''}`
  const { at, reading } = useChartReading(places.length, leftPx =>
    Math.max(0, Math.min(places.length - 1, Math.round(((leftPx - axisPx) / (width - axisPx - 8)) * last))),
  )
  return (
    <div className="line-chart" ref={box}>
      <ul className="line-chart-keys">
        {series.map((one, nth) => (
          <li key={one.id}>
            <i data-nth={nth % 4} />
            {translate(one.label)}
          </li>
        ))}
      </ul>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={translate(label)}
        aria-describedby={at === undefined ? undefined : id}
        {...reading}
      >
        {[0, 0.25, 0.5, 0.75, 1].map(share => (
          <g key={share}>
            <line
              className="line-chart-grid"
              x1={axisPx}
              x2={width}
              y1={y(top * share) + 0.5}
              y2={y(top * share) + 0.5}
            />
            {(share === 0 || share === 0.5 || share === 1) && (
              <text className="line-chart-axis" x={axisPx - 8} y={y(top * share) + 4} textAnchor="end">
                {(top * share).toLocaleString('en-US')}
              </text>
            )}
          </g>
        ))}
        {places.map((place, nth) =>
          (places.length - 1 - nth) % step === 0 ? (
            <text
              key={nth}
              className="line-chart-axis"
              x={x(nth)}
              y={height - 6}
              textAnchor={nth === places.length - 1 ? 'end' : 'middle'}
            >
              {place}
            </text>
          ) : null,
        )}
        {series.map((one, nth) =>
          stretches(one.values, x, y).map((points, part) => (
            <g key={`${one.id} ${part}`} data-nth={nth % 4}>
              {area && nth === 0 && points.length > 1 && (
                <path
                  className="line-chart-area"
                  d={`M${points.join('L')}L${points.at(-1)!.split(' ')[0]} ${floor}L${points[0]!.split(' ')[0]} ${floor}Z`}
                />
              )}
              <path className="line-chart-line" d={points.length > 1 ? `M${points.join('L')}` : `M${points[0]}h0`} />
            </g>
          )),
        )}
        {at !== undefined && (
          <g>
            <line className="line-chart-rule" x1={x(at)} x2={x(at)} y1={topPx} y2={floor} />
            {series.map((one, nth) => {
              const value = one.values[at]
              return value === null || value === undefined ? null : (
                <circle key={one.id} className="line-chart-dot" data-nth={nth % 4} cx={x(at)} cy={y(value)} r={4} />
              )
            })}
          </g>
        )}
      </svg>
      {at !== undefined && (
        <div
          className="chart-tip"
          id={id}
          role="status"
          style={x(at) > width / 2 ? { right: width - x(at) + 12 } : { left: x(at) + 12 }}
        >
          <b>{places[at]}</b>
          {series.map((one, nth) => (
            <span key={one.id}>
              <i data-nth={nth % 4} />
              {translate(one.label)}
              <em>{shown(one.values[at])}</em>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
