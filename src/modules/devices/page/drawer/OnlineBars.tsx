/** The connection of a day: connected, partly connected, offline, or not bound yet. */
import { memo } from 'react'
import './OnlineBars.css'

export type OnlineBarsProps = {
  /** The connected share of each half hour, oldest first. */
  shares: readonly (number | null)[]
  label: string
  /** The device was not bound before this instant, so it does not count as offline. */
  from?: string | null
  width?: number | 'full'
  height?: number
}

const HALF_HOUR_MS = 1_800_000
const WHOLE = 0.98

/** In a table row, hours are detailed enough. */
const inHours = (shares: readonly (number | null)[]): readonly (number | null)[] =>
  Array.from({ length: Math.ceil(shares.length / 2) }, (_, at) => {
    const pair = shares.slice(at * 2, at * 2 + 2).filter(share => share !== null)
    return pair.length ? pair.reduce((sum, share) => sum + share, 0) / pair.length : null
  })

export const OnlineBars = memo(({ shares, label, from, width = 96, height = 16 }: OnlineBarsProps) => {
  const full = width === 'full'
  const bars = full ? shares : inHours(shares)
  const barMs = full ? HALF_HOUR_MS : HALF_HOUR_MS * 2
  const unit = 4
  const paths = { whole: '', part: '', none: '', before: '' }
  const since = from ? Date.parse(from) : 0
  bars.forEach((share, at) => {
    const x = at * unit + unit / 2
    const line = (tall: number): string => `M${x} ${height}V${(height - tall).toFixed(1)}`
    const endsAt = Date.now() - (bars.length - 1 - at) * barMs
    if (share === null || (share === 0 && endsAt <= since)) paths.before += line(1.5)
    else if (share >= WHOLE) paths.whole += line(height * 0.75)
    else if (share > 0) paths.part += line(Math.max(height * 0.25, height * 0.75 * share))
    else paths.none += line(Math.max(2.5, height * 0.1))
  })
  return (
    <svg
      className="online-bars"
      data-full={full || undefined}
      width={full ? '100%' : width}
      height={height}
      viewBox={`0 0 ${Math.max(1, bars.length) * unit} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {(['whole', 'part', 'none', 'before'] as const).map(kind => (
        <path key={kind} data-kind={kind} d={paths[kind]} />
      ))}
    </svg>
  )
})

/** The share of time since it was bound during which it was connected: 0 … 1, or null. */
export const onlineShare = (shares: readonly (number | null)[], from: string | null): number | null => {
  const since = from ? Date.parse(from) : 0
  const counted = shares
    .filter(
      (share, at) => share !== null && (share > 0 || Date.now() - (shares.length - 1 - at) * HALF_HOUR_MS > since),
    )
    .map(share => share ?? 0)
  return counted.length ? counted.reduce((sum, share) => sum + share, 0) / counted.length : null
}
