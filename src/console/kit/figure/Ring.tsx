/** Parts of a whole as a ring, with a list of the same parts beside it: names, counts and shares, each a link where it leads somewhere. */
import { useState } from 'react'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { followLink } from '#console/kit/navigation.ts'
import './Ring.css'

export type RingPart = { id: string; label: Words; count: number; tone?: 'ok' | 'warn' | 'bad' | 'mute'; href?: string }
export type RingProps = {
  label: Words
  parts: readonly RingPart[]
  /** In the middle. Default: the sum of all parts. */
  value?: string
  note?: Words
}

const SIZE = 112
const RADIUS = 46
const ROUND = 2 * Math.PI * RADIUS
/** The least share that is drawn, so that one of many thousands is still visible. */
const LEAST = 0.015

/** The drawn shares: small ones are enlarged at the cost of the others. */
const sharesOf = (counts: readonly number[]): readonly number[] => {
  const sum = counts.reduce((all, n) => all + n, 0)
  if (!sum) return counts.map(() => 0)
  const raised = counts.map(n => (n ? Math.max(LEAST, n / sum) : 0))
  const all = raised.reduce((one, other) => one + other, 0)
  return raised.map(share => share / all)
}
/** Rounded down, except what would be nothing: with one missing it is not 100 %. */
const percent = (count: number, sum: number): string => {
  const share = sum ? (count / sum) * 100 : 0
  return count && share < 0.1 ? '<0.1%' : `${Math.floor(share * 10) / 10}%`
}

export const Ring = ({ label, parts, value, note }: RingProps) => {
  const translate = useTranslate()
  const [on, setOn] = useState<string>()
  const sum = parts.reduce((all, part) => all + part.count, 0)
  const shares = sharesOf(parts.map(part => part.count))
  const several = shares.filter(Boolean).length > 1
  return (
    <div className="ring">
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={translate(label)}>
        <circle className="ring-ground" cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} />
        {parts.map((part, at) => {
          const length = Math.max(0, shares[at]! * ROUND - (several ? 2 : 0))
          const before = shares.slice(0, at).reduce((all, share) => all + share, 0)
          return shares[at] ? (
            <circle
              key={part.id}
              className="ring-part"
              data-tone={part.tone}
              data-faded={(on !== undefined && on !== part.id) || undefined}
              cx={SIZE / 2}
              cy={SIZE / 2}
              r={RADIUS}
              strokeDasharray={`${length} ${ROUND - length}`}
              strokeDashoffset={ROUND / 4 - before * ROUND}
            />
          ) : null
        })}
        <text className="ring-value" x="50%" y={note ? '50%' : '54%'} textAnchor="middle">
          {value ?? sum.toLocaleString('en-US')}
        </text>
        {note && (
          <text className="ring-note" x="50%" y="64%" textAnchor="middle">
            {translate(note)}
          </text>
        )}
      </svg>
      <ul className="ring-parts">
        {parts.map(part => {
          const words = (
            <>
              <i data-tone={part.tone} />
              <span className="ellipsis">{translate(part.label)}</span>
              <b>{part.count.toLocaleString('en-US')}</b>
              <small>{percent(part.count, sum)}</small>
            </>
          )
          const follow = { onPointerEnter: () => setOn(part.id), onPointerLeave: () => setOn(undefined) }
          return (
            <li key={part.id} {...follow}>
              {part.href ? (
                <a href={part.href} onClick={followLink} onFocus={() => setOn(part.id)} onBlur={() => setOn(undefined)}>
                  {words}
                </a>
              ) : (
                <span>{words}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
