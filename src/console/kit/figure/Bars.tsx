/** A series as bars; the running one is pale, yesterday a short tick, a second series stands below the line. */
import { useLayoutEffect, useRef, useState } from 'react'
import './Bars.css'

export type BarsProps = {
  values: readonly number[]
  label: string
  /** Drawn downwards. */
  below?: readonly number[]
  /** Yesterday; may be longer than `values` and goes on into the coming hours. */
  before?: readonly number[]
  /** One for every place; empty ones are not drawn. */
  labels?: readonly string[]
  /** The place that is still running. */
  running?: number | undefined
  height?: number
}

/** The next of 1, 2, 5 × 10ⁿ, so that the lines carry round numbers. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)))
  return ([1, 1.5, 2, 3, 4, 6, 8, 10].find(step => step * power >= value) ?? 10) * power
}

const axisPx = 44
const labelPx = 20

export const Bars = ({ values, label, below, before, labels, running, height = 156 }: BarsProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(340)
  // Drawn at its true width: a stretched picture would stretch its words.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(Math.max(160, Math.floor(element.clientWidth))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const places = Math.max(values.length, before?.length ?? 0, 1)
  const top = roundUp(Math.max(1, ...values, ...(before ?? [])))
  const bottom = below ? roundUp(Math.max(1, ...below)) : 0
  const inner = height - (labels ? labelPx : 2) - 8
  const zero = 8 + inner * (top / (top + bottom))
  const scale = (inner * (top / (top + bottom))) / top
  const pitch = (width - axisPx) / places
  const bar = Math.max(1, Math.min(16, pitch - Math.max(1, Math.round(pitch * 0.25))))
  const x = (at: number): number => axisPx + at * pitch + (pitch - bar) / 2
  return (
    <div ref={box} className="bars">
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
            words && (
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
