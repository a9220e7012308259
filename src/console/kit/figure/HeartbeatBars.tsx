/** The heartbeats of a device as bars: the round trip of each; slow and missing ones are marked. */
import { memo } from 'react'
import './HeartbeatBars.css'

export type HeartbeatBarsProps = {
  /** Round trips in ms, oldest first; `null` is a missing heartbeat. */
  beats: readonly (number | null)[]
  label: string
  slowMs?: number
  /** In px; without it the width of the container. */
  width?: number | 'full'
  height?: number
}

const line = (from: number, to: number, x: number): string => `M${x.toFixed(1)} ${from.toFixed(1)}V${to.toFixed(1)}`

/** Three paths draw any number of heartbeats, because tables show this chart in every row. */
export const HeartbeatBars = memo(({ beats, label, slowMs = 100, width = 92, height = 18 }: HeartbeatBarsProps) => {
  const unit = width === 'full' ? beats.length * 3 : width
  const pitch = unit / Math.max(1, beats.length)
  const most = Math.max(slowMs, ...beats.map(beat => beat ?? 0))
  const paths = { good: '', slow: '', missing: '' }
  beats.forEach((beat, at) => {
    const x = at * pitch + pitch / 2
    if (beat === null) paths.missing += line(height, height - 2, x)
    else paths[beat > slowMs ? 'slow' : 'good'] += line(height, height - Math.max(2, (beat / most) * height), x)
  })
  return (
    <svg
      className="heartbeat-bars"
      width={width === 'full' ? '100%' : width}
      height={height}
      viewBox={`0 0 ${unit} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      strokeWidth={Math.max(1, Math.min(3, pitch * 0.55))}
    >
      <path data-kind="good" d={paths.good} />
      <path data-kind="slow" d={paths.slow} />
      <path data-kind="missing" d={paths.missing} />
    </svg>
  )
})
