/** A small line chart for use in text; a dot marks the latest value. */
import './Sparkline.css'

export type SparklineProps = {
  values: readonly number[]
  /** The text for screen readers. */
  label: string
  width?: number
  height?: number
  area?: boolean
}

export const Sparkline = ({ values, label, width = 156, height = 28, area = true }: SparklineProps) => {
  if (values.length < 2)
    return <svg className="sparkline" width={width} height={height} role="img" aria-label={label} />
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const x = (at: number): number => 1 + (at / (values.length - 1)) * (width - 5)
  // Values that are all the same are a line in the middle; all zero, a line at the bottom.
  const level = low === 0 ? 0 : 0.5
  const y = (value: number): number => 3 + (1 - (span === 0 ? level : (value - low) / span)) * (height - 7)
  const points = values.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
  const last = values.at(-1) ?? low
  return (
    <svg
      className="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {area && (
        <path className="sparkline-area" d={`M${points.join('L')}L${x(values.length - 1)} ${height}L1 ${height}Z`} />
      )}
      <path className="sparkline-line" d={`M${points.join('L')}`} />
      {/* A line of zero length with round caps stays a circle when the SVG is stretched. */}
      <path className="sparkline-now" d={`M${x(values.length - 1)} ${y(last)}h0`} />
    </svg>
  )
}
