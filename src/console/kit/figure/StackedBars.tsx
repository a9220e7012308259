/** Bars of several series above each other; the later ones are hatched, so that they differ without colour. Arrow keys read the bars. */
import { useId } from 'react'
import { roundUp } from '#console/kit/figure/roundUp.ts'
import { useChartReading } from '#console/kit/figure/useChartReading.ts'
import { useWidth } from '#console/kit/figure/useWidth.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './StackedBars.css'

export type Stack = { id: string; label: Words; values: readonly number[]; tone?: 'ok' | 'warn' | 'bad' | 'mute' }
export type StackedBarsProps = {
  label: Words
  /** One label per bar. */
  places: readonly string[]
  /** From the bottom up. */
  stacks: readonly Stack[]
  /** The index of the bar whose period has not ended. */
  running?: number
  height?: number
}

const axisPx = 44
const footPx = 24
const topPx = 8

export const StackedBars = ({ label, places, stacks, running, height = 180 }: StackedBarsProps) => {
  const translate = useTranslate()
  const id = useId()
  const [box, width] = useWidth<HTMLDivElement>(160, 340)
  const sums = places.map((_, nth) => stacks.reduce((sum, stack) => sum + (stack.values[nth] ?? 0), 0))
  const top = roundUp(Math.max(1, ...sums))
  const floor = height - footPx
  const pitch = (width - axisPx) / Math.max(1, places.length)
  const bar = Math.max(2, Math.min(28, pitch * 0.6))
  const x = (nth: number): number => axisPx + nth * pitch + (pitch - bar) / 2
  const y = (value: number): number => floor - (value / top) * (floor - topPx)
  const step = Math.max(1, Math.ceil(44 / pitch))
  const { at, reading } = useChartReading(places.length, leftPx => {
    const nth = Math.floor((leftPx - axisPx) / pitch)
    return nth >= 0 && nth < places.length ? nth : undefined
  })
  return (
    <div className="stacked" ref={box}>
      <ul className="stacked-keys">
        {stacks.map((stack, nth) => (
          <li key={stack.id}>
            <i data-tone={stack.tone} data-hatched={nth > 0 || undefined} />
            {translate(stack.label)}
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
        <defs>
          <pattern id={`${id}h`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="stacked-hatch" width="2" height="5" />
          </pattern>
        </defs>
        {[0, top / 2, top].map(value => (
          <g key={value}>
            <line className="stacked-grid" x1={axisPx} x2={width} y1={y(value) + 0.5} y2={y(value) + 0.5} />
            <text className="stacked-axis" x="0" y={y(value) + 4}>
              {value.toLocaleString('en-US')}
            </text>
          </g>
        ))}
        {places.map((place, nth) => (
          <g key={nth} data-running={nth === running || undefined} data-faded={(at ?? nth) !== nth || undefined}>
            {stacks.map((stack, part) => {
              const below = stacks.slice(0, part).reduce((sum, one) => sum + (one.values[nth] ?? 0), 0)
              const value = stack.values[nth] ?? 0
              const box = {
                x: x(nth),
                width: bar,
                y: y(below + value),
                height: Math.max(1, y(below) - y(below + value)),
              }
              return value ? (
                <g key={stack.id} className="stacked-part" data-tone={stack.tone}>
                  <rect {...box} />
                  {part > 0 && <rect {...box} style={{ fill: `url(#${CSS.escape(`${id}h`)})` }} />}
                </g>
              ) : null
            })}
            {(places.length - 1 - nth) % step === 0 && (
              <text className="stacked-axis" x={x(nth) + bar / 2} y={height - 6} textAnchor="middle">
                {place}
              </text>
            )}
          </g>
        ))}
      </svg>
      {at !== undefined && (
        <div
          className="chart-tip"
          id={id}
          role="status"
          style={x(at) > width / 2 ? { right: width - x(at) + 8 } : { left: x(at) + bar + 8 }}
        >
          <b>{places[at]}</b>
          {stacks.toReversed().map(stack => (
            <span key={stack.id}>
              <i data-tone={stack.tone} data-hatched={stack.id !== stacks[0]!.id || undefined} />
              {translate(stack.label)}
              <em>{(stack.values[at] ?? 0).toLocaleString('en-US')}</em>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
