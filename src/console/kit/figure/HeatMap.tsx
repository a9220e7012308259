/** Counts by hour and weekday: five strengths of one colour, with its scale. The cell under the pointer or the arrow keys is read out. */
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useWidth } from '#console/kit/figure/useWidth.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './HeatMap.css'

export type HeatMapProps = {
  label: Words
  /** Labels of the rows: weekdays. */
  rows: readonly string[]
  /** By row, 24 hours each. */
  values: readonly (readonly number[])[]
  unit?: Words
}

const HOURS = 24
const LEVELS = 5
const sidePx = 36
const footPx = 20
const rowPx = 24

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
const held = (value: number, most: number): number => Math.max(0, Math.min(most, value))

export const HeatMap = ({ label, rows, values, unit }: HeatMapProps) => {
  const translate = useTranslate()
  const id = useId()
  const [box, width] = useWidth<HTMLDivElement>(260, 480)
  const [at, setAt] = useState<readonly [row: number, hour: number]>()
  const most = Math.max(0, ...values.flat())
  const pitch = (width - sidePx) / HOURS
  const height = rows.length * rowPx + footPx
  const level = (value: number): number => (value && most ? Math.max(1, Math.ceil((value / most) * LEVELS)) : 0)
  const shown = (value: number): string =>
    `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })}${unit ? ` ${translate(unit)}` : ''}`.trim()
  const onMove = (event: PointerEvent<SVGSVGElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const [row, hour] = [Math.floor((event.clientY - top) / rowPx), Math.floor((event.clientX - left - sidePx) / pitch)]
    setAt(row < rows.length && hour >= 0 && hour < HOURS ? [row, hour] : undefined)
  }
  const onKey = (event: KeyboardEvent): void => {
    const [down, right] =
      { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] ?? []
    if (down === undefined || right === undefined) return
    event.preventDefault()
    setAt(now => (now ? [held(now[0] + down, rows.length - 1), held(now[1] + right, HOURS - 1)] : [0, 0]))
  }
  return (
    <div className="heat" ref={box}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={translate(label)}
        aria-describedby={at ? id : undefined}
        tabIndex={0}
        onPointerMove={onMove}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={onKey}
        onBlur={() => setAt(undefined)}
      >
        {rows.map((row, nth) => (
          <g key={row}>
            <text className="heat-axis" x="0" y={nth * rowPx + 16}>
              {row}
            </text>
            {Array.from({ length: HOURS }, (_, hour) => (
              <rect
                key={hour}
                className="heat-cell"
                data-level={level(values[nth]?.[hour] ?? 0)}
                data-on={(at?.[0] === nth && at[1] === hour) || undefined}
                x={sidePx + hour * pitch + 1}
                y={nth * rowPx + 1}
                width={Math.max(2, pitch - 2)}
                height={rowPx - 2}
                rx={3}
              />
            ))}
          </g>
        ))}
        {Array.from({ length: HOURS / 3 }, (_, part) => (
          <text
            key={part}
            className="heat-axis"
            x={sidePx + (part * 3 + 0.5) * pitch}
            y={height - 4}
            textAnchor="middle"
          >
            {part * 3}
          </text>
        ))}
      </svg>
      <p className="heat-scale" aria-hidden="true">
        0
        {Array.from({ length: LEVELS + 1 }, (_, nth) => (
          <i key={nth} data-level={nth} />
        ))}
        {shown(most)}
      </p>
      {at && (
        <div
          className="heat-tip"
          id={id}
          role="status"
          style={{
            top: at[0] * rowPx + rowPx + 4,
            ...(at[1] > 12 ? { right: width - sidePx - at[1] * pitch } : { left: sidePx + (at[1] + 1) * pitch }),
          }}
        >
          <span>
            {rows[at[0]]} {clock(at[1])}–{clock(at[1] + 1)}
          </span>
          <b>{shown(values[at[0]]?.[at[1]] ?? 0)}</b>
        </div>
      )}
    </div>
  )
}
