/** A day of being connected, a bar for each half hour: whole, broken, absent, or before it ever came. */
import { memo } from 'react'
import './OnlineBars.css'

export type OnlineBarsProps = { shares: readonly (number | null)[]; label: string; width?: number | 'full'; height?: number }

export const OnlineBars = memo(({ shares, label, width = 96, height = 16 }: OnlineBarsProps) => {
  const unit = 4
  const total = Math.max(1, shares.length) * unit
  const paths = { whole: '', part: '', none: '', before: '' }
  // What comes before the first connection is no failure.
  const first = shares.findIndex((share) => share !== null && share > 0)
  shares.forEach((share, at) => {
    const x = at * unit + unit / 2
    const line = (tall: number): string => `M${x} ${height}V${(height - tall).toFixed(1)}`
    if (share === null || first < 0 || at < first) paths.before += line(1.5)
    else if (share >= 0.98) paths.whole += line(height * 0.7)
    else if (share > 0) paths.part += line(Math.max(4, height * 0.7 * share))
    else paths.none += line(2.5)
  })
  return (
    <svg className="online-bars" width={width === 'full' ? '100%' : width} height={height} viewBox={`0 0 ${total} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {(['whole', 'part', 'none', 'before'] as const).map((kind) => <path key={kind} data-kind={kind} d={paths[kind]} />)}
    </svg>
  )
})

/** How much of the time since it first came it was connected: 0 … 1, or null. */
export const onlineShare = (shares: readonly (number | null)[]): number | null => {
  const from = shares.findIndex((share) => share !== null && share > 0)
  if (from < 0) return null
  const counted = shares.slice(from).map((share) => share ?? 0)
  return counted.reduce((sum, share) => sum + share, 0) / counted.length
}
