/** Chooses a part of a curve: the whole curve in small, and a window with two ends that are moved by pointer and by arrow keys. */
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useWidth } from '#console/kit/figure/useWidth.ts'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './RangePick.css'

/** Indices of the first and the last place, both included. */
export type Range = readonly [from: number, to: number]
export type RangePickProps = {
  label: Words
  places: readonly string[]
  values: readonly number[]
  value: Range
  onChange: (value: Range) => void
  /** The least number of places between the ends. Default: 2. */
  least?: number
}

const HEIGHT = 40
const held = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

export const RangePick = ({ label, places, values, value: [from, to], onChange, least = 2 }: RangePickProps) => {
  const translate = useTranslate()
  const [box, width] = useWidth<HTMLDivElement>(120, 320)
  /** Where the window was grabbed. */
  const grabbed = useRef<{ end: 'from' | 'to' | 'both'; at: number; range: Range }>(undefined)
  const last = places.length - 1
  const top = Math.max(1, ...values)
  const x = (nth: number): number => (last ? (nth / last) * width : 0)
  const path = values.map((n, nth) => `${x(nth).toFixed(1)} ${(HEIGHT - 2 - (n / top) * (HEIGHT - 6)).toFixed(1)}`)
  const set = (end: 'from' | 'to', place: number): void =>
    onChange(end === 'from' ? [held(place, 0, to - least), to] : [from, held(place, from + least, last)])
  const placeOf = (event: PointerEvent): number =>
    Math.round(((event.clientX - box.current!.getBoundingClientRect().left) / width) * last)
  const grab =
    (end: 'from' | 'to' | 'both') =>
    (event: PointerEvent<HTMLElement>): void => {
      event.currentTarget.setPointerCapture(event.pointerId)
      grabbed.current = { end, at: placeOf(event), range: [from, to] }
    }
  const move = (event: PointerEvent): void => {
    const now = grabbed.current
    if (!now) return
    if (now.end !== 'both') return set(now.end, placeOf(event))
    const by = held(placeOf(event) - now.at, -now.range[0], last - now.range[1])
    onChange([now.range[0] + by, now.range[1] + by])
  }
  const drop = (): void => (grabbed.current = undefined)
  const onKey =
    (end: 'from' | 'to') =>
    (event: KeyboardEvent): void => {
      const now = end === 'from' ? from : to
      const next = { ArrowLeft: now - 1, ArrowRight: now + 1, PageDown: now - 5, PageUp: now + 5, Home: 0, End: last }[
        event.key
      ]
      if (next === undefined) return
      event.preventDefault()
      set(end, next)
    }
  const pointer = { onPointerMove: move, onPointerUp: drop, onPointerCancel: drop }
  const words = { from: translate(['起', 'from']), to: translate(['止', 'to']) }
  return (
    <div className="range-pick" ref={box} role="group" aria-label={translate(label)}>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <path className="range-pick-area" d={`M${path.join('L')}L${width} ${HEIGHT}L0 ${HEIGHT}Z`} />
        <path className="range-pick-line" d={`M${path.join('L')}`} />
      </svg>
      <span className="range-pick-veil" style={{ left: 0, width: x(from) }} />
      <span className="range-pick-veil" style={{ left: x(to), right: 0 }} />
      <span
        className="range-pick-window"
        style={{ left: x(from), width: x(to) - x(from) }}
        onPointerDown={grab('both')}
        onDoubleClick={() => onChange([0, last])}
        {...pointer}
      />
      {(['from', 'to'] as const).map(end => (
        <span
          key={end}
          className="range-pick-end"
          style={{ left: held(x(end === 'from' ? from : to), 5, width - 5) }}
          role="slider"
          tabIndex={0}
          aria-label={`${translate(label)} · ${words[end]}`}
          aria-valuemin={end === 'from' ? 0 : from + least}
          aria-valuemax={end === 'from' ? to - least : last}
          aria-valuenow={end === 'from' ? from : to}
          aria-valuetext={places[end === 'from' ? from : to]}
          onPointerDown={grab(end)}
          onKeyDown={onKey(end)}
          {...pointer}
        />
      ))}
    </div>
  )
}
